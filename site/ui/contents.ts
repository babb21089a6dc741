// This file is the contents page: how far each lesson is done, where to go on, and taking what is kept out of the
// browser, into it, or away.

import {type Contents, farWords, howFar, limits, readFile, tooLarge, writeFile} from "./kept.ts"
import {find} from "./find.ts"
import type {Store} from "./store.ts"

const words = {none: "not begun", begun: "begun", done: "done"}

/// Shows the progress, and again when it changes.
export function startContents(store: Store): void {
  const course = JSON.parse(find("course", HTMLElement).textContent ?? "[]") as Contents[]
  const show = (): void => showAll(course, store)
  show()
  addEventListener("storage", show) // another tab
  addEventListener("pageshow", show) // back from a lesson
  const said = find("course-said", HTMLElement)
  const say = (text: string, state: "done" | "failed" | "" = "done"): void => {
    said.textContent = text
    said.dataset["state"] = state
  }
  find("course-export", HTMLButtonElement).addEventListener("click", () => {
    save("gopark-progress.json", writeFile(store.all()))
    say("The file has your answers and the programs you changed.")
  })
  const file = find("course-file", HTMLInputElement)
  find("course-import", HTMLButtonElement).addEventListener("click", () => file.click())
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0]
    if (chosen === undefined) return
    const {text, ok} = await bringIn(chosen, course, store)
    file.value = "" // the same file may be chosen again
    say(text, ok ? "done" : "failed")
    show()
  })
  find("course-erase", HTMLButtonElement).addEventListener("click", () => {
    const n = store.all().size
    if (n === 0) return say("There is nothing to erase.")
    ask(`Erase what you did in ${n === 1 ? "one lesson" : `${n} lessons`}: the answers, and the programs you changed? It cannot be brought back, but from a file that you exported.`, "Erase", () => {
      store.erase()
      say("Erased.")
      show()
    })
  })
}

function showAll(course: readonly Contents[], store: Store): void {
  let done = 0
  let begun: Contents | null = null
  let next: Contents | null = null
  for (const lesson of course) {
    const far = howFar(store.read(lesson.slug), lesson)
    const {state} = far
    const item = document.querySelector<HTMLElement>(`.lessons [data-slug="${lesson.slug}"]`)
    if (item === null) continue
    item.dataset["state"] = state
    item.querySelector(".far")!.textContent = state === "begun" && lesson.questions.length + lesson.exercises.length > 0 ? `begun: ${farWords(far, lesson)}` : words[state]
    if (state === "done") done++
    if (state === "begun") begun ??= lesson
    if (state === "none") next ??= lesson
  }
  const far = find("course-far", HTMLElement)
  far.textContent = store.keeps ? `${done} of ${course.length} done.` : "This browser lets the site keep nothing, so your progress is not shown here."
  const on = begun ?? (done > 0 ? next : null)
  const way = document.getElementById("go-on")
  if (on === null || !(way instanceof HTMLAnchorElement)) return
  way.textContent = `Go on: ${on.title}`
  way.href = document.querySelector<HTMLAnchorElement>(`.lessons [data-slug="${on.slug}"] a`)!.href
}

/// Adds a file to what there is, and says what came of it.
async function bringIn(chosen: File, course: readonly Contents[], store: Store): Promise<{text: string; ok: boolean}> {
  try {
    if (chosen.size > limits.file) throw new Error(tooLarge)
    const lessons = readFile(await chosen.text())
    const failed = store.add(lessons)
    if (failed !== null) throw failed
    const known = [...lessons.keys()].filter(slug => course.some(l => l.slug === slug)).length
    const others = lessons.size - known
    return {text: `Imported ${known === 1 ? "one lesson" : `${known} lessons`}${others > 0 ? `, and ${others} that this course does not have` : ""}. What you had is still there.`, ok: true}
  } catch (e) {
    return {text: `${chosen.name.slice(0, 80)} was not imported, and nothing was changed: ${e instanceof Error ? e.message : String(e)}.`, ok: false}
  }
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], {type: "application/json"}))
  const a = document.createElement("a")
  a.href = url
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/// Asks before something that cannot be undone.
function ask(question: string, yes: string, then: () => void): void {
  const dialog = document.createElement("dialog")
  dialog.className = "asks"
  dialog.setAttribute("aria-labelledby", "asks-what")
  const p = document.createElement("p")
  p.id = "asks-what"
  p.textContent = question
  const button = (text: string, kind: string, press: () => void): HTMLButtonElement => {
    const b = document.createElement("button")
    b.type = "button"
    b.className = kind
    b.textContent = text
    b.addEventListener("click", press)
    return b
  }
  const row = document.createElement("div")
  row.className = "asks-row"
  row.append(
    button("Cancel", "btn", () => dialog.close()),
    button(yes, "btn danger", () => {
      dialog.close()
      then()
    }),
  )
  dialog.append(p, row)
  dialog.addEventListener("close", () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal() // Cancel has the focus: it comes first
}
