// This file is the dialog in which the settings of the next run are chosen: the policy in words, its
// switches, what the machine takes, the costs of virtual time, and when the run ends.
//
// It is made when it is first opened. Each field keeps its place whatever is in it: all that can be
// said of it stands at the same place, and one of these can be seen.

import {durationText} from "./knobs.ts"
import {costs, ios, maxCost, presets, type Preset, switches} from "./policies.ts"
import {type Fault, type Field, fieldNamed, type Settings} from "./settings.ts"

/// What the dialog does besides.
export interface PanelEvents {
  /// A setting is another.
  changed(): void
  run(): void
  /// The command that does the same run.
  command(): string
  parallel(): boolean
}

type Kid = Node | string

/// Makes an element of HTML.
function make<K extends keyof HTMLElementTagNameMap>(tag: K, at: Record<string, string> = {}, ...kids: Kid[]): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag)
  for (const [name, value] of Object.entries(at)) el.setAttribute(name, value)
  el.append(...kids)
  return el
}

/// One field in the dialog.
interface Row {
  field: Field
  box: HTMLElement
  input: HTMLInputElement | HTMLSelectElement
  undo: HTMLButtonElement
  words: Map<string, HTMLElement> // by value; "" is for those that have none of their own
  fault: HTMLElement
}

/// The dialog.
export class Panel {
  private readonly dialog = make("dialog", {id: "settings-panel", "aria-labelledby": "settings-title"})
  private readonly preset = presetSelect()
  private readonly adds = make("p", {})
  private readonly leaves = make("p", {class: "set-left"})
  private readonly command = make("code", {id: "set-command", tabindex: "0", "aria-label": "The same run on the command line"})
  private readonly copy = button("btn", "Copy")
  private readonly back = button("btn", "Reset all", "set-reset")
  private readonly note = make("p", {class: "set-note", id: "set-note"})
  private readonly rows: Row[] = []

  constructor(
    private readonly settings: Settings,
    private readonly to: PanelEvents,
  ) {
    this.dialog.append(this.head(), this.body(), this.foot())
    document.body.append(this.dialog)
    this.preset.addEventListener("change", () => {
      settings.preset = this.preset.value
      this.update()
    })
    this.dialog.addEventListener("click", e => {
      if (e.target === this.dialog) this.dialog.close() // beside it
    })
    this.dialog.addEventListener("keydown", e => {
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) this.run()
    })
  }

  /// Opens it, at the field that is wrong if there is one.
  open(fault?: Fault): void {
    this.show()
    if (!this.dialog.open) this.dialog.showModal()
    const row = this.rows.find(r => r.field === fault?.field)
    row?.input.focus()
    row?.input.scrollIntoView({block: "center"})
  }

  /// Shows the settings as they are now.
  show(): void {
    const {settings} = this
    const parallel = this.to.parallel()
    this.preset.value = settings.preset
    const p = presets.find(p => p.name === settings.preset)!
    this.adds.textContent = `${capital(p.title)}. ${p.adds}`
    this.leaves.replaceChildren(make("b", {}, "Left out: "), p.leaves)
    this.note.textContent = parallel ? "In Parallel things cost what they cost, and time is real: costs and until have no meaning there." : "Go code takes 1 ns for each instruction. The rest is here; empty is as usual."
    for (const row of this.rows) this.showRow(row, parallel)
    this.command.textContent = this.to.command()
    this.back.disabled = !settings.touched
  }

  private showRow({field, box, input, undo, words, fault: wrong}: Row, parallel: boolean): void {
    const {settings} = this
    const off = parallel && field.virtualOnly
    const fault = off ? "" : settings.fault(field)
    if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = settings.changed(field)
    else if (input instanceof HTMLSelectElement) input.value = settings.text(field) || settings.usual(field)
    else if (document.activeElement !== input) input.value = settings.text(field)
    input.disabled = off
    input.setAttribute("aria-invalid", String(fault !== ""))
    box.classList.toggle("changed", settings.changed(field) && !off)
    box.classList.toggle("wrong", fault !== "")
    box.classList.toggle("off", off)
    undo.classList.toggle("unseen", !settings.changed(field) || off)
    const right = words.get(settings.text(field) || settings.usual(field)) ?? words.get("")
    for (const el of words.values()) el.classList.toggle("unseen", fault !== "" || el !== right)
    wrong.classList.toggle("unseen", fault === "")
    if (fault !== "") wrong.textContent = `${capital(fault)}.`
  }

  private update(): void {
    this.show()
    this.to.changed()
  }

  private run(): void {
    this.dialog.close()
    this.to.run()
  }

  // Its parts.

  private head(): HTMLElement {
    const close = button("quiet set-close", "Close")
    close.addEventListener("click", () => this.dialog.close())
    return make("header", {class: "set-head"}, make("h2", {id: "settings-title"}, "Settings of the next run"), make("span", {class: "gap"}), close)
  }

  private body(): HTMLElement {
    const switchRows = switches.map(s => {
      const field = fieldNamed(`switch-${s.name}`)
      const select = make("select", {}, ...s.values.map(v => make("option", {value: v.name}, v.name)))
      return this.row(field, select, s.values.map(v => [v.name, `${s.about} ${capital(v.means)}.`]))
    })
    const text = (field: Field, say: string): HTMLElement => this.row(field, textInput(field), [["", say]])
    const detail = make("input", {type: "checkbox"})
    return make(
      "div",
      {class: "set-body"},
      make(
        "section",
        {class: "set-part"},
        make("h3", {}, "Scheduler"),
        make("label", {class: "set-preset"}, make("span", {class: "set-name"}, "policy"), this.preset),
        make("div", {class: "set-about", role: "status"}, this.adds, this.leaves),
        make("h3", {}, "Its switches"),
        make("p", {class: "set-note"}, "Each stands as the policy sets it. What you change is marked."),
        ...switchRows,
      ),
      make(
        "section",
        {class: "set-part"},
        make("h3", {}, "Machine"),
        make("p", {class: "set-note"}, "What is around the program takes this much, in Parallel too. Durations go to 10s."),
        ...ios.map(io => text(fieldNamed(`io-${io.name}`), `${io.share ? "So many " + io.for : capital(io.for)}.`)),
        make("h3", {}, "This run"),
        text(fieldNamed("until"), "The run ends at this virtual time; empty: when the program does."),
        text(fieldNamed("schedtrace"), "The state of the scheduler is printed so often, as by GODEBUG=schedtrace."),
        this.row(fieldNamed("scheddetail"), detail, [["", "With it, a line for each P, M and G."]]),
        make("h3", {}, `Costs of virtual time, 0 to ${durationText(maxCost)}`),
        this.note,
        ...costs.map(c => text(fieldNamed(`cost-${c.name}`), `${capital(c.for)}.`)),
      ),
    )
  }

  private foot(): HTMLElement {
    const run = button("btn go", "Run", "set-run")
    run.prepend(make("span", {class: "icon icon-run", "aria-hidden": "true"}))
    run.addEventListener("click", () => this.run())
    this.back.addEventListener("click", () => {
      this.settings.reset()
      for (const {input} of this.rows) if (input instanceof HTMLInputElement) input.value = ""
      this.update()
    })
    this.copy.addEventListener("click", () => this.copyCommand())
    return make("footer", {class: "set-foot"}, make("div", {class: "set-line"}, this.command, this.copy), this.back, run)
  }

  private async copyCommand(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.command.textContent ?? "")
      this.copy.textContent = "Copied"
    } catch {
      getSelection()?.selectAllChildren(this.command) // the reader's own keys do it
      this.copy.textContent = "Selected"
    }
    setTimeout(() => (this.copy.textContent = "Copy"), 1500)
  }

  private row(field: Field, input: HTMLInputElement | HTMLSelectElement, says: readonly (readonly [value: string, words: string])[]): HTMLElement {
    const id = `set-${field.id}`
    const set = (text: string): void => {
      this.settings.set(field, text)
      this.update()
    }
    input.id = id
    input.setAttribute("aria-describedby", `${id}-words`)
    const checkbox = input instanceof HTMLInputElement && input.type === "checkbox"
    input.addEventListener("input", () => set(checkbox ? (input.checked ? "on" : "") : input.value))
    input.addEventListener("blur", () => this.show())
    const undo = button("quiet set-undo", "↺")
    undo.setAttribute("aria-label", `${field.name}: as usual`)
    undo.title = "As usual"
    undo.addEventListener("click", () => {
      if (input instanceof HTMLInputElement) input.value = ""
      set("")
      input.focus()
    })
    const words = new Map(says.map(([value, text]) => [value, make("span", {}, text)]))
    const fault = make("span", {class: "set-fault unseen"})
    const about = make("p", {class: "set-words", id: `${id}-words`}, ...words.values(), fault)
    const box = make("div", {class: `set-row set-${field.kind}`, "data-field": field.id}, make("label", {class: "set-name", for: id}, field.name), input, undo, about)
    this.rows.push({field, box, input, undo, words, fault})
    return box
  }
}

function presetSelect(): HTMLSelectElement {
  const groups = new Map<string, Preset[]>()
  for (const p of presets) groups.set(p.group, [...(groups.get(p.group) ?? []), p])
  const select = make("select", {id: "set-policy"})
  for (const [name, list] of groups) {
    select.append(make("optgroup", {label: name}, ...list.map(p => make("option", {value: p.name}, `${p.name} · ${p.title}`))))
  }
  return select
}

function textInput(field: Field): HTMLInputElement {
  return make("input", {type: "text", placeholder: field.usual, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "40"})
}

function button(kind: string, words: string, id = ""): HTMLButtonElement {
  return make("button", {type: "button", class: kind, ...(id && {id})}, words)
}

// Not of names: findRunnable stays so.
const capital = (words: string): string => (/^\w*[A-Z]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1))
