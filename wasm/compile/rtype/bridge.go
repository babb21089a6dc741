// This file names the bridges between compiled functions and package reflect.
//
// A bridge goes with a WebAssembly signature, of which its name says the parameters
// and the results, without the closure and the fuel: i is an i32, l an i64, f an f32,
// d an f64. Package compile makes a bridge when the linker asks for it.
package rtype

import (
	"go/types"

	"github.com/gopark/gopark/wasm/compile/ir"
)

const (
	// makeBridge begins the names of bridges which are called as functions and call reflect.
	makeBridge = "bridge.make:"

	// MakeFuncKey is the key that a function uses which makes functions by reflection.
	MakeFuncKey = "reflect.MakeFunc"
)

// MakeBridge is the symbol of the bridge that stands for functions of type t.
func (u *Universe) MakeBridge(t *types.Signature) string {
	name := []byte(makeBridge)
	letters := func(tuple *types.Tuple) {
		for v := range tuple.Variables() {
			for _, c := range u.Components(v.Type()) {
				name = append(name, map[ir.Type]byte{ir.I32: 'i', ir.Ptr: 'i', ir.I64: 'l', ir.F32: 'f', ir.F64: 'd'}[c.Type])
			}
		}
	}
	letters(t.Params())
	name = append(name, ':')
	letters(t.Results())
	return string(name)
}
