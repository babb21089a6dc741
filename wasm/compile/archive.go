// This file keeps the compiled library: types for the checker, objects for the
// linker.

package compile

import (
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/link"
)

// An Archive is the compiled standard library.
type Archive struct {
	Types   *load.Archive
	Objects []*link.Object
}
