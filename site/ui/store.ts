// This file keeps the reader's work in the browser, one entry for each lesson, and the name that is handed in. Where the browser lets us keep nothing,
// or has no room, it is held for this page only, and that is said once.
//
// Sites under one origin, in different folders, have entries of their own.

import {type Kept, Newer, nothing, readKept, together, writeKept} from "./kept.ts"

/// What the browser offers; localStorage is one.
export type Place = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">

/// The browser's storage, or null. A sandboxed frame has none, and asking for it throws.
export function browserPlace(): Place | null {
  try {
    localStorage.getItem("gopark")
    return localStorage
  } catch {
    return null
  }
}

/// What is kept.
export class Store {
  private readonly here = new Map<string, string>() // what could not be kept
  private told = false

  constructor(
    private readonly place: Place | null,
    private readonly base: string, // the path of the site
    private readonly tell: (words: string) => void,
  ) {}

  /// Whether the browser keeps anything at all.
  get keeps(): boolean {
    return this.place !== null
  }

  private keyOf(slug: string): string {
    return `gopark-lesson:${this.base}:${slug}`
  }

  private get(key: string): string | null {
    const here = this.here.get(key)
    if (here !== undefined) return here
    try {
      return this.place?.getItem(key) ?? null
    } catch {
      return null
    }
  }

  /// Whether it was kept.
  private set(key: string, value: string): boolean {
    try {
      if (this.place === null) throw new Error("nothing is kept")
      this.place.setItem(key, value)
      this.here.delete(key)
      return true
    } catch {
      this.here.set(key, value)
      return false
    }
  }

  private say(words: string): void {
    if (this.told) return
    this.told = true
    this.tell(words)
  }

  /// What was kept of a lesson. What cannot be understood counts as nothing.
  read(slug: string): Kept {
    try {
      const source = this.get(this.keyOf(slug))
      return source === null ? nothing() : readKept(source)
    } catch {
      return nothing()
    }
  }

  /// Changes what is kept of a lesson; it is read anew, for another tab may have changed it.
  change(slug: string, how: (kept: Kept) => void): void {
    const key = this.keyOf(slug)
    const source = this.get(key)
    let kept = nothing()
    try {
      if (source !== null) kept = readKept(source)
    } catch (e) {
      if (e instanceof Newer) return this.say("Your work on this page is not kept: what is there was kept by a newer edition. Reload the page to get that one.")
    }
    how(kept)
    if (!this.set(key, writeKept(kept))) this.say(this.place === null ? saidNothing : saidFull)
  }

  /// All lessons of which something is kept.
  all(): Map<string, Kept> {
    const prefix = this.keyOf("")
    const keys = new Set(this.here.keys())
    for (let i = 0; i < (this.place?.length ?? 0); i++) keys.add(this.place!.key(i) ?? "")
    const slugs = [...keys].filter(k => k.startsWith(prefix)).map(k => k.slice(prefix.length))
    return new Map(slugs.sort().map(slug => [slug, this.read(slug)]))
  }

  /// Adds what a file brought to what there is: all of it or nothing. The answer is what went wrong.
  add(lessons: ReadonlyMap<string, Kept>): Error | null {
    const before = new Map<string, string | null>()
    for (const [slug, kept] of lessons) {
      const key = this.keyOf(slug)
      const old = this.get(key)
      let mine = nothing()
      try {
        if (old !== null) mine = readKept(old)
      } catch (e) {
        if (e instanceof Newer) return this.undo(before, e)
      }
      before.set(key, old)
      if (!this.set(key, writeKept(together(mine, kept))) && this.place !== null) {
        return this.undo(before, new Error("the browser has no room for it"))
      }
    }
    return null
  }

  private undo(before: ReadonlyMap<string, string | null>, why: Error): Error {
    for (const [key, old] of before) {
      this.here.delete(key)
      if (old === null) this.place?.removeItem(key)
    }
    for (const [key, old] of before) if (old !== null) this.set(key, old) // there is room again
    return why
  }

  /// The name or id under which the reader hands in; "" if none was given.
  get student(): string {
    return this.get(this.studentKey)?.slice(0, 200) ?? ""
  }

  set student(name: string) {
    this.set(this.studentKey, name) // if it is not kept, it is typed once more
  }

  private get studentKey(): string {
    return `gopark-student:${this.base}`
  }

  /// Erases everything.
  erase(): void {
    this.here.delete(this.studentKey)
    this.place?.removeItem(this.studentKey)
    const prefix = this.keyOf("")
    for (const slug of this.all().keys()) {
      this.here.delete(prefix + slug)
      this.place?.removeItem(prefix + slug)
    }
  }
}

const saidNothing = "Your answers and changes last until you leave this page: this browser lets the site keep nothing."
const saidFull = "Your answers and changes last until you leave this page: the browser's storage for this site is full. Erasing your progress on the first page, after an export, makes room."
