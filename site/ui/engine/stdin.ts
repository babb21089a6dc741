// Standard input of a program: bytes known before it starts.

/// One reader, or several Ms that share the position in a control word.
export class Stdin {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly position: Int32Array = new Int32Array(1),
    private readonly word = 0,
  ) {}

  /// Fills `into`; gives the number of bytes, -1 at the end.
  read(into: Uint8Array): number {
    for (;;) {
      const at = Atomics.load(this.position, this.word)
      const n = Math.min(into.length, this.bytes.length - at)
      if (n <= 0) return into.length === 0 ? 0 : -1
      if (Atomics.compareExchange(this.position, this.word, at, at + n) !== at) continue
      into.set(this.bytes.subarray(at, at + n))
      return n
    }
  }
}
