// This file holds variables whose initialisers are static, but for those named
// dynamic. They are compiled into the test, and the data made from this source
// must be what they hold.
package rtype_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"unsafe"
)

type (
	varT struct {
		A int8
		B int64
		C string
		D []varT
		E *varT
		F func(string) error
		G any
		H error
		I [3]uint16
	}
	varInt  int
	varErr  struct{ code int }
	varOne  struct{ p *int }
	varName string
)

func (varErr) Error() string             { return "" }
func (v varInt) String() string          { return "" }
func (p *varT) Read([]byte) (int, error) { return 0, nil }
func varFunc(string) error               { return nil }
func varGeneric[T any](T)                {}
func varCall() int                       { return 1 }

var (
	varBool              = true
	varI8        int8    = -128
	varU64       uint64  = math.MaxUint64
	varF32       float32 = 1.1
	varF64               = math.Pi
	varNegZero           = math.Inf(-1)
	varC                 = 1 + 2i
	varStr               = "hello" + ", world"
	varEmpty             = ""
	varRune              = 'x'
	varBytes             = []byte("bytes")
	varStruct            = varT{A: 1, B: 2, C: "three", I: [...]uint16{2: 7}}
	varUnkeyed           = varErr{5}
	varArray             = [...]int{1, 2, 3, 9: 10}
	varSlice             = []string{"a", 3: "d", "e"}
	varNested            = [][]int{{1}, {2, 3}, nil, {}}
	varPtr               = &varT{D: []varT{{C: "x"}, {E: &varT{A: 9}}}, F: varFunc, G: 5, H: varErr{6}}
	varElided            = []*varErr{{1}, {2}}
	varMapless           = map[string]int(nil)
	varAddrField         = &varStruct.B
	varAddrElem          = &varArray[2]
	varArrSlice          = varArray[1:4:6]
	varAny       any     = "str"
	varAnyNil    any
	varAnyBool   any          = true
	varAnySlice  any          = []int{1}
	varAnyPtr    any          = &varStruct
	varAnyOne    any          = varOne{&varArray[0]}
	varAnyNamed  any          = varInt(3)
	varStringer  fmt.Stringer = varInt(4)
	varReader    io.Reader    = (*varT)(nil)
	varReader2                = io.Reader(&varT{B: 8})
	varErrNew                 = errors.New("an error")
	varErrs                   = []error{errors.New("a"), varErr{1}, nil}
	varFn                     = varFunc
	varFns                    = []func(string) error{varFunc, nil}
	varConv                   = varName("n")
	varUnsafe                 = unsafe.Pointer(&varArray)
	varNew                    = new(varT)
	varType                   = reflect.TypeFor[map[string]varT]()
	varTypeOf                 = reflect.TypeOf((*io.Reader)(nil)).Elem()
	varZeroSize  any          = struct{}{}
	varCopy                   = varPtr
	varCopyPart               = varStruct.I
	varBig                    = [1000]struct{ a, b string }{999: {"x", "y"}}
	varUntyped   float64      = 1 << 40
	_                         = varStr
	_            io.Reader    = (*varT)(nil)

	dynamicCall  = varCall()
	dynamicMap   = map[string]int{"a": 1}
	dynamicLit   = func() {}
	dynamicDeref = *varPtr
	dynamicIndex = varSlice[0]
	dynamicIn    = []any{1, varCall()}
	dynamicChan  = make(chan int)
	dynamicGen   = varGeneric[int]
	dynamicLater = varI8 // after a call that might have changed it
)

var varNatives = map[string]any{
	"varBool": &varBool, "varI8": &varI8, "varU64": &varU64, "varF32": &varF32, "varF64": &varF64, "varNegZero": &varNegZero, "varC": &varC, "varStr": &varStr,
	"varEmpty": &varEmpty, "varRune": &varRune, "varBytes": &varBytes, "varStruct": &varStruct, "varUnkeyed": &varUnkeyed, "varArray": &varArray,
	"varSlice": &varSlice, "varNested": &varNested, "varPtr": &varPtr, "varElided": &varElided, "varMapless": &varMapless, "varAddrField": &varAddrField,
	"varAddrElem": &varAddrElem, "varArrSlice": &varArrSlice, "varAny": &varAny, "varAnyNil": &varAnyNil, "varAnyBool": &varAnyBool, "varAnySlice": &varAnySlice,
	"varAnyPtr": &varAnyPtr, "varAnyOne": &varAnyOne, "varAnyNamed": &varAnyNamed, "varStringer": &varStringer, "varReader": &varReader, "varReader2": &varReader2,
	"varErrNew": &varErrNew, "varErrs": &varErrs, "varFn": &varFn, "varFns": &varFns, "varConv": &varConv, "varNew": &varNew, "varType": &varType, "varTypeOf": &varTypeOf,
	"varZeroSize": &varZeroSize, "varCopy": &varCopy, "varCopyPart": &varCopyPart, "varBig": &varBig, "varUntyped": &varUntyped,
	"dynamicCall": &dynamicCall, "dynamicMap": &dynamicMap, "dynamicLit": &dynamicLit, "dynamicDeref": &dynamicDeref, "dynamicIndex": &dynamicIndex,
	"dynamicIn": &dynamicIn, "dynamicChan": &dynamicChan, "dynamicGen": &dynamicGen, "dynamicLater": &dynamicLater,
}

var _ = varUnsafe
