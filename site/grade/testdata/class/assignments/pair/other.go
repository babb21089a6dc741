//go:build ignore

package main

func main() { println("other") }
