// RULE: a panic that leaves the Error method of a panic's value is fatal.
package main

type bad struct{}

func (bad) Error() string { panic("from Error") }

func main() {
	panic(bad{})
}
