// Errors: wrapping, joining, Is and As, errors that compare and that do not.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
)

type notFound struct{ name string }

func (e notFound) Error() string   { return e.name + " not found" }
func (e notFound) Is(t error) bool { return t == fs.ErrNotExist }

type coded struct {
	code int
	err  error
}

func (e *coded) Error() string { return fmt.Sprintf("%d: %v", e.code, e.err) }
func (e *coded) Unwrap() error { return e.err }

var errBase = errors.New("base")

func open(name string) error {
	switch name {
	case "missing":
		return notFound{name}
	case "broken":
		return &coded{500, fmt.Errorf("read %s: %w", name, io.ErrUnexpectedEOF)}
	case "both":
		return errors.Join(errBase, notFound{"x"}, nil)
	case "two":
		return fmt.Errorf("%w and %w", errBase, io.EOF)
	}
	return nil
}

func main() {
	for _, name := range []string{"fine", "missing", "broken", "both", "two"} {
		err := open(name)
		var c *coded
		var nf notFound
		fmt.Printf("%s: %v | base %v, eof %v, unexpected %v, not exist %v, coded %v, notFound %v\n", name, err,
			errors.Is(err, errBase), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
			errors.Is(err, fs.ErrNotExist), errors.As(err, &c), errors.As(err, &nf))
	}
	fmt.Println(errors.New("a") == errors.New("a"), errBase == errBase, notFound{"a"} == error(notFound{"a"}))
	fmt.Println(errors.Unwrap(open("broken")), errors.Unwrap(open("both")), errors.Join(nil, nil) == nil)
	_, err := strconv.Atoi("12x")
	var ne *strconv.NumError
	fmt.Println(err, errors.As(err, &ne), ne.Func, ne.Num, ne.Err == strconv.ErrSyntax)
	_, err = strconv.ParseInt("99999999999999999999", 10, 64)
	fmt.Println(err, errors.Is(err, strconv.ErrRange))
	_, err = os.Open("/no/such/file")
	fmt.Println(err != nil)
	fmt.Printf("%v %s %q %+v %T\n", errBase, errBase, errBase, open("missing"), open("broken"))
	var e error
	fmt.Printf("%v\n", e)
	func() {
		defer func() {
			err, ok := recover().(error)
			fmt.Println(ok, errors.Is(err, errBase), err)
		}()
		panic(fmt.Errorf("wrapped: %w", errBase))
	}()
}

// Output:
// fine: <nil> | base false, eof false, unexpected false, not exist false, coded false, notFound false
// missing: missing not found | base false, eof false, unexpected false, not exist true, coded false, notFound true
// broken: 500: read broken: unexpected EOF | base false, eof false, unexpected true, not exist false, coded true, notFound false
// both: base
// x not found | base true, eof false, unexpected false, not exist true, coded false, notFound true
// two: base and EOF | base true, eof true, unexpected false, not exist false, coded false, notFound false
// false true true
// read broken: unexpected EOF <nil> true
// strconv.Atoi: parsing "12x": invalid syntax true Atoi 12x true
// strconv.ParseInt: parsing "99999999999999999999": value out of range true
// true
// base base "base" missing not found *main.coded
// <nil>
// true true wrapped: base
