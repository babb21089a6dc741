// This file is gopark.js, the script that other sites load: it defines the element
//
//	<gopark-play procs="2" seed="7" policy="local">
//	<pre><code>package main …</code></pre>
//	</gopark-play>
//
//	src             a .go or .txtar file, or a link to a program, in place of the code inside
//	file            the name of the program, main.go if it has none
//	procs seed mode policy costs io until schedtrace scheddetail
//	                how it is run, in the words of gopark run; mode is virtual or parallel
//	at engine       the moment that is shown after Run, and the engine that it is of
//	theme           light, dark, or auto: as the reader's system
//	height          of the frame in pixels; as high as what is in it, if there is none
//
// Until somebody presses Run the element is the code and a button: no frame, no Worker, nothing loaded but this script.
// Without scripts it is the code. It never takes the focus, and never scrolls.

import {join, split} from "./files.ts"
import {fitting, type FromFrame, heard, highest, tellFrame} from "./frame.ts"
import {decode, encode, type File, isFileName, isLink, type Link, maxJSON, type RunWords} from "./link.ts"

const base = new URL("./", import.meta.url).href

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
:host { display: block; margin: 1em 0; --edge: #8b8f96; --acc: #0b6e8a; --on: #fff; --mut: #596270; }
:host([theme="dark"]) { --acc: #63c5df; --on: #10222a; --mut: #a3acb9; }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { --acc: #63c5df; --on: #10222a; --mut: #a3acb9; } }
:host([hidden]) { display: none; }
.box { border: 1px solid var(--edge); border-radius: 10px; overflow: hidden; }
.code { max-height: 420px; overflow: auto; }
.code ::slotted(pre), .code pre { margin: 0 !important; padding: 10px 14px; tab-size: 4; }
.code pre { font: 13px/1.6 ui-monospace, monospace; }
.bar { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; padding: 8px 12px; border-top: 1px solid var(--edge); font: 13px/1.4 system-ui, sans-serif; }
.bar p { margin: 0; flex: 1 1 10em; color: var(--mut); }
button { font: 600 13px/1.4 system-ui, sans-serif; color: var(--on); background: var(--acc); border: 1px solid var(--acc); border-radius: 8px; padding: 6px 14px; min-height: 34px; cursor: pointer; }
button:disabled { opacity: 0.6; cursor: default; }
a { color: var(--acc); padding: 4px 0; }
iframe { display: block; width: 100%; border: 0; border-radius: 10px; }
.coming { position: absolute; visibility: hidden; height: 200px; }
.host { position: relative; overflow: hidden; }
[hidden] { display: none; }
`)

const runNames = ["procs", "seed", "mode", "policy", "costs", "io", "until", "schedtrace", "scheddetail"] as const
const lowest = 80 // px

class GoparkPlay extends HTMLElement {
  static readonly observedAttributes = ["theme"]

  private readonly box = el("div", "box")
  private readonly host = el("div", "host")
  private readonly code = el("div", "code")
  private readonly run = el("button")
  private readonly words = el("p")
  private readonly full = el("a")
  private frame: HTMLIFrameElement | null = null
  private link: Promise<Link | Error> | null = null
  private pressed = false
  private readonly hear = (e: MessageEvent): void => this.heard(e)

  constructor() {
    super()
    const shadow = this.attachShadow({mode: "open"})
    shadow.adoptedStyleSheets = [sheet]
    this.run.type = "button"
    this.run.textContent = "▶ Run"
    this.run.addEventListener("click", e => void this.press(e.isTrusted))
    this.full.textContent = "Open in Gopark"
    this.full.target = "_blank"
    this.full.rel = "noopener"
    this.full.href = `${base}play/`
    this.words.setAttribute("role", "status")
    const bar = el("div", "bar")
    bar.append(this.run, this.words, this.full)
    this.code.append(document.createElement("slot"))
    this.box.append(this.code, bar)
    this.host.append(this.box)
    shadow.append(this.host)
  }

  connectedCallback(): void {
    addEventListener("message", this.hear)
    // What is inside may come after the element, while the page is read.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.show(), {once: true})
    else this.show()
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.hear)
  }

  attributeChangedCallback(): void {
    const frame = this.frame?.contentWindow
    if (frame) tellFrame(frame, {type: "theme", theme: this.theme})
    if (this.frame !== null) this.frame.style.colorScheme = schemes[this.theme]!
  }

  private get theme(): string {
    const theme = this.getAttribute("theme") ?? ""
    return theme in schemes ? theme : "auto"
  }

  // Shows the program, and how it would be run.
  private show(): void {
    this.link ??= this.read()
    void this.link.then(async link => {
      if (link instanceof Error) {
        this.run.disabled = true
        this.words.textContent = `${link.message}.`
        return
      }
      const {procs = "4", seed = "1", mode, policy} = link.run
      this.words.textContent = `GOMAXPROCS ${procs}${mode === "parallel" ? ", in parallel" : `, seed ${seed}`}${policy ? `, ${policy}` : ""}`
      const text = await encode(link)
      if (!(text instanceof Error)) this.full.href = `${base}play/${text}`
    })
  }

  private async read(): Promise<Link | Error> {
    const src = this.getAttribute("src") ?? ""
    if (isLink(src)) {
      const link = await decode(src)
      if (link instanceof Error) return link
      this.showText(join(link.files))
      return this.over(link)
    }
    let text = this.querySelector("pre")?.textContent ?? ""
    if (src !== "") {
      const fetched = await fetchText(src)
      if (fetched instanceof Error) return fetched
      this.showText((text = fetched))
    }
    if (text.trim() === "") return new Error("There is no program here")
    const name = this.getAttribute("file") ?? nameOf(src)
    return this.over({files: split(name, text).map(({name, text}): File => ({name, text})), run: {}, at: "", engine: ""})
  }

  // What the attributes say counts.
  private over(link: Link): Link {
    const run: RunWords = {...link.run}
    for (const name of runNames) if (this.hasAttribute(name)) run[name] = this.getAttribute(name)!.trim()
    return {...link, run, at: this.getAttribute("at") ?? link.at, engine: this.getAttribute("engine") ?? link.engine}
  }

  // A program that is not inside the element stands in its shadow, in place of what is inside.
  private showText(text: string): void {
    const pre = el("pre")
    pre.tabIndex = 0
    pre.textContent = text
    this.code.replaceChildren(pre)
  }

  private async press(trusted: boolean): Promise<void> {
    this.pressed ||= trusted // a script of the page may open the frame, but not run what is in it
    if (this.frame !== null) return
    this.run.disabled = true
    const link = await (this.link ??= this.read())
    const text = link instanceof Error ? link : await encode(link)
    if (text instanceof Error) {
      this.words.textContent = `It cannot be run here: ${text.message}.`
      return
    }
    this.words.textContent = "Loading …"
    const frame = (this.frame = document.createElement("iframe"))
    frame.title = `${(link as Link).files[0]!.name}, a Go program to run`
    frame.allow = "cross-origin-isolated; clipboard-write; fullscreen"
    frame.className = "coming"
    frame.style.colorScheme = schemes[this.theme]!
    frame.src = `${base}embed/?theme=${this.theme}${this.hasAttribute("height") ? "" : `&${fitting}`}${text}`
    this.host.append(frame)
    setTimeout(() => {
      if (frame.className === "coming") this.words.textContent = "Gopark does not answer. The link leads to the program there."
    }, patience)
  }

  private heard(e: MessageEvent): void {
    const {frame} = this
    if (frame === null || e.source !== frame.contentWindow) return
    const message = heard<FromFrame>(e.data)
    if (message?.type === "ready") this.ready(frame)
    if (message?.type === "size" && Number.isFinite(message.height) && !this.hasAttribute("height")) frame.style.height = `${clamp(message.height)}px`
    if (message?.type === "tier" && message.tier === 3) this.unable(frame, String(message.why))
    if (message?.type === "tier") this.dataset["tier"] = String(message.tier)
  }

  // The frame takes the place of the code, and the focus if the button had it.
  private ready(frame: HTMLIFrameElement): void {
    if (frame.className !== "coming") return
    const focused = this.shadowRoot!.activeElement !== null
    frame.className = ""
    const height = Number(this.getAttribute("height"))
    if (height > 0) frame.style.height = `${clamp(height)}px`
    this.box.hidden = true
    if (focused) frame.focus({preventScroll: true})
    if (this.pressed) tellFrame(frame.contentWindow!, {type: "run"})
  }

  // Nothing runs in this browser: what is inside the element stays, code and picture, with the reason.
  private unable(frame: HTMLIFrameElement, why: string): void {
    frame.remove()
    this.box.hidden = false
    this.words.textContent = `Programs cannot run here. ${why.slice(0, 300)}`
  }
}

const patience = 15_000 // ms

const schemes: Record<string, string> = {auto: "light dark", light: "light", dark: "dark"}

const clamp = (height: number): number => Math.min(Math.max(Math.ceil(height), lowest), highest)

function el<K extends keyof HTMLElementTagNameMap>(tag: K, cls = ""): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag)
  if (cls !== "") e.className = cls
  return e
}

// The name of a file at an address.
function nameOf(src: string): string {
  const name = src === "" ? "" : new URL(src, document.baseURI).pathname.split("/").at(-1)!.replace(/[^A-Za-z0-9_.-]/g, "_")
  return isFileName(name) ? name : "main.go"
}

async function fetchText(src: string): Promise<string | Error> {
  try {
    const answer = await fetch(src)
    if (!answer.ok) return new Error(`The program could not be fetched: ${answer.status} ${answer.statusText}`)
    const text = await answer.text()
    return text.length > maxJSON ? new Error(`The program is longer than ${maxJSON / 1024} KiB`) : text
  } catch {
    return new Error("The program could not be fetched: its address does not answer, or does not allow it")
  }
}

if (customElements.get("gopark-play") === undefined) customElements.define("gopark-play", GoparkPlay)
