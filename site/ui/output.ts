// This file is the output pane: what the program wrote, as text and nothing else, at
// most so much of it, drawn once per frame.

const limit = 1 << 20 // characters
const blockSize = 1 << 13

/// The output of one run after the other.
export class Output {
  private waiting: {fd: number; text: string}[] = []
  private length = 0
  private cut = 0
  private frame = 0
  private decoders = new Map<number, TextDecoder>()
  private last: {fd: number; node: Text} | null = null
  private block: HTMLElement | null = null // of some lines; each has its own layout
  private blockLength = 0
  private lineEnded = true
  private count = 0 // of lines that have ended
  private open = false // a line has not

  constructor(
    private readonly pane: HTMLElement,
    private readonly notice: HTMLElement,
  ) {}

  clear(): void {
    this.waiting = []
    this.length = this.cut = this.count = 0
    this.open = false
    this.last = this.block = null
    this.decoders.clear()
    this.pane.textContent = ""
    this.notice.hidden = true
  }

  /// Adds what the program wrote to stdout (1) or stderr (2).
  write(fd: number, bytes: Uint8Array): void {
    if (this.length >= limit) {
      this.cut += bytes.length
    } else {
      let text = this.decoder(fd).decode(bytes, {stream: true})
      if (this.length + text.length > limit) {
        this.cut += this.length + text.length - limit
        text = text.slice(0, limit - this.length)
      }
      this.length += text.length
      this.count += text.split("\n").length - 1
      if (text !== "") this.open = !text.endsWith("\n")
      this.waiting.push({fd, text})
    }
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.show())
  }

  /// How many lines the program wrote, of those that are shown.
  get lines(): number {
    return this.count + Number(this.open)
  }

  /// Whether it wrote more than is shown.
  get more(): boolean {
    return this.cut > 0
  }

  /// A line of ours, not of the program.
  say(text: string): void {
    this.waiting.push({fd: 0, text})
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.show())
  }

  /// Shows what waits for the next frame: a run that is over has shown its output.
  flush(): void {
    cancelAnimationFrame(this.frame)
    this.show()
  }

  private decoder(fd: number): TextDecoder {
    let d = this.decoders.get(fd)
    if (d === undefined) this.decoders.set(fd, (d = new TextDecoder()))
    return d
  }

  private show(): void {
    this.frame = 0
    const end = this.pane.scrollTop + this.pane.clientHeight >= this.pane.scrollHeight - 4
    for (const {fd, text} of this.waiting) this.add(fd, text)
    this.waiting = []
    if (end) this.pane.scrollTop = this.pane.scrollHeight
    this.notice.hidden = this.cut === 0
    this.notice.textContent = `The program wrote ${this.cut.toLocaleString("en")} characters more; they are not shown.`
  }

  // A block of whole lines is laid out once; one long text would be each time.
  private add(fd: number, text: string): void {
    for (let at = 0; at < text.length; ) {
      if (this.block === null || (this.blockLength >= blockSize && this.lineEnded)) this.newBlock()
      let end = Math.min(text.length, at + blockSize)
      const line = text.lastIndexOf("\n", end - 1) + 1
      if (end < text.length && line > at) end = line
      this.put(fd, text.slice(at, end))
      this.lineEnded = text[end - 1] === "\n"
      at = end
    }
  }

  private newBlock(): void {
    this.block = document.createElement("div")
    this.blockLength = 0
    this.last = null
    this.pane.append(this.block)
  }

  private put(fd: number, text: string): void {
    this.blockLength += text.length
    if (this.last?.fd === fd) {
      this.last.node.appendData(text)
      return
    }
    const span = document.createElement("span")
    span.className = fd === 2 ? "err" : fd === 0 ? "ours" : "out"
    const node = document.createTextNode(text)
    span.append(node)
    this.block!.append(span)
    this.last = {fd, node}
  }
}
