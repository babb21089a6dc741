// This file colours a Go program where there is no editor yet: comments, keywords, strings, numbers and calls, as the
// editor will.

const keywords = "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var"
const words = new Set(keywords.split(" "))
const types = new Set("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr".split(" "))

// A comment, a string, a rune, a name, or a number.
const token = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|`[^`]*`?|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[\p{L}_][\p{L}\p{N}_]*|[0-9][\w.]*/gu

/// Puts a program into an element.
export function paint(into: HTMLElement, source: string): void {
  const parts: (Node | string)[] = []
  let end = 0
  for (const m of source.matchAll(token)) {
    const cls = classOf(m[0], source[m.index + m[0].length])
    if (cls === "") continue
    const span = document.createElement("span")
    span.className = cls
    span.textContent = m[0]
    parts.push(source.slice(end, m.index), span)
    end = m.index + m[0].length
  }
  into.replaceChildren(...parts, source.slice(end))
}

function classOf(text: string, next: string | undefined): string {
  if (text.startsWith("//") || text.startsWith("/*")) return "t-com"
  if (/^["'`]/.test(text)) return "t-str"
  if (/^[0-9]/.test(text)) return "t-num"
  if (words.has(text)) return "t-key"
  if (types.has(text)) return "t-typ"
  return next === "(" ? "t-fun" : ""
}
