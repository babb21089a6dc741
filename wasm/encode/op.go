// This file names the instructions of WebAssembly that we use: core 2.0 without
// references and vectors, and the threads extension.

package encode

import "fmt"

// Op is an instruction. One with a prefix byte has the prefix in its upper byte
// and its number in the lower: 0xfc0a is memory.copy.
type Op uint16

// Control and variables.
const (
	OpUnreachable  Op = 0x00
	OpNop          Op = 0x01
	OpBlock        Op = 0x02
	OpLoop         Op = 0x03
	OpIf           Op = 0x04
	OpElse         Op = 0x05
	OpEnd          Op = 0x0b
	OpBr           Op = 0x0c
	OpBrIf         Op = 0x0d
	OpBrTable      Op = 0x0e
	OpReturn       Op = 0x0f
	OpCall         Op = 0x10
	OpCallIndirect Op = 0x11
	OpDrop         Op = 0x1a
	OpSelect       Op = 0x1b
	OpLocalGet     Op = 0x20
	OpLocalSet     Op = 0x21
	OpLocalTee     Op = 0x22
	OpGlobalGet    Op = 0x23
	OpGlobalSet    Op = 0x24
)

// Memory. The operand is alignment and offset.
const (
	OpI32Load    Op = 0x28
	OpI64Load    Op = 0x29
	OpF32Load    Op = 0x2a
	OpF64Load    Op = 0x2b
	OpI32Load8S  Op = 0x2c
	OpI32Load8U  Op = 0x2d
	OpI32Load16S Op = 0x2e
	OpI32Load16U Op = 0x2f
	OpI64Load8S  Op = 0x30
	OpI64Load8U  Op = 0x31
	OpI64Load16S Op = 0x32
	OpI64Load16U Op = 0x33
	OpI64Load32S Op = 0x34
	OpI64Load32U Op = 0x35
	OpI32Store   Op = 0x36
	OpI64Store   Op = 0x37
	OpF32Store   Op = 0x38
	OpF64Store   Op = 0x39
	OpI32Store8  Op = 0x3a
	OpI32Store16 Op = 0x3b
	OpI64Store8  Op = 0x3c
	OpI64Store16 Op = 0x3d
	OpI64Store32 Op = 0x3e
	OpMemorySize Op = 0x3f
	OpMemoryGrow Op = 0x40
)

// Constants.
const (
	OpI32Const Op = 0x41
	OpI64Const Op = 0x42
	OpF32Const Op = 0x43
	OpF64Const Op = 0x44
)

// Comparisons.
const (
	OpI32Eqz Op = 0x45
	OpI32Eq  Op = 0x46
	OpI32Ne  Op = 0x47
	OpI32LtS Op = 0x48
	OpI32LtU Op = 0x49
	OpI32GtS Op = 0x4a
	OpI32GtU Op = 0x4b
	OpI32LeS Op = 0x4c
	OpI32LeU Op = 0x4d
	OpI32GeS Op = 0x4e
	OpI32GeU Op = 0x4f
	OpI64Eqz Op = 0x50
	OpI64Eq  Op = 0x51
	OpI64Ne  Op = 0x52
	OpI64LtS Op = 0x53
	OpI64LtU Op = 0x54
	OpI64GtS Op = 0x55
	OpI64GtU Op = 0x56
	OpI64LeS Op = 0x57
	OpI64LeU Op = 0x58
	OpI64GeS Op = 0x59
	OpI64GeU Op = 0x5a
	OpF32Eq  Op = 0x5b
	OpF32Ne  Op = 0x5c
	OpF32Lt  Op = 0x5d
	OpF32Gt  Op = 0x5e
	OpF32Le  Op = 0x5f
	OpF32Ge  Op = 0x60
	OpF64Eq  Op = 0x61
	OpF64Ne  Op = 0x62
	OpF64Lt  Op = 0x63
	OpF64Gt  Op = 0x64
	OpF64Le  Op = 0x65
	OpF64Ge  Op = 0x66
)

// Arithmetic.
const (
	OpI32Clz      Op = 0x67
	OpI32Ctz      Op = 0x68
	OpI32Popcnt   Op = 0x69
	OpI32Add      Op = 0x6a
	OpI32Sub      Op = 0x6b
	OpI32Mul      Op = 0x6c
	OpI32DivS     Op = 0x6d
	OpI32DivU     Op = 0x6e
	OpI32RemS     Op = 0x6f
	OpI32RemU     Op = 0x70
	OpI32And      Op = 0x71
	OpI32Or       Op = 0x72
	OpI32Xor      Op = 0x73
	OpI32Shl      Op = 0x74
	OpI32ShrS     Op = 0x75
	OpI32ShrU     Op = 0x76
	OpI32Rotl     Op = 0x77
	OpI32Rotr     Op = 0x78
	OpI64Clz      Op = 0x79
	OpI64Ctz      Op = 0x7a
	OpI64Popcnt   Op = 0x7b
	OpI64Add      Op = 0x7c
	OpI64Sub      Op = 0x7d
	OpI64Mul      Op = 0x7e
	OpI64DivS     Op = 0x7f
	OpI64DivU     Op = 0x80
	OpI64RemS     Op = 0x81
	OpI64RemU     Op = 0x82
	OpI64And      Op = 0x83
	OpI64Or       Op = 0x84
	OpI64Xor      Op = 0x85
	OpI64Shl      Op = 0x86
	OpI64ShrS     Op = 0x87
	OpI64ShrU     Op = 0x88
	OpI64Rotl     Op = 0x89
	OpI64Rotr     Op = 0x8a
	OpF32Abs      Op = 0x8b
	OpF32Neg      Op = 0x8c
	OpF32Ceil     Op = 0x8d
	OpF32Floor    Op = 0x8e
	OpF32Trunc    Op = 0x8f
	OpF32Nearest  Op = 0x90
	OpF32Sqrt     Op = 0x91
	OpF32Add      Op = 0x92
	OpF32Sub      Op = 0x93
	OpF32Mul      Op = 0x94
	OpF32Div      Op = 0x95
	OpF32Min      Op = 0x96
	OpF32Max      Op = 0x97
	OpF32Copysign Op = 0x98
	OpF64Abs      Op = 0x99
	OpF64Neg      Op = 0x9a
	OpF64Ceil     Op = 0x9b
	OpF64Floor    Op = 0x9c
	OpF64Trunc    Op = 0x9d
	OpF64Nearest  Op = 0x9e
	OpF64Sqrt     Op = 0x9f
	OpF64Add      Op = 0xa0
	OpF64Sub      Op = 0xa1
	OpF64Mul      Op = 0xa2
	OpF64Div      Op = 0xa3
	OpF64Min      Op = 0xa4
	OpF64Max      Op = 0xa5
	OpF64Copysign Op = 0xa6
)

// Conversions.
const (
	OpI32WrapI64        Op = 0xa7
	OpI32TruncF32S      Op = 0xa8
	OpI32TruncF32U      Op = 0xa9
	OpI32TruncF64S      Op = 0xaa
	OpI32TruncF64U      Op = 0xab
	OpI64ExtendI32S     Op = 0xac
	OpI64ExtendI32U     Op = 0xad
	OpI64TruncF32S      Op = 0xae
	OpI64TruncF32U      Op = 0xaf
	OpI64TruncF64S      Op = 0xb0
	OpI64TruncF64U      Op = 0xb1
	OpF32ConvertI32S    Op = 0xb2
	OpF32ConvertI32U    Op = 0xb3
	OpF32ConvertI64S    Op = 0xb4
	OpF32ConvertI64U    Op = 0xb5
	OpF32DemoteF64      Op = 0xb6
	OpF64ConvertI32S    Op = 0xb7
	OpF64ConvertI32U    Op = 0xb8
	OpF64ConvertI64S    Op = 0xb9
	OpF64ConvertI64U    Op = 0xba
	OpF64PromoteF32     Op = 0xbb
	OpI32ReinterpretF32 Op = 0xbc
	OpI64ReinterpretF64 Op = 0xbd
	OpF32ReinterpretI32 Op = 0xbe
	OpF64ReinterpretI64 Op = 0xbf
	OpI32Extend8S       Op = 0xc0
	OpI32Extend16S      Op = 0xc1
	OpI64Extend8S       Op = 0xc2
	OpI64Extend16S      Op = 0xc3
	OpI64Extend32S      Op = 0xc4
)

// Saturating conversions and bulk memory.
const (
	OpI32TruncSatF32S Op = 0xfc00
	OpI32TruncSatF32U Op = 0xfc01
	OpI32TruncSatF64S Op = 0xfc02
	OpI32TruncSatF64U Op = 0xfc03
	OpI64TruncSatF32S Op = 0xfc04
	OpI64TruncSatF32U Op = 0xfc05
	OpI64TruncSatF64S Op = 0xfc06
	OpI64TruncSatF64U Op = 0xfc07
	OpMemoryInit      Op = 0xfc08
	OpDataDrop        Op = 0xfc09
	OpMemoryCopy      Op = 0xfc0a
	OpMemoryFill      Op = 0xfc0b
)

// Atomics, all sequentially consistent.
const (
	OpAtomicNotify           Op = 0xfe00
	OpAtomicWait32           Op = 0xfe01
	OpAtomicWait64           Op = 0xfe02
	OpFence                  Op = 0xfe03
	OpI32AtomicLoad          Op = 0xfe10
	OpI64AtomicLoad          Op = 0xfe11
	OpI32AtomicLoad8U        Op = 0xfe12
	OpI32AtomicLoad16U       Op = 0xfe13
	OpI64AtomicLoad8U        Op = 0xfe14
	OpI64AtomicLoad16U       Op = 0xfe15
	OpI64AtomicLoad32U       Op = 0xfe16
	OpI32AtomicStore         Op = 0xfe17
	OpI64AtomicStore         Op = 0xfe18
	OpI32AtomicStore8        Op = 0xfe19
	OpI32AtomicStore16       Op = 0xfe1a
	OpI64AtomicStore8        Op = 0xfe1b
	OpI64AtomicStore16       Op = 0xfe1c
	OpI64AtomicStore32       Op = 0xfe1d
	OpI32AtomicRmwAdd        Op = 0xfe1e
	OpI64AtomicRmwAdd        Op = 0xfe1f
	OpI32AtomicRmw8AddU      Op = 0xfe20
	OpI32AtomicRmw16AddU     Op = 0xfe21
	OpI64AtomicRmw8AddU      Op = 0xfe22
	OpI64AtomicRmw16AddU     Op = 0xfe23
	OpI64AtomicRmw32AddU     Op = 0xfe24
	OpI32AtomicRmwSub        Op = 0xfe25
	OpI64AtomicRmwSub        Op = 0xfe26
	OpI32AtomicRmw8SubU      Op = 0xfe27
	OpI32AtomicRmw16SubU     Op = 0xfe28
	OpI64AtomicRmw8SubU      Op = 0xfe29
	OpI64AtomicRmw16SubU     Op = 0xfe2a
	OpI64AtomicRmw32SubU     Op = 0xfe2b
	OpI32AtomicRmwAnd        Op = 0xfe2c
	OpI64AtomicRmwAnd        Op = 0xfe2d
	OpI32AtomicRmw8AndU      Op = 0xfe2e
	OpI32AtomicRmw16AndU     Op = 0xfe2f
	OpI64AtomicRmw8AndU      Op = 0xfe30
	OpI64AtomicRmw16AndU     Op = 0xfe31
	OpI64AtomicRmw32AndU     Op = 0xfe32
	OpI32AtomicRmwOr         Op = 0xfe33
	OpI64AtomicRmwOr         Op = 0xfe34
	OpI32AtomicRmw8OrU       Op = 0xfe35
	OpI32AtomicRmw16OrU      Op = 0xfe36
	OpI64AtomicRmw8OrU       Op = 0xfe37
	OpI64AtomicRmw16OrU      Op = 0xfe38
	OpI64AtomicRmw32OrU      Op = 0xfe39
	OpI32AtomicRmwXor        Op = 0xfe3a
	OpI64AtomicRmwXor        Op = 0xfe3b
	OpI32AtomicRmw8XorU      Op = 0xfe3c
	OpI32AtomicRmw16XorU     Op = 0xfe3d
	OpI64AtomicRmw8XorU      Op = 0xfe3e
	OpI64AtomicRmw16XorU     Op = 0xfe3f
	OpI64AtomicRmw32XorU     Op = 0xfe40
	OpI32AtomicRmwXchg       Op = 0xfe41
	OpI64AtomicRmwXchg       Op = 0xfe42
	OpI32AtomicRmw8XchgU     Op = 0xfe43
	OpI32AtomicRmw16XchgU    Op = 0xfe44
	OpI64AtomicRmw8XchgU     Op = 0xfe45
	OpI64AtomicRmw16XchgU    Op = 0xfe46
	OpI64AtomicRmw32XchgU    Op = 0xfe47
	OpI32AtomicRmwCmpxchg    Op = 0xfe48
	OpI64AtomicRmwCmpxchg    Op = 0xfe49
	OpI32AtomicRmw8CmpxchgU  Op = 0xfe4a
	OpI32AtomicRmw16CmpxchgU Op = 0xfe4b
	OpI64AtomicRmw8CmpxchgU  Op = 0xfe4c
	OpI64AtomicRmw16CmpxchgU Op = 0xfe4d
	OpI64AtomicRmw32CmpxchgU Op = 0xfe4e
)

// String is the name in the text format.
func (op Op) String() string {
	if n := opNames[op]; n != "" {
		return n
	}
	return fmt.Sprintf("op%#x", uint16(op))
}

// OpByName is the instruction of that name in the text format.
func OpByName(name string) (Op, bool) {
	op, ok := opsByName[name]
	return op, ok
}

var opsByName = func() map[string]Op {
	m := make(map[string]Op, len(opNames))
	for op, n := range opNames {
		m[n] = op
	}
	return m
}()

var opNames = map[Op]string{
	OpUnreachable:            "unreachable",
	OpNop:                    "nop",
	OpBlock:                  "block",
	OpLoop:                   "loop",
	OpIf:                     "if",
	OpElse:                   "else",
	OpEnd:                    "end",
	OpBr:                     "br",
	OpBrIf:                   "br_if",
	OpBrTable:                "br_table",
	OpReturn:                 "return",
	OpCall:                   "call",
	OpCallIndirect:           "call_indirect",
	OpDrop:                   "drop",
	OpSelect:                 "select",
	OpLocalGet:               "local.get",
	OpLocalSet:               "local.set",
	OpLocalTee:               "local.tee",
	OpGlobalGet:              "global.get",
	OpGlobalSet:              "global.set",
	OpI32Load:                "i32.load",
	OpI64Load:                "i64.load",
	OpF32Load:                "f32.load",
	OpF64Load:                "f64.load",
	OpI32Load8S:              "i32.load8_s",
	OpI32Load8U:              "i32.load8_u",
	OpI32Load16S:             "i32.load16_s",
	OpI32Load16U:             "i32.load16_u",
	OpI64Load8S:              "i64.load8_s",
	OpI64Load8U:              "i64.load8_u",
	OpI64Load16S:             "i64.load16_s",
	OpI64Load16U:             "i64.load16_u",
	OpI64Load32S:             "i64.load32_s",
	OpI64Load32U:             "i64.load32_u",
	OpI32Store:               "i32.store",
	OpI64Store:               "i64.store",
	OpF32Store:               "f32.store",
	OpF64Store:               "f64.store",
	OpI32Store8:              "i32.store8",
	OpI32Store16:             "i32.store16",
	OpI64Store8:              "i64.store8",
	OpI64Store16:             "i64.store16",
	OpI64Store32:             "i64.store32",
	OpMemorySize:             "memory.size",
	OpMemoryGrow:             "memory.grow",
	OpI32Const:               "i32.const",
	OpI64Const:               "i64.const",
	OpF32Const:               "f32.const",
	OpF64Const:               "f64.const",
	OpI32Eqz:                 "i32.eqz",
	OpI32Eq:                  "i32.eq",
	OpI32Ne:                  "i32.ne",
	OpI32LtS:                 "i32.lt_s",
	OpI32LtU:                 "i32.lt_u",
	OpI32GtS:                 "i32.gt_s",
	OpI32GtU:                 "i32.gt_u",
	OpI32LeS:                 "i32.le_s",
	OpI32LeU:                 "i32.le_u",
	OpI32GeS:                 "i32.ge_s",
	OpI32GeU:                 "i32.ge_u",
	OpI64Eqz:                 "i64.eqz",
	OpI64Eq:                  "i64.eq",
	OpI64Ne:                  "i64.ne",
	OpI64LtS:                 "i64.lt_s",
	OpI64LtU:                 "i64.lt_u",
	OpI64GtS:                 "i64.gt_s",
	OpI64GtU:                 "i64.gt_u",
	OpI64LeS:                 "i64.le_s",
	OpI64LeU:                 "i64.le_u",
	OpI64GeS:                 "i64.ge_s",
	OpI64GeU:                 "i64.ge_u",
	OpF32Eq:                  "f32.eq",
	OpF32Ne:                  "f32.ne",
	OpF32Lt:                  "f32.lt",
	OpF32Gt:                  "f32.gt",
	OpF32Le:                  "f32.le",
	OpF32Ge:                  "f32.ge",
	OpF64Eq:                  "f64.eq",
	OpF64Ne:                  "f64.ne",
	OpF64Lt:                  "f64.lt",
	OpF64Gt:                  "f64.gt",
	OpF64Le:                  "f64.le",
	OpF64Ge:                  "f64.ge",
	OpI32Clz:                 "i32.clz",
	OpI32Ctz:                 "i32.ctz",
	OpI32Popcnt:              "i32.popcnt",
	OpI32Add:                 "i32.add",
	OpI32Sub:                 "i32.sub",
	OpI32Mul:                 "i32.mul",
	OpI32DivS:                "i32.div_s",
	OpI32DivU:                "i32.div_u",
	OpI32RemS:                "i32.rem_s",
	OpI32RemU:                "i32.rem_u",
	OpI32And:                 "i32.and",
	OpI32Or:                  "i32.or",
	OpI32Xor:                 "i32.xor",
	OpI32Shl:                 "i32.shl",
	OpI32ShrS:                "i32.shr_s",
	OpI32ShrU:                "i32.shr_u",
	OpI32Rotl:                "i32.rotl",
	OpI32Rotr:                "i32.rotr",
	OpI64Clz:                 "i64.clz",
	OpI64Ctz:                 "i64.ctz",
	OpI64Popcnt:              "i64.popcnt",
	OpI64Add:                 "i64.add",
	OpI64Sub:                 "i64.sub",
	OpI64Mul:                 "i64.mul",
	OpI64DivS:                "i64.div_s",
	OpI64DivU:                "i64.div_u",
	OpI64RemS:                "i64.rem_s",
	OpI64RemU:                "i64.rem_u",
	OpI64And:                 "i64.and",
	OpI64Or:                  "i64.or",
	OpI64Xor:                 "i64.xor",
	OpI64Shl:                 "i64.shl",
	OpI64ShrS:                "i64.shr_s",
	OpI64ShrU:                "i64.shr_u",
	OpI64Rotl:                "i64.rotl",
	OpI64Rotr:                "i64.rotr",
	OpF32Abs:                 "f32.abs",
	OpF32Neg:                 "f32.neg",
	OpF32Ceil:                "f32.ceil",
	OpF32Floor:               "f32.floor",
	OpF32Trunc:               "f32.trunc",
	OpF32Nearest:             "f32.nearest",
	OpF32Sqrt:                "f32.sqrt",
	OpF32Add:                 "f32.add",
	OpF32Sub:                 "f32.sub",
	OpF32Mul:                 "f32.mul",
	OpF32Div:                 "f32.div",
	OpF32Min:                 "f32.min",
	OpF32Max:                 "f32.max",
	OpF32Copysign:            "f32.copysign",
	OpF64Abs:                 "f64.abs",
	OpF64Neg:                 "f64.neg",
	OpF64Ceil:                "f64.ceil",
	OpF64Floor:               "f64.floor",
	OpF64Trunc:               "f64.trunc",
	OpF64Nearest:             "f64.nearest",
	OpF64Sqrt:                "f64.sqrt",
	OpF64Add:                 "f64.add",
	OpF64Sub:                 "f64.sub",
	OpF64Mul:                 "f64.mul",
	OpF64Div:                 "f64.div",
	OpF64Min:                 "f64.min",
	OpF64Max:                 "f64.max",
	OpF64Copysign:            "f64.copysign",
	OpI32WrapI64:             "i32.wrap_i64",
	OpI32TruncF32S:           "i32.trunc_f32_s",
	OpI32TruncF32U:           "i32.trunc_f32_u",
	OpI32TruncF64S:           "i32.trunc_f64_s",
	OpI32TruncF64U:           "i32.trunc_f64_u",
	OpI64ExtendI32S:          "i64.extend_i32_s",
	OpI64ExtendI32U:          "i64.extend_i32_u",
	OpI64TruncF32S:           "i64.trunc_f32_s",
	OpI64TruncF32U:           "i64.trunc_f32_u",
	OpI64TruncF64S:           "i64.trunc_f64_s",
	OpI64TruncF64U:           "i64.trunc_f64_u",
	OpF32ConvertI32S:         "f32.convert_i32_s",
	OpF32ConvertI32U:         "f32.convert_i32_u",
	OpF32ConvertI64S:         "f32.convert_i64_s",
	OpF32ConvertI64U:         "f32.convert_i64_u",
	OpF32DemoteF64:           "f32.demote_f64",
	OpF64ConvertI32S:         "f64.convert_i32_s",
	OpF64ConvertI32U:         "f64.convert_i32_u",
	OpF64ConvertI64S:         "f64.convert_i64_s",
	OpF64ConvertI64U:         "f64.convert_i64_u",
	OpF64PromoteF32:          "f64.promote_f32",
	OpI32ReinterpretF32:      "i32.reinterpret_f32",
	OpI64ReinterpretF64:      "i64.reinterpret_f64",
	OpF32ReinterpretI32:      "f32.reinterpret_i32",
	OpF64ReinterpretI64:      "f64.reinterpret_i64",
	OpI32Extend8S:            "i32.extend8_s",
	OpI32Extend16S:           "i32.extend16_s",
	OpI64Extend8S:            "i64.extend8_s",
	OpI64Extend16S:           "i64.extend16_s",
	OpI64Extend32S:           "i64.extend32_s",
	OpI32TruncSatF32S:        "i32.trunc_sat_f32_s",
	OpI32TruncSatF32U:        "i32.trunc_sat_f32_u",
	OpI32TruncSatF64S:        "i32.trunc_sat_f64_s",
	OpI32TruncSatF64U:        "i32.trunc_sat_f64_u",
	OpI64TruncSatF32S:        "i64.trunc_sat_f32_s",
	OpI64TruncSatF32U:        "i64.trunc_sat_f32_u",
	OpI64TruncSatF64S:        "i64.trunc_sat_f64_s",
	OpI64TruncSatF64U:        "i64.trunc_sat_f64_u",
	OpMemoryInit:             "memory.init",
	OpDataDrop:               "data.drop",
	OpMemoryCopy:             "memory.copy",
	OpMemoryFill:             "memory.fill",
	OpAtomicNotify:           "memory.atomic.notify",
	OpAtomicWait32:           "memory.atomic.wait32",
	OpAtomicWait64:           "memory.atomic.wait64",
	OpFence:                  "atomic.fence",
	OpI32AtomicLoad:          "i32.atomic.load",
	OpI64AtomicLoad:          "i64.atomic.load",
	OpI32AtomicLoad8U:        "i32.atomic.load8_u",
	OpI32AtomicLoad16U:       "i32.atomic.load16_u",
	OpI64AtomicLoad8U:        "i64.atomic.load8_u",
	OpI64AtomicLoad16U:       "i64.atomic.load16_u",
	OpI64AtomicLoad32U:       "i64.atomic.load32_u",
	OpI32AtomicStore:         "i32.atomic.store",
	OpI64AtomicStore:         "i64.atomic.store",
	OpI32AtomicStore8:        "i32.atomic.store8",
	OpI32AtomicStore16:       "i32.atomic.store16",
	OpI64AtomicStore8:        "i64.atomic.store8",
	OpI64AtomicStore16:       "i64.atomic.store16",
	OpI64AtomicStore32:       "i64.atomic.store32",
	OpI32AtomicRmwAdd:        "i32.atomic.rmw.add",
	OpI64AtomicRmwAdd:        "i64.atomic.rmw.add",
	OpI32AtomicRmw8AddU:      "i32.atomic.rmw8.add_u",
	OpI32AtomicRmw16AddU:     "i32.atomic.rmw16.add_u",
	OpI64AtomicRmw8AddU:      "i64.atomic.rmw8.add_u",
	OpI64AtomicRmw16AddU:     "i64.atomic.rmw16.add_u",
	OpI64AtomicRmw32AddU:     "i64.atomic.rmw32.add_u",
	OpI32AtomicRmwSub:        "i32.atomic.rmw.sub",
	OpI64AtomicRmwSub:        "i64.atomic.rmw.sub",
	OpI32AtomicRmw8SubU:      "i32.atomic.rmw8.sub_u",
	OpI32AtomicRmw16SubU:     "i32.atomic.rmw16.sub_u",
	OpI64AtomicRmw8SubU:      "i64.atomic.rmw8.sub_u",
	OpI64AtomicRmw16SubU:     "i64.atomic.rmw16.sub_u",
	OpI64AtomicRmw32SubU:     "i64.atomic.rmw32.sub_u",
	OpI32AtomicRmwAnd:        "i32.atomic.rmw.and",
	OpI64AtomicRmwAnd:        "i64.atomic.rmw.and",
	OpI32AtomicRmw8AndU:      "i32.atomic.rmw8.and_u",
	OpI32AtomicRmw16AndU:     "i32.atomic.rmw16.and_u",
	OpI64AtomicRmw8AndU:      "i64.atomic.rmw8.and_u",
	OpI64AtomicRmw16AndU:     "i64.atomic.rmw16.and_u",
	OpI64AtomicRmw32AndU:     "i64.atomic.rmw32.and_u",
	OpI32AtomicRmwOr:         "i32.atomic.rmw.or",
	OpI64AtomicRmwOr:         "i64.atomic.rmw.or",
	OpI32AtomicRmw8OrU:       "i32.atomic.rmw8.or_u",
	OpI32AtomicRmw16OrU:      "i32.atomic.rmw16.or_u",
	OpI64AtomicRmw8OrU:       "i64.atomic.rmw8.or_u",
	OpI64AtomicRmw16OrU:      "i64.atomic.rmw16.or_u",
	OpI64AtomicRmw32OrU:      "i64.atomic.rmw32.or_u",
	OpI32AtomicRmwXor:        "i32.atomic.rmw.xor",
	OpI64AtomicRmwXor:        "i64.atomic.rmw.xor",
	OpI32AtomicRmw8XorU:      "i32.atomic.rmw8.xor_u",
	OpI32AtomicRmw16XorU:     "i32.atomic.rmw16.xor_u",
	OpI64AtomicRmw8XorU:      "i64.atomic.rmw8.xor_u",
	OpI64AtomicRmw16XorU:     "i64.atomic.rmw16.xor_u",
	OpI64AtomicRmw32XorU:     "i64.atomic.rmw32.xor_u",
	OpI32AtomicRmwXchg:       "i32.atomic.rmw.xchg",
	OpI64AtomicRmwXchg:       "i64.atomic.rmw.xchg",
	OpI32AtomicRmw8XchgU:     "i32.atomic.rmw8.xchg_u",
	OpI32AtomicRmw16XchgU:    "i32.atomic.rmw16.xchg_u",
	OpI64AtomicRmw8XchgU:     "i64.atomic.rmw8.xchg_u",
	OpI64AtomicRmw16XchgU:    "i64.atomic.rmw16.xchg_u",
	OpI64AtomicRmw32XchgU:    "i64.atomic.rmw32.xchg_u",
	OpI32AtomicRmwCmpxchg:    "i32.atomic.rmw.cmpxchg",
	OpI64AtomicRmwCmpxchg:    "i64.atomic.rmw.cmpxchg",
	OpI32AtomicRmw8CmpxchgU:  "i32.atomic.rmw8.cmpxchg_u",
	OpI32AtomicRmw16CmpxchgU: "i32.atomic.rmw16.cmpxchg_u",
	OpI64AtomicRmw8CmpxchgU:  "i64.atomic.rmw8.cmpxchg_u",
	OpI64AtomicRmw16CmpxchgU: "i64.atomic.rmw16.cmpxchg_u",
	OpI64AtomicRmw32CmpxchgU: "i64.atomic.rmw32.cmpxchg_u",
}

// Align is the natural alignment of a load, store or atomic, as a power of two;
// ok is false for all other instructions.
func (op Op) Align() (align uint8, ok bool) {
	switch {
	case op >= OpI32Load && op <= OpI64Store32:
		return memoryAligns[op-OpI32Load], true
	case op == OpAtomicNotify, op == OpAtomicWait32:
		return 2, true
	case op == OpAtomicWait64:
		return 3, true
	case op >= OpI32AtomicLoad && op <= OpI64AtomicRmw32CmpxchgU:
		return atomicAligns[int(op-OpI32AtomicLoad)%len(atomicAligns)], true
	}
	return 0, false
}

// By instruction from i32.load on; and the seven widths each atomic comes in.
var (
	memoryAligns = [...]uint8{2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2}
	atomicAligns = [...]uint8{2, 3, 0, 1, 0, 1, 2}
)
