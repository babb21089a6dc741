// This file is the script of /embed/, the page that stands in frames of other sites. Before it is touched it shows the
// program of its address and a button, and nothing else is loaded; embedded.ts is what comes then.
//
// Page around and frame talk by the messages of frame.ts.

import {find} from "./find.ts"
import {join} from "./files.ts"
import {fitting, heard, highest, type ToFrame, tellPage} from "./frame.ts"
import {decode, isLink, type Link} from "./link.ts"
import {paint} from "./paint.ts"
import {showTheme, themeOf} from "./themes.ts"

const body = document.body
const code = document.querySelector<HTMLElement>("pre.program > code")!

body.dataset["touched"] = "no"
keepHeight()
addEventListener("message", e => {
  if (e.source !== parent || parent === window) return
  const message = heard<ToFrame>(e.data)
  if (message?.type === "theme") showTheme(themeOf(message.theme))
  if (message?.type === "run") touch(true)
})
find("embed-run", HTMLButtonElement).addEventListener("click", () => touch(true))
// A click into the program is the wish to change it.
code.parentElement!.addEventListener("click", () => touch(false))
code.parentElement!.addEventListener("keydown", e => {
  if (e.key === "Enter") touch(false)
})
addEventListener("hashchange", () => location.reload())

const link = read()
void link.then(l => tellPage({type: "ready"}))

async function read(): Promise<Link | null> {
  const hash = location.hash
  const read = isLink(hash) ? await decode(hash) : new Error("the address of this frame has no program in it")
  if (read instanceof Error) {
    words(`Nothing can be shown here: ${read.message}.`)
    find("embed-run", HTMLButtonElement).disabled = true
    body.dataset["touched"] = "broken"
    return null
  }
  paint(code, join(read.files))
  const name = read.files.length === 1 ? read.files[0]!.name : "main.go"
  document.querySelector(".file")!.textContent = name
  document.title = `${name} · Gopark`
  const {procs = "4", seed = "1", mode, policy} = read.run
  find("embed-how", HTMLElement).textContent = `GOMAXPROCS ${procs}${mode === "parallel" ? ", in parallel" : `, seed ${seed}`}${policy ? `, ${policy}` : ""}`
  find("embed-full", HTMLAnchorElement).href += hash
  return read
}

let touched = false

async function touch(run: boolean): Promise<void> {
  if (touched || getSelection()?.isCollapsed === false) return // somebody is copying
  touched = true
  const read = await link
  if (read === null) return
  body.dataset["touched"] = "loading"
  words("Loading …")
  try {
    const {begin} = await import("./embedded.ts")
    words("")
    await begin(run)
  } catch (e) {
    touched = false
    body.dataset["touched"] = "no"
    words(`What runs programs could not be loaded: ${e instanceof Error ? e.message : String(e)}`)
  }
}

function words(text: string): void {
  const why = find("embed-why", HTMLElement)
  why.textContent = text
  why.hidden = text === ""
}

// The frame is as high as what is in it.
function keepHeight(): void {
  const main = find("main", HTMLElement)
  const fits = location.search.slice(1).split("&").includes(fitting)
  let told = 0
  new ResizeObserver(() => {
    const height = Math.ceil(main.getBoundingClientRect().height)
    document.documentElement.classList.toggle("fits", fits && height <= highest)
    if (height !== told) tellPage({type: "size", height: (told = height)})
  }).observe(main)
}
