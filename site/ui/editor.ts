// This file is the editor: CodeMirror with Go, the compiler's errors on their lines,
// and beside each line the tokens of the goroutines that stand there.
//
// It is loaded after the page, in place of the program that stands there already.

import {closeBrackets, closeBracketsKeymap} from "@codemirror/autocomplete"
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands"
import {go} from "@codemirror/lang-go"
import {bracketMatching, codeFolding, foldEffect, foldGutter, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting} from "@codemirror/language"
import {type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics} from "@codemirror/lint"
import {EditorState, type Extension, RangeSetBuilder, StateEffect, StateField, type Text} from "@codemirror/state"
import {Decoration, type DecorationSet, drawSelection, EditorView, gutter, GutterMarker, highlightSpecialChars, keymap, lineNumbers} from "@codemirror/view"
import {tags} from "@lezer/highlight"
import {besideWords, type LineTokens, type OnLine} from "./beside.ts"
import type {Diagnostic} from "./compile/protocol.ts"
import "./rules.ts"

/// What the editor tells the page.
export interface Listening {
  changed(): void
  run(): void
}

/// How a program is shown at first.
export interface How {
  readOnly: boolean
  hide: string // lines that are folded away: 1-5,9
}

/// The editor of one program.
export class Editor {
  private readonly view: EditorView

  constructor(parent: HTMLElement, source: string, label: string, to: Listening, how: How = {readOnly: false, hide: ""}) {
    const more: Extension[] = how.readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : []
    if (how.hide !== "") more.push(codeFolding(), foldGutter())
    this.view = new EditorView({
      parent,
      state: EditorState.create({doc: this.taken(source), extensions: [...extensions(label, to), ...more]}),
    })
    if (how.hide !== "") this.fold(how.hide)
  }

  // Folds lines away; a click on the mark shows them.
  private fold(lines: string): void {
    const {doc} = this.view.state
    for (const part of lines.split(",")) {
      const [from = 0, to = from] = part.split("-").map(Number)
      if (!(from >= 1 && to <= doc.lines)) continue
      const effect = foldEffect.of({from: doc.line(from).from, to: doc.line(to).to})
      this.view.dispatch({effects: effect})
    }
  }

  get text(): string {
    const text = this.view.state.doc.toString()
    return text === "" || text.endsWith("\n") ? text : text + this.end // what was pasted has its own
  }

  set text(source: string) {
    this.view.dispatch({changes: {from: 0, to: this.view.state.doc.length, insert: this.taken(source)}})
  }

  private end = "" // of the last line, which the editor would show as an empty one behind it

  // Takes the end of the last line off.
  private taken(source: string): string {
    this.end = /[^\n]\n$/.test(source) ? "\n" : ""
    return this.end === "" ? source : source.slice(0, -1)
  }

  /// Marks what the compiler said. Lines and columns of a longer or older text are
  /// moved to the end of this one.
  mark(diagnostics: readonly Diagnostic[]): void {
    const marks = diagnostics.map(d => markOf(this.view.state.doc, d))
    this.view.dispatch(setDiagnostics(this.view.state, marks))
  }

  /// Shows goroutines beside their lines.
  show(tokens: LineTokens): void {
    this.view.dispatch({effects: setTokens.of(tokens)})
  }

  /// Puts the cursor at a line and column, and the focus with it.
  goto(line: number, col: number): void {
    const at = offset(this.view.state.doc, line, col)
    this.view.dispatch({selection: {anchor: at}, scrollIntoView: true})
    this.view.focus()
  }
}

function extensions(label: string, to: Listening): Extension[] {
  return [
    lineNumbers(),
    tokenField,
    tokenGutter,
    runningLines,
    lintGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentUnit.of("\t"),
    EditorState.tabSize.of(4),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    go(),
    syntaxHighlighting(colours),
    EditorView.contentAttributes.of({"aria-label": `${label}, a Go program. Ctrl+M lets Tab leave the editor.`, spellcheck: "false", autocorrect: "off", autocapitalize: "off", tabindex: "0"}),
    keymap.of([{key: "Mod-Enter", run: () => (to.run(), true)}, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
    EditorView.domEventHandlers({beforeinput: typeOver}),
    EditorView.updateListener.of(u => {
      if (u.docChanged) to.changed()
    }),
  ]
}

// Text typed over a selection. Chromium would keep the look of what was selected by a style attribute, which the policy
// of the page forbids, and say so on the console; the editor needs neither.
function typeOver(e: InputEvent, view: EditorView): boolean {
  const {from, to, empty} = view.state.selection.main
  const {data} = e
  if (e.inputType !== "insertText" || data === null || empty || view.composing || view.state.readOnly) return false
  const insert = () => view.state.update(view.state.replaceSelection(data), {userEvent: "input.type", scrollIntoView: true})
  if (!view.state.facet(EditorView.inputHandler).some(handle => handle(view, from, to, data, insert))) view.dispatch(insert())
  return true
}

// The same names as in the generator's colouring, so that nothing changes its look
// when the editor comes.
const colours = HighlightStyle.define([
  {tag: tags.comment, class: "t-com"},
  {tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], class: "t-key"},
  {tag: [tags.string, tags.character, tags.special(tags.string)], class: "t-str"},
  {tag: [tags.number, tags.bool, tags.null, tags.literal], class: "t-num"},
  {tag: [tags.typeName, tags.standard(tags.typeName)], class: "t-typ"},
  {tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.function(tags.propertyName)], class: "t-fun"},
])

// Diagnostics.

function markOf(doc: Text, d: Diagnostic): Mark {
  const from = offset(doc, d.line, d.col)
  const word = /^[\p{L}\p{N}_]+|^\S/u.exec(doc.lineAt(from).text.slice(from - doc.lineAt(from).from))
  const to = Math.max(from, Math.min(from + (word?.[0].length ?? 0), doc.length))
  return {from, to, severity: "error", message: d.msg, source: "go"}
}

/// The place of a line and a column in bytes, both from 1.
function offset(doc: Text, line: number, col: number): number {
  const l = doc.line(Math.max(1, Math.min(line, doc.lines)))
  let bytes = 1
  let i = 0
  for (const c of l.text) {
    if (bytes >= col) break
    bytes += new TextEncoder().encode(c).length
    i += c.length
  }
  return l.from + i
}

// Goroutines beside the lines.

const setTokens = StateEffect.define<LineTokens>()

const tokenField = StateField.define<LineTokens>({
  create: () => new Map(),
  update(tokens, tr) {
    for (const e of tr.effects) if (e.is(setTokens)) return e.value
    return tr.docChanged ? new Map() : tokens // lines have moved
  },
})

// Beside a line is one goroutine, or how many there are: more would take the room of the code. Their names are in the title.
class Tokens extends GutterMarker {
  constructor(private readonly tokens: OnLine) {
    super()
  }

  override eq(other: Tokens): boolean {
    return JSON.stringify(this.tokens) === JSON.stringify(other.tokens)
  }

  override toDOM(): Node {
    const box = document.createElement("span")
    box.className = "gs"
    const {first, count} = this.tokens
    const one = first.find(t => t.runs === "here") ?? first.find(t => t.runs === "on") ?? first[0]!
    const how = one.runs === "here" ? " running" : one.runs === "on" && count === 1 ? " last-seen" : ""
    box.append(chip(count === 1 ? String(one.id) : `×${short(count)}`, `${one.colour}${how}`))
    box.title = besideWords(this.tokens)
    return box
  }
}

/// 1234 as "1k".
const short = (n: number): string => (n < 1000 ? String(n) : `${Math.floor(n / 1000)}k`)

function chip(text: string, cls: string): HTMLElement {
  const i = document.createElement("i")
  i.className = `chip ${cls}`
  i.textContent = text
  return i
}

class Spacer extends GutterMarker {
  override toDOM(): Node {
    const box = document.createElement("span")
    box.className = "gs gs-spacer"
    return box
  }
}

const tokenGutter = gutter({
  class: "cm-gs",
  lineMarker(view, line) {
    const tokens = view.state.field(tokenField).get(view.state.doc.lineAt(line.from).number)
    return tokens === undefined ? null : new Tokens(tokens)
  },
  lineMarkerChange: u => u.startState.field(tokenField) !== u.state.field(tokenField),
  initialSpacer: () => new Spacer(),
})

const runningLine = Decoration.line({class: "cm-running"})
const lastSeenLine = Decoration.line({class: "cm-last-seen"})

const runningLines = EditorView.decorations.compute([tokenField, "doc"], (state): DecorationSet => {
  const b = new RangeSetBuilder<Decoration>()
  const lines = [...state.field(tokenField)].filter(([n, {first}]) => n <= state.doc.lines && first.some(t => t.runs !== ""))
  for (const [n, {first}] of lines.sort(([a], [b]) => a - b)) b.add(state.doc.line(n).from, state.doc.line(n).from, first.some(t => t.runs === "here") ? runningLine : lastSeenLine)
  return b.finish()
})
