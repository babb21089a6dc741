// This file is what a browser keeps of a reader's work: for each lesson the questions answered, the exercises tried
// and the programs changed. It reads what was kept or what a file brings, puts two of them together, and says how
// far a lesson is done.
//
// What it reads may be anything: a file that somebody sent, or storage that another page of the same origin wrote. So
// nothing is taken over but the fields below, of the right kinds and within the limits.
//
// A mark is the fingerprint of a question, an exercise or a starter. An answer with another mark was given to another
// question, and does not count.

/// The edition of what is kept; a reader of an older one refuses a newer one.
export const version = 1

/// The limits of what is kept, and of a file with it.
export const limits = {file: 2 << 20, lessons: 500, items: 100, picks: 32, text: 64 << 10, versions: 5, attempts: 1_000_000}

/// A question: the choices taken, from 1, in their order.
export interface Answered {
  mark: string
  picks: number[]
  right: boolean
}

/// An exercise.
export interface Tried {
  mark: string
  attempts: number
  hints: number[] // opened, from 0
  shown: boolean // the solution
  passed: boolean
}

/// A text that its reader made of the starter with this mark.
export interface Version {
  mark: string
  text: string
}

/// What is kept of one lesson.
export interface Kept {
  ran: boolean // a program was
  questions: Map<string, Answered>
  exercises: Map<string, Tried>
  programs: Map<string, Version[]> // the newest first
}

export function nothing(): Kept {
  return {ran: false, questions: new Map(), exercises: new Map(), programs: new Map()}
}

// Reading.

type Fields = Record<string, unknown>

/// Says what is wrong, and where.
class Wrong extends Error {
  constructor(where: string, what: string) {
    super(`${where}: ${what}`)
  }
}

function fields(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Wrong(where, "want an object")
  return value as Fields
}

function list(value: unknown, most: number, where: string): unknown[] {
  if (!Array.isArray(value)) throw new Wrong(where, "want a list")
  if (value.length > most) throw new Wrong(where, `want at most ${most}`)
  return value
}

function number(value: unknown, most: number, where: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > most) throw new Wrong(where, `want a number from 0 to ${most}`)
  return value
}

function yes(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") throw new Wrong(where, "want true or false")
  return value
}

function text(value: unknown, most: number, where: string): string {
  if (typeof value !== "string") throw new Wrong(where, "want a text")
  if (value.length > most) throw new Wrong(where, `want at most ${most} characters`)
  return value
}

const names = /^[a-z][a-z0-9-]{0,79}$/

// A map of things by name.
function named<T>(value: unknown, most: number, where: string, read: (value: unknown, where: string) => T): Map<string, T> {
  const entries = Object.entries(fields(value, where))
  if (entries.length > most) throw new Wrong(where, `want at most ${most}`)
  const all = new Map<string, T>()
  for (const [name, item] of entries) {
    if (!names.test(name)) throw new Wrong(where, `${JSON.stringify(name.slice(0, 40))} is no name`)
    all.set(name, read(item, `${where}.${name}`))
  }
  return all
}

const readMark = (value: unknown, where: string): string => text(value, 64, `${where}.mark`)

function readAnswered(value: unknown, where: string): Answered {
  const {mark, picks, right} = fields(value, where)
  return {
    mark: readMark(mark, where),
    picks: list(picks, limits.picks, `${where}.picks`).map(n => number(n, 1000, `${where}.picks`)),
    right: yes(right, `${where}.right`),
  }
}

function readTried(value: unknown, where: string): Tried {
  const {mark, attempts, hints, shown, passed} = fields(value, where)
  return {
    mark: readMark(mark, where),
    attempts: number(attempts, limits.attempts, `${where}.attempts`),
    hints: list(hints, limits.items, `${where}.hints`).map(n => number(n, limits.items, `${where}.hints`)),
    shown: yes(shown, `${where}.shown`),
    passed: yes(passed, `${where}.passed`),
  }
}

function readVersions(value: unknown, where: string): Version[] {
  return list(value, limits.versions, where).map(v => {
    const {mark, text: words} = fields(v, where)
    return {mark: readMark(mark, where), text: text(words, limits.text, `${where}.text`)}
  })
}

function readLesson(value: unknown, where: string): Kept {
  const {ran, questions, exercises, programs} = fields(value, where)
  return {
    ran: yes(ran, `${where}.ran`),
    questions: named(questions, limits.items, `${where}.questions`, readAnswered),
    exercises: named(exercises, limits.items, `${where}.exercises`, readTried),
    programs: named(programs, limits.items, `${where}.programs`, readVersions),
  }
}

/// What was kept is of a later edition: it is left alone.
export class Newer extends Error {
  constructor() {
    super("it was kept by a newer Gopark; reload this page to get that one")
  }
}

function parsed(source: string, what: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw new Error(`it is not ${what}: it is no JSON`)
  }
  const f = fields(value, "the file")
  if (typeof f["version"] === "number" && f["version"] > version) throw new Newer()
  if (f["version"] !== version) throw new Error(`it is not ${what}: it has no version ${version}`)
  return f
}

/// Reads what was kept of one lesson; it throws what is wrong.
export function readKept(source: string): Kept {
  const f = parsed(source, "what Gopark keeps")
  return readLesson(f["lesson"], "lesson")
}

/// Reads a file; it throws what is wrong.
export function readFile(source: string): Map<string, Kept> {
  if (source.length > limits.file) throw new Error(tooLarge)
  const f = parsed(source, fileKind)
  if (f["kind"] !== kind) throw new Error(`it is not ${fileKind}: it is of another kind`)
  return named(f["lessons"], limits.lessons, "lessons", readLesson)
}

/// What is said to a file over the limit.
export const tooLarge = `a file with progress has at most ${limits.file >> 20} MiB`

const kind = "gopark-progress"
const fileKind = "a file with progress of Gopark"

// Writing.

function plain({ran, questions, exercises, programs}: Kept): object {
  return {ran, questions: Object.fromEntries(questions), exercises: Object.fromEntries(exercises), programs: Object.fromEntries(programs)}
}

/// One lesson as it is kept.
export function writeKept(kept: Kept): string {
  return JSON.stringify({version, lesson: plain(kept)})
}

/// All of them as a file.
export function writeFile(lessons: ReadonlyMap<string, Kept>): string {
  const all = Object.fromEntries([...lessons].map(([slug, kept]) => [slug, plain(kept)]))
  return JSON.stringify({kind, version, lessons: all}, null, 1) + "\n"
}

// Putting together.

/// What is in either. Nothing of mine is lost: where they differ mine comes first.
export function together(mine: Kept, other: Kept): Kept {
  const both = <T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>, join: (a: T, b: T) => T): Map<string, T> => {
    const all = new Map(a)
    for (const [id, theirs] of b) {
      const ours = all.get(id)
      if (ours !== undefined || all.size < limits.items) all.set(id, ours === undefined ? theirs : join(ours, theirs))
    }
    return all
  }
  return {
    ran: mine.ran || other.ran,
    questions: both(mine.questions, other.questions, (a, b) => (a.mark === b.mark && b.right && !a.right ? b : a)),
    exercises: both(mine.exercises, other.exercises, (a, b) =>
      a.mark !== b.mark
        ? a
        : {mark: a.mark, attempts: Math.max(a.attempts, b.attempts), hints: [...new Set([...a.hints, ...b.hints])].slice(0, limits.items), shown: a.shown || b.shown, passed: a.passed || b.passed}),
    programs: both(mine.programs, other.programs, (a, b) => {
      const more = b.filter(v => !a.some(w => w.text === v.text))
      return [...a, ...more.map(v => (a.some(w => w.mark === v.mark) ? {mark: "", text: v.text} : v))].slice(0, limits.versions)
    }),
  }
}

// The texts of a program.

/// The text that its reader made of this starter.
export function current(versions: readonly Version[], mark: string): string | null {
  return versions.find(v => v.mark === mark)?.text ?? null
}

/// With this text in place of the one that there was of the same starter; null takes it away.
export function withText(versions: readonly Version[], mark: string, text: string | null): Version[] {
  const old = versions.find(v => v.mark === mark)
  const rest = versions.filter(v => v !== old && v.text !== text)
  return (text === null ? rest : [{mark, text}, ...rest]).slice(0, limits.versions)
}

/// Texts of other starters, or that a file brought: its reader may want them.
export function others(versions: readonly Version[], mark: string, starter: string): Version[] {
  const shown = versions.find(v => v.mark === mark)
  return versions.filter(v => v !== shown && v.text !== starter && v.text !== shown?.text)
}

// How far.

/// A question or an exercise of a lesson as it is now.
export interface Item {
  id: string
  mark: string
  quiz?: boolean // done when the right answer is found; else when there is one
}

/// A lesson as the contents page knows it.
export interface Contents {
  slug: string
  title: string
  questions: Item[]
  exercises: Item[]
}

/// How far a lesson is done.
export interface HowFar {
  state: "none" | "begun" | "done"
  answered: number
  passed: number
}

export function howFar(kept: Kept, {questions, exercises}: Pick<Contents, "questions" | "exercises">): HowFar {
  const answered = questions.filter(({id, mark, quiz}) => {
    const a = kept.questions.get(id)
    return a !== undefined && a.mark === mark && (a.right || (quiz !== true && a.picks.length > 0))
  }).length
  const passed = exercises.filter(({id, mark}) => {
    const t = kept.exercises.get(id)
    return t !== undefined && t.mark === mark && t.passed
  }).length
  const items = questions.length + exercises.length
  if (items > 0 && answered === questions.length && passed === exercises.length) return {state: "done", answered, passed}
  const begun = kept.ran || kept.questions.size + kept.exercises.size + kept.programs.size > 0
  return {state: begun ? (items === 0 ? "done" : "begun") : "none", answered, passed}
}

/// The same in words: "1 of 3 questions answered, exercise open".
export function farWords({answered, passed}: HowFar, {questions, exercises}: Pick<Contents, "questions" | "exercises">): string {
  const part = (n: number, of: number, what: string, done: string): string => (of === 0 ? "" : of === 1 ? `${what} ${n === 1 ? done : "open"}` : `${n} of ${of} ${what}s ${done}`)
  return [part(answered, questions.length, "question", "answered"), part(passed, exercises.length, "exercise", "solved")].filter(p => p !== "").join(", ")
}
