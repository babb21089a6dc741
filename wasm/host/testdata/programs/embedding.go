// Embedded structs and interfaces, promotion, shadowing, method values.
package main

import (
	"fmt"
	"strings"
)

type animal interface {
	Name() string
	Sound() string
}

type base struct {
	name string
	log  []string
}

func (b base) Name() string     { return b.name }
func (b *base) Note(s string)   { b.log = append(b.log, s) }
func (base) Sound() string      { return "?" }
func (b base) Describe() string { return b.name + " says " + b.Sound() }

type dog struct {
	base
	tricks int
}

func (d dog) Sound() string { return "woof" }

type puppy struct {
	*dog
	name string
}

type loud struct{ animal }

func (l loud) Sound() string { return strings.ToUpper(l.animal.Sound()) }

type reader interface{ Read() string }
type writer interface{ Write(string) }
type both interface {
	reader
	writer
}
type file struct{ data string }

func (f *file) Read() string   { return f.data }
func (f *file) Write(s string) { f.data += s }

func main() {
	d := dog{base: base{name: "rex"}, tricks: 2}
	d.Note("one")
	p := puppy{&d, "pup"}
	p.Note("two")
	fmt.Println(d.Name(), d.Sound(), d.Describe(), d.log, p.name, p.dog.name, p.Name(), p.tricks)
	for _, a := range []animal{d, &d, p, loud{d}, loud{loud{p}}, base{name: "x"}} {
		fmt.Print(a.Name(), "/", a.Sound(), " ")
	}
	fmt.Println()
	var w both = &file{}
	w.Write("abc")
	var r reader = w
	w.Write("def")
	fmt.Println(r.Read(), r == reader(w))
	name := d.Name // the receiver is copied now
	note := d.Note
	d.name = "max"
	note("three")
	fmt.Println(name(), d.name, d.log)
	f := (*file).Read
	g := dog.Sound
	h := animal.Name
	fmt.Println(f(&file{"x"}), g(d), h(d))
	anon := struct {
		dog
		int
		extra string `json:"extra"`
	}{d, 5, "e"}
	fmt.Println(anon.int, anon.Sound(), anon.extra)
	fmt.Printf("%v %+v %T\n", p.name, file{"z"}, w)
	func() {
		defer func() { fmt.Println(recover()) }()
		var q puppy
		q.Note("nil")
	}()
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		var l loud
		l.Name()
	}()
}

// Output:
// rex woof rex says ? [one two] pup rex rex 2
// rex/woof rex/woof rex/woof rex/WOOF rex/WOOF x/?
// abcdef true
// rex max [one two three]
// x woof max
// 5 woof e
// pup {data:z} *main.file
// runtime error: invalid memory address or nil pointer dereference
// true
