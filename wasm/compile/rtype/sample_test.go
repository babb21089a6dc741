// This file holds types of all kinds. It is compiled into the test and, as
// source, checked by it: reflect and the descriptors must agree.
package rtype_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"io"
	"math/big"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"
	"time"
	"unsafe"
)

type (
	sampleEmpty struct{}
	samplePair  struct{ a, b int }
	SampleMixed struct {
		A int8
		B int64 `json:"b,omitempty" xml:"x"`
		c string
		_ int32
		D *SampleMixed
		E any
		F error
		G [3]complex64
		H []samplePair
	}
	sampleEmbed struct {
		*bytes.Buffer
		io.Reader
		samplePair
		fmt.Stringer `tag:"t"`
		extra        func(int, ...string) (n int, err error)
	}
	SamplePadded struct {
		A int32
		B int64
	}
	sampleTail struct {
		A int64
		B struct{}
	}
	sampleOnePtr   struct{ p *int }
	sampleOneChan  struct{ c [1]chan int }
	sampleOneFloat struct{ f float64 }
	sampleBlank    struct {
		a int
		_ int
	}
	sampleFunc   func(sampleInt) (sampleInt, error)
	sampleInt    int
	SampleString string
	sampleSlice  []sampleInt
	sampleMap    map[SampleString][]byte
	sampleArr    [4]SampleString
	sampleChan   chan<- sampleInt
	sampleIface  interface {
		Read([]byte) (int, error)
		Write(...any)
		private(sampleInt) map[string]int
	}
	SamplePtr *samplePair
	sampleBig struct{ a [40]int64 }
	sampleRec struct {
		next *sampleRec
		m    map[string]sampleRec
		f    func(sampleRec) []sampleRec
	}
	SampleGen[K comparable, V any] struct {
		m map[K]V
		l []V
	}
	sampleAlias = map[string]samplePair
	sampleHuge  struct {
		p *int
		a [100000]*int
	}
)

func (sampleInt) String() string                         { return "" }
func (*sampleInt) Set(string) error                      { return nil }
func (sampleInt) hidden()                                {}
func (*sampleInt) zhidden()                              {}
func (SampleMixed) Z()                                   {}
func (SampleMixed) A1(samplePair, ...sampleInt) error    { return nil }
func (*SampleMixed) B1() (int, string)                   { return 0, "" }
func (g *SampleGen[K, V]) Get(k K) (V, bool)             { v, ok := g.m[k]; return v, ok }
func (g SampleGen[K, V]) Each(f func(K, V) bool)         {}
func (sampleOnePtr) Do()                                 {}
func (f sampleFunc) Call(x sampleInt) (sampleInt, error) { return f(x) }

func sampleLocal() any {
	type local struct{ x, y int }
	return map[local]*local{}
}

// samples are looked at with all types that they lead to.
var samples = []any{
	false, 1, int8(1), int16(1), int32(1), int64(1), uint(1), uint8(1), uint16(1), uint32(1), uint64(1), uintptr(1),
	float32(1), 1.5, complex64(1), 1i, "s", unsafe.Pointer(nil),
	sampleEmpty{}, samplePair{}, SampleMixed{}, &SampleMixed{}, sampleEmbed{}, &sampleEmbed{}, SamplePadded{}, sampleTail{}, sampleOnePtr{}, sampleOneChan{},
	sampleOneFloat{}, sampleBlank{}, sampleFunc(nil), sampleInt(0), new(sampleInt), SampleString(""), sampleSlice{}, sampleMap{}, sampleArr{}, sampleChan(nil),
	(*sampleIface)(nil), SamplePtr(nil), sampleBig{}, &sampleRec{}, SampleGen[string, int]{}, &SampleGen[samplePair, []error]{}, &SampleGen[sampleInt, SampleGen[string, int]]{},
	sampleAlias{}, (*sampleHuge)(nil),
	[0]string{}, [1]string{}, [2]*int{}, [1]*int{}, [5]any{}, [0]func(){}, []int{}, [][]byte{}, (*[]int)(nil), (**int)(nil), (***sampleInt)(nil),
	make(chan int), make(<-chan string), make(chan<- error), make(chan (<-chan int)), make(chan chan<- int), make(<-chan chan int),
	func() {}, func(int) string { return "" }, func(a, b int, c ...any) (int, error) { return 0, nil }, func(func(int) bool) func() { return nil },
	struct{}{}, struct{ A int }{}, struct {
		A    int `a:"b"`
		b    string
		C, D float32
	}{}, struct{ sampleInt }{}, &struct{ *sampleInt }{}, struct {
		a any
		b interface{ M() }
	}{},
	map[string]int{}, map[int]struct{}{}, map[struct{}]struct{}{}, map[any]any{}, map[error]sampleBig{}, map[[20]int64]bool{}, map[[16]int64]bool{}, map[float64]string{},
	map[[2]string]int8{}, map[bool]bool{}, map[int8]int64{}, map[int64]int8{}, map[sampleOnePtr]chan int{}, map[string]struct{}{}, map[struct {
		a int32
		s string
	}][3]byte{}, map[complex128]uint16{}, map[*int][]int{}, map[interface{ M() }]int{}, map[samplePair]SampleMixed{},
	(*any)(nil), (*error)(nil), (*interface{ M() })(nil), (*interface {
		Z()
		a()
		B(int) error
	})(nil), (*io.ReadWriteCloser)(nil), (*comparableIface)(nil),
	new(bytes.Buffer), new(bufio.ReadWriter), new(json.Decoder), errors.New(""), new(big.Int), new(big.Float), new(url.URL), new(os.File), new(regexp.Regexp),
	new(strings.Builder), new(sync.Mutex), new(sync.Map), new(sync.WaitGroup), new(atomic.Int64), new(atomic.Value), new(atomic.Pointer[samplePair]), new(template.Template), time.Time{}, time.Duration(0), new(time.Timer),
	sort.IntSlice{}, new(context.Context), reflect.Value{}, new(reflect.Method), reflect.TypeOf(0), new(reflect.Type), reflect.Kind(0),
	new(ast.File), new(types.Info), new(types.Config), new(xml.Decoder), new(xml.Encoder), new(types.Checker), new(ast.Object),
	struct {
		sync.Mutex
		n int
	}{},
}

type comparableIface interface {
	Equal(other comparableIface) bool
	fmt.Stringer
	error
}

var _ = sampleLocal
