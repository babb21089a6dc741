// SHA-256 of a stream. The platform's own (SubtleCrypto) wants all bytes at once,
// and the events of a run may be gigabytes.

const primes = (n: number): number[] => {
  const found: number[] = []
  for (let c = 2; found.length < n; c++) if (found.every(p => c % p)) found.push(c)
  return found
}

// The first 32 bits of the fractional part of x.
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0

const K = Int32Array.from(primes(64), p => fraction(Math.cbrt(p)))
const H0 = Int32Array.from(primes(8), p => fraction(Math.sqrt(p)))

const rotr = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

/// Computes the digest of all bytes given to `update`.
export class Sha256 {
  private readonly h = Int32Array.from(H0)
  private readonly w = new Int32Array(64)
  private readonly block = new Uint8Array(64)
  private filled = 0
  private total = 0

  update(bytes: Uint8Array): this {
    this.total += bytes.length
    let at = 0
    if (this.filled > 0) {
      at = Math.min(64 - this.filled, bytes.length)
      this.block.set(bytes.subarray(0, at), this.filled)
      this.filled += at
      if (this.filled < 64) return this
      this.compress(this.block, 0)
      this.filled = 0
    }
    for (; at + 64 <= bytes.length; at += 64) this.compress(bytes, at)
    this.block.set(bytes.subarray(at), 0)
    this.filled = bytes.length - at
    return this
  }

  /// The digest so far, in hex; the stream may go on.
  hex(): string {
    const end = new Sha256()
    end.h.set(this.h)
    const tail = new Uint8Array(this.filled < 56 ? 64 : 128)
    tail.set(this.block.subarray(0, this.filled))
    tail[this.filled] = 0x80
    new DataView(tail.buffer).setBigUint64(tail.length - 8, BigInt(this.total) * 8n)
    end.update(tail)
    return Array.from(end.h, x => (x >>> 0).toString(16).padStart(8, "0")).join("")
  }

  private compress(b: Uint8Array, at: number): void {
    const w = this.w
    for (let i = 0; i < 16; i++, at += 4) w[i] = (b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!, y = w[i - 2]!
      const s0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3)
      const s1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10)
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
    }
    const h = this.h
    let a = h[0]!, b1 = h[1]!, c = h[2]!, d = h[3]!, e = h[4]!, f = h[5]!, g = h[6]!, i1 = h[7]!
    for (let i = 0; i < 64; i++) {
      const t1 = (i1 + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b1) ^ (a & c) ^ (b1 & c))) | 0
      i1 = g; g = f; f = e; e = (d + t1) | 0
      d = c; c = b1; b1 = a; a = (t1 + t2) | 0
    }
    h[0] = (h[0]! + a) | 0; h[1] = (h[1]! + b1) | 0; h[2] = (h[2]! + c) | 0; h[3] = (h[3]! + d) | 0
    h[4] = (h[4]! + e) | 0; h[5] = (h[5]! + f) | 0; h[6] = (h[6]! + g) | 0; h[7] = (h[7]! + i1) | 0
  }
}
