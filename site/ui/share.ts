// This file is the dialog that gives a program away, and takes one: a link, the code for a page that is to embed it,
// files, and a picture of the stage. It is made when it is first opened.

import {join} from "./files.ts"
import {encode, isFileName, type Link} from "./link.ts"
import {snippets, type What} from "./snippets.ts"
import {picture} from "./picture.ts"

/// What there is to share, and what the dialog does.
export interface Shared {
  /// The program as it stands, and how it would be run.
  link(): Link
  /// How many events the stage shows, if they are those of this very run.
  moment(): number | null
  /// The words under the stage, and its drawing.
  words(): string
  drawing(): SVGSVGElement | null
  /// Opens another program in place of this one; null if this page has no place for one.
  open: ((name: string, text: string) => void) | null
  /// The address of the site, without the page.
  site: string
}

type Kid = Node | string

function make<K extends keyof HTMLElementTagNameMap>(tag: K, at: Record<string, string> = {}, ...kids: Kid[]): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag)
  for (const [name, value] of Object.entries(at)) el.setAttribute(name, value)
  el.append(...kids)
  return el
}

const button = (words: string, id: string): HTMLButtonElement => make("button", {type: "button", class: "btn", id}, words)

const longLink = 2000 // characters that every chat and tracker takes
const maxFile = 256 * 1024

/// The dialog.
export class Share {
  private readonly dialog = make("dialog", {id: "share-panel", class: "panel", "aria-labelledby": "share-title"})
  private readonly address = make("textarea", {id: "share-link", rows: "2", readonly: "", "aria-label": "The link", spellcheck: "false"})
  private readonly long = make("p", {class: "set-note", id: "share-long"})
  private readonly withMoment = make("input", {type: "checkbox", id: "share-moment"})
  private readonly momentWords = make("span", {})
  private readonly kind = make("select", {id: "share-kind", "aria-label": "For"})
  private readonly code = make("textarea", {id: "share-code", rows: "8", readonly: "", "aria-label": "The code to embed it", spellcheck: "false"})
  private readonly about = make("p", {class: "set-note"})
  private readonly save = button("Download the picture", "share-picture")
  private readonly file = make("input", {type: "file", accept: ".go,.txtar,text/plain", id: "share-file", hidden: "", "aria-label": "A file to open"})
  private readonly said = make("p", {class: "set-note", role: "status", id: "share-said"})
  private snippets: Record<string, What> = {}
  private turn = 0

  constructor(private readonly to: Shared) {
    const close = make("button", {type: "button", class: "quiet set-close", "aria-label": "Close"}, "Close")
    close.addEventListener("click", () => this.dialog.close())
    this.dialog.append(make("div", {class: "set-head"}, make("h2", {id: "share-title"}, "Share"), make("span", {class: "gap"}), close), make("div", {class: "share-body"}, this.linkPart(), this.codePart(), this.filePart(), this.said))
    this.dialog.addEventListener("click", e => {
      if (e.target === this.dialog) this.dialog.close() // beside it
    })
    document.body.append(this.dialog)
  }

  private linkPart(): Node {
    const copy = button("Copy link", "copy-link")
    copy.addEventListener("click", () => this.copy(this.address, "The link is copied."))
    this.withMoment.addEventListener("change", () => void this.make())
    return make("section", {}, make("h3", {}, "Link"), make("p", {class: "set-note"}, "The program itself is in the link. Who opens it has to press Run."),
      make("div", {class: "share-row"}, this.address, copy), make("label", {class: "share-check", id: "share-moment-label"}, this.withMoment, this.momentWords), this.long)
  }

  private codePart(): Node {
    const copy = button("Copy embed code", "copy-code")
    copy.addEventListener("click", () => this.copy(this.code, "The code is copied."))
    this.kind.addEventListener("change", () => this.showCode())
    this.save.addEventListener("click", () => this.savePicture())
    const guide = make("a", {href: `${this.to.site}guide/embedding/`, target: "_blank", rel: "noopener"}, "What the code means")
    return make("section", {}, make("h3", {}, "Embed"), make("div", {class: "share-row"}, this.kind, copy, this.save), this.about, this.code, make("p", {class: "set-note"}, guide))
  }

  private filePart(): Node {
    const go = button("Download .go", "download-go")
    const txtar = button("Download .txtar", "download-txtar")
    go.addEventListener("click", () => this.download(false))
    txtar.addEventListener("click", () => this.download(true))
    const row = make("div", {class: "share-row"}, go, txtar)
    if (this.to.open !== null) {
      const open = button("Open .go or .txtar", "open-file")
      open.addEventListener("click", () => this.file.click())
      this.file.addEventListener("change", () => void this.take())
      row.append(open, this.file)
    }
    return make("section", {}, make("h3", {}, "Files"), row)
  }

  open(): void {
    this.said.textContent = ""
    const moment = this.to.moment()
    this.withMoment.checked = moment !== null
    this.withMoment.disabled = moment === null
    this.momentWords.textContent = moment === null ? "Without a moment: run the program as it is now, in virtual time, to have one." : `With the moment that the stage shows: event ${moment.toLocaleString("en")}.`
    this.dialog.showModal()
    void this.make()
  }

  // Makes link and code of the program as it is now.
  private async make(): Promise<void> {
    const turn = ++this.turn
    const moment = this.withMoment.checked ? this.to.moment() : null
    const link = {...this.to.link(), at: moment === null ? "" : String(moment)}
    const text = await encode(link)
    if (turn !== this.turn) return
    const can = !(text instanceof Error)
    this.address.value = can ? `${this.to.site}play/${text}` : ""
    this.long.textContent = !can ? `There is no link: ${text.message}. Download the file instead.` : this.address.value.length <= longLink ? `${this.address.value.length} characters.` : `${this.address.value.length.toLocaleString("en")} characters: some chats cut links behind ${longLink.toLocaleString("en")}. A link that was cut says so.`
    this.snippets = snippets(this.to.site, link, can ? text : "", this.to.words())
    const chosen = this.kind.value
    this.kind.replaceChildren(...Object.entries(this.snippets).map(([name, {title}]) => make("option", {value: name}, title)))
    if (chosen in this.snippets) this.kind.value = chosen
    this.showCode()
    this.dialog.dataset["ready"] = String(turn)
  }

  private showCode(): void {
    const what = this.snippets[this.kind.value]
    this.code.value = what?.code ?? ""
    this.about.textContent = what?.about ?? ""
    this.save.hidden = this.kind.value !== "image"
    this.save.disabled = this.to.drawing() === null
  }

  private async copy(from: HTMLTextAreaElement, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(from.value)
      this.said.textContent = done
    } catch {
      from.focus({preventScroll: true})
      from.select()
      this.said.textContent = "This page may not copy. The text is selected: copy it with the keys."
    }
  }

  // Files.

  private download(all: boolean): void {
    const {files} = this.to.link()
    const name = all || files.length > 1 ? "program.txtar" : files[0]!.name
    const text = all && files.length === 1 ? `-- ${files[0]!.name} --\n${files[0]!.text}` : join(files)
    offer(name, new Blob([text], {type: "text/plain"}))
    this.said.textContent = `${name} is in your downloads.`
  }

  private async take(): Promise<void> {
    const file = this.file.files?.[0]
    this.file.value = ""
    if (file === undefined || this.to.open === null) return
    if (file.size > maxFile) return this.say(`${file.name} is longer than ${maxFile / 1024} KiB. Nothing was changed.`)
    let text: string
    try {
      text = new TextDecoder("utf-8", {fatal: true}).decode(await file.arrayBuffer())
    } catch {
      return this.say(`${file.name} is no text. Nothing was changed.`)
    }
    const txtar = file.name.endsWith(".txtar")
    const name = txtar ? "main.go" : file.name.replace(/[^A-Za-z0-9_.-]/g, "_")
    if (!isFileName(name)) return this.say(`${file.name} is neither .go nor .txtar. Nothing was changed.`)
    this.dialog.close()
    this.to.open(name, text)
  }

  private say(words: string): void {
    this.said.textContent = words
  }

  private savePicture(): void {
    const svg = this.to.drawing()
    if (svg === null) return
    offer("gopark-run.svg", new Blob([picture(svg, this.to.words())], {type: "image/svg+xml"}))
    this.said.textContent = "gopark-run.svg is in your downloads: put it beside your page."
  }
}

// Gives a file to the reader.
function offer(name: string, data: Blob): void {
  const a = document.createElement("a")
  a.href = URL.createObjectURL(data)
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000)
}
