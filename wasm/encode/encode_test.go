package encode

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

func TestNumbers(t *testing.T) {
	for _, v := range []int64{0, 1, -1, 63, 64, -64, -65, 127, 128, 1 << 31, -1 << 31, 1<<63 - 1, -1 << 63} {
		if got := signed(AppendS(nil, v)); got != v {
			t.Errorf("AppendS(%d) reads as %d", v, got)
		}
		if v == int64(int32(v)) {
			if p := AppendPaddedS(nil, int32(v)); len(p) != PadLen || signed(p) != v {
				t.Errorf("AppendPaddedS(%d) is % x", v, p)
			}
		}
		if u, n := binary.Uvarint(AppendPaddedU(nil, uint32(v))); n != PadLen || u != uint64(uint32(v)) {
			t.Errorf("AppendPaddedU(%d) reads as %d", uint32(v), u)
		}
	}
}

func signed(b []byte) (v int64) {
	for i, c := range b {
		v |= int64(c&0x7f) << (7 * i)
		if i == len(b)-1 && c&0x40 != 0 && 7*(i+1) < 64 {
			v |= -1 << (7 * (i + 1))
		}
	}
	return v
}

func TestOpNames(t *testing.T) {
	for op, name := range opNames {
		if got, ok := OpByName(name); !ok || got != op {
			t.Errorf("%s is %v", name, got)
		}
	}
	for _, c := range []struct {
		op   Op
		want []byte
	}{{OpI32Add, []byte{0x6a}}, {OpMemoryCopy, []byte{0xfc, 10}}, {OpI64AtomicRmw32CmpxchgU, []byte{0xfe, 0x4e}}} {
		if got := AppendOp(nil, c.op); !bytes.Equal(got, c.want) {
			t.Errorf("%v is % x", c.op, got)
		}
	}
}

// TestEveryInstruction lets an engine validate a function that uses each load,
// store and atomic with the alignment we say is natural.
func TestEveryInstruction(t *testing.T) {
	m := &Module{Memory: Memory{Module: "env", Name: "memory", Min: 1, Max: 1, Shared: true}, Globals: 2}
	void := m.TypeIndex(FuncType{})
	for op := range opNames {
		align, ok := op.Align()
		if !ok || op < OpI32AtomicLoad {
			continue
		}
		name := op.String()
		var b []byte
		value := func() {
			if name[:3] == "i64" {
				b = append(b, byte(OpI64Const), 0)
			} else {
				b = append(b, byte(OpI32Const), 0)
			}
		}
		b = append(b, byte(OpI32Const), 0)
		drop := true
		switch {
		case op >= OpI32AtomicRmwCmpxchg:
			value()
			value()
		case op >= OpI32AtomicRmwAdd:
			value()
		case op >= OpI32AtomicStore:
			value()
			drop = false
		}
		b = append(AppendOp(b, op), align, 0)
		if drop {
			b = append(b, byte(OpDrop))
		}
		m.Funcs = append(m.Funcs, Func{Type: void, Code: append(b, byte(OpEnd))})
	}
	m.Table = []uint32{0, 1, 2}
	m.Data = [][]byte{[]byte("hello")}
	m.Exports = []Export{{"f", 0}}
	m.Customs = []Custom{{"c", []byte("x")}}
	for i := range m.Funcs {
		m.Names = append(m.Names, string(rune('a'+i%26)))
	}
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().
		WithCoreFeatures(api.CoreFeaturesV2|experimental.CoreFeaturesThreads))
	defer rt.Close(ctx)
	if _, err := rt.CompileModule(ctx, m.Bytes()); err != nil {
		t.Error(err)
	}
}
