// This file is the panels about a run as a whole: its figures, and files to take away. Both
// are made when somebody looks.

import type {Spares} from "./engine/index.ts"
import {Figures, type Kind, type Shown} from "./figures.ts"
import {find} from "./find.ts"
import {type Stats, statistics} from "./statistics.ts"
import {type El, h, patch} from "./svg.ts"

interface File {
  kind: Kind | "events"
  name: string
  words: string
}

const files: readonly File[] = [
  {kind: "stats", name: "stats.json", words: "The figures, as gopark run -stats writes them."},
  {kind: "trace", name: "trace.out", words: "An execution trace of Go: go tool trace trace.out"},
  {kind: "perfetto", name: "perfetto.json", words: "A picture for ui.perfetto.dev (Open trace file). The file stays in your browser."},
  {kind: "events", name: "run.events", words: "Every event, 48 bytes each, as gopark run -events writes them. Its SHA-256 is the digest of the run."},
]

/// The panels.
export class Reports {
  private readonly figures: Figures
  private readonly pane = find("pane-stats", HTMLElement)
  private readonly list = find("pane-files", HTMLElement)
  private readonly buttons = new Map<File, HTMLButtonElement>()
  private readonly said = document.createElement("p")
  private shown: Shown | null = null
  private counted: Shown | null = null // the figures in the pane are of this one
  private making = ""

  constructor(url: string, spares: Spares) {
    this.figures = new Figures(url, spares)
    this.fileList()
    this.load(null)
  }

  /// Another run is shown; null while there is none, or none may be seen, for which there are words then.
  load(shown: Shown | null, why = ""): void {
    this.figures.stop()
    this.shown = shown
    this.counted = null
    this.making = ""
    this.tell("")
    this.enable()
    if (shown === null) this.say(why || "The figures of a run stand here when it is over.")
    else this.refresh()
  }

  /// A panel may be seen now.
  refresh(): void {
    if (!this.pane.hidden && this.shown !== null && this.counted !== this.shown) void this.count(this.shown)
  }

  private async count(shown: Shown): Promise<void> {
    this.counted = shown
    if (!this.figures.exists) return this.say("This copy of the site was built without its figures.")
    this.say("Counting …")
    try {
      const text = await new Blob(await this.figures.make("stats", shown)).text()
      if (this.shown === shown) patch(this.pane, [...this.caveat(shown), ...statistics(JSON.parse(text) as Stats)])
      this.pane.dataset["ready"] = "true"
    } catch (e) {
      if (this.shown !== shown) return
      this.counted = null
      this.say(`The figures could not be made: ${e instanceof Error ? e.message : String(e)}`)
    }
  }

  // Of which events the figures are, if not of all.
  private caveat({recording}: Shown): El[] {
    const words: string[] = []
    if (recording.dropped > 0) words.push(`These are of the first ${recording.length.toLocaleString("en")} events: no more are kept here.`)
    if (recording.lost > 0) words.push(`${recording.lost.toLocaleString("en")} events were lost, and are missing here.`)
    return words.length === 0 ? [] : [h("p", {class: "fig-note"}, words.join(" "))]
  }

  private say(words: string): void {
    delete this.pane.dataset["ready"]
    patch(this.pane, [h("p", {class: "fig-note"}, words)])
  }

  // Files.

  private fileList(): void {
    const rows = files.map(file => {
      const row = document.createElement("li")
      const button = document.createElement("button")
      button.type = "button"
      button.className = "btn"
      button.textContent = file.name
      button.setAttribute("aria-label", `Download ${file.name}`)
      button.addEventListener("click", () => void this.download(file))
      const words = document.createElement("span")
      words.textContent = file.words
      row.append(button, words)
      this.buttons.set(file, button)
      return row
    })
    const list = document.createElement("ul")
    list.className = "files-list"
    list.append(...rows)
    this.said.className = "fig-note"
    this.said.setAttribute("role", "status")
    this.list.replaceChildren(list, this.said)
  }

  private enable(): void {
    for (const [file, button] of this.buttons) button.disabled = this.shown === null || this.making !== "" || (file.kind !== "events" && !this.figures.exists)
    if (this.shown === null) this.tell("Files can be made of a run that is over, and not covered.")
  }

  private tell(words: string): void {
    this.said.textContent = words
  }

  private async download(file: File): Promise<void> {
    const shown = this.shown
    if (shown === null || this.making !== "") return
    this.making = file.name
    this.tell(`Making ${file.name} …`)
    this.enable()
    try {
      const parts = file.kind === "events" ? [shown.recording.file() as BlobPart] : await this.figures.make(file.kind, shown)
      if (this.shown !== shown) return
      const blob = new Blob(parts, {type: "application/octet-stream"})
      save(blob, file.name)
      this.tell(`${file.name}: ${size(blob.size)}.${shown.recording.dropped > 0 && file.kind !== "stats" ? ` It holds the first ${shown.recording.length.toLocaleString("en")} events.` : ""}`)
    } catch (e) {
      if (this.shown === shown) this.tell(`${file.name} could not be made: ${e instanceof Error ? e.message : String(e)}`)
    }
    if (this.shown !== shown) return
    this.making = ""
    this.enable()
  }
}

const size = (bytes: number): string => (bytes < 1e4 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`)

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const a = document.createElement("a")
  a.href = url
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000) // the browser may be slow to begin
}
