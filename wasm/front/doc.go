//go:build !(js && wasm)

// Front is the compile service of the page; it is built for GOOS=js only.
package main

func main() {}
