// This file is about programs of several files in one text, as txtar has it: each file stands behind a line
//
//	-- name.go --
//
// What stands before the first such line is a file of its own, as in Go's own playground. The twin is
// site/link/files.go; both are tested by the same rows.

import type {File} from "./link.ts"

const marker = /^-- (.*) --\r?$/

/// A file of a text, and the line of the text on which its first line stands, from 1.
export interface Part extends File {
  readonly line: number
}

/// Gives the files of a text. A text without marks is one file, of that name.
export function split(name: string, text: string): Part[] {
  const lines = text.split("\n")
  const files: {name: string; line: number; from: number; to: number}[] = []
  lines.forEach((line, i) => {
    const named = marker.exec(line)?.[1]?.trim()
    if (!named) return
    if (files.length > 0) files.at(-1)!.to = i
    files.push({name: named, line: i + 2, from: i + 1, to: lines.length})
  })
  const first = files[0]
  if (first === undefined) return [{name, text, line: 1}]
  const head = lines.slice(0, first.from - 1).map(l => `${l}\n`).join("")
  const parts = files.map(f => ({name: f.name, line: f.line, text: ended(lines.slice(f.from, f.to), f.to < lines.length)}))
  return head.trim() === "" ? parts : [{name, text: head, line: 1}, ...parts]
}

// The text of some lines. A mark stands behind them, or they are the last: then the last line ends, if there is one.
function ended(lines: readonly string[], marked: boolean): string {
  const text = lines.join("\n")
  return marked ? (lines.length > 0 ? `${text}\n` : "") : text === "" || text.endsWith("\n") ? text : `${text}\n`
}

/// The text of files: of one, the file itself.
export function join(files: readonly File[]): string {
  if (files.length === 1) return files[0]!.text
  return files.map(f => `-- ${f.name} --\n${f.text === "" || f.text.endsWith("\n") ? f.text : `${f.text}\n`}`).join("")
}

/// The line of a text on which a line of one of its files stands; 0 if there is no such file.
export function lineIn(parts: readonly Part[], file: string, line: number): number {
  const part = parts.find(p => p.name === file)
  return part === undefined ? 0 : part.line + line - 1
}
