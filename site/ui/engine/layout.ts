// Section "gopark.layout" of a module: where the scheduler's variables and the
// fields of its structs are. Twin of wasm/host/layout.go.

/// The content of the section.
export interface Layout {
  readonly structs: Readonly<Record<string, StructLayout>>
  readonly vars: Readonly<Record<string, number>>
  readonly files: readonly string[]
  readonly funcs: readonly (readonly [info: number, name: string, file: string, line: number, end?: number])[]
  readonly starts?: readonly string[] // what goroutines of the library start with
}

export interface StructLayout {
  readonly size: number
  readonly fields: Readonly<Record<string, readonly [offset: number, size: number]>>
}

/// Reads the section; a module without one has an empty layout.
export function layoutOf(module: WebAssembly.Module): Layout {
  const [section] = WebAssembly.Module.customSections(module, "gopark.layout")
  if (!section) return { structs: {}, vars: {}, files: [], funcs: [] }
  return JSON.parse(new TextDecoder().decode(section)) as Layout
}

/// Reads words of a memory that Ms may be writing to. Memory never grows.
export class Words {
  private readonly i32: Int32Array
  private readonly i64: BigInt64Array
  readonly bytes: Uint8Array

  constructor(memory: WebAssembly.Memory) {
    this.i32 = new Int32Array(memory.buffer)
    this.i64 = new BigInt64Array(memory.buffer)
    this.bytes = new Uint8Array(memory.buffer)
  }

  u8(addr: number): number { return Atomics.load(this.bytes, addr) }
  u16(addr: number): number { return this.u8(addr) | this.u8(addr + 1) << 8 }
  u32(addr: number): number { return Atomics.load(this.i32, addr >>> 2) >>> 0 }
  u64(addr: number): bigint { return BigInt.asUintN(64, Atomics.load(this.i64, addr >>> 3)) }
  /// A 64-bit word as a number: counters and goids stay far below 2^53.
  num(addr: number): number { return Number(this.u64(addr)) }
  setU32(addr: number, v: number): void { Atomics.store(this.i32, addr >>> 2, v | 0) }
  setU64(addr: number, v: bigint): void { Atomics.store(this.i64, addr >>> 3, v) }

  /// Any unsigned field, by its size.
  uint(addr: number, size: number): number {
    switch (size) {
      case 1: return this.u8(addr)
      case 2: return this.u16(addr)
      case 4: return this.u32(addr)
      default: return this.num(addr)
    }
  }
}

/// A struct in memory, read through its layout: `g.get("goid")`.
export class Struct {
  constructor(
    private readonly words: Words,
    private readonly layout: Layout,
    private readonly type: string,
    readonly addr: number,
  ) {}

  /// Address of a field.
  at(field: string): number { return this.addr + this.place(field)[0] }

  /// Value of an unsigned field or pointer.
  get(field: string): number {
    const [offset, size] = this.place(field)
    return this.words.uint(this.addr + offset, size)
  }

  /// The struct of type `type` that pointer `field` leads to, or null.
  follow(field: string, type: string): Struct | null {
    const addr = this.get(field)
    return addr === 0 ? null : new Struct(this.words, this.layout, type, addr)
  }

  private place(field: string): readonly [number, number] {
    const place = this.layout.structs[this.type]?.fields[field]
    if (!place) throw new Error(`layout has no field ${this.type}.${field}`)
    return place
  }
}
