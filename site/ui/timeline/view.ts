// This file is the timeline in the page: it holds which part of the run is seen, and moves it by wheel, pinch, drag, keys
// and buttons. What is seen is drawn by paint.ts.
//
// It is loaded when the timeline comes into sight. The picture of a part is kept, so that a step draws the cursor only.

import {duration, many} from "../names.ts"
import type {Pause, Recording} from "../recording.ts"
import {arrowKinds} from "./arrows.ts"
import {type Inks, inksOf} from "./inks.ts"
import {type Drawn, heightOf, laneStep, lanesHeight, left, paint, paintArrow, right, shownLanes, sized, stripsOf, timeOf, topH, type Window, xOf} from "./paint.ts"
import {type By, readStory, type Story} from "./read.ts"
import {lookCount, looks} from "./spans.ts"
import {legend, spanWords, sumUp, sumWords} from "./words.ts"

/// What the timeline asks of the page.
export interface TimelineEvents {
  seek(n: number): void
  /// Plays between these events, again and again; null: as usual.
  loop(section: readonly [from: number, to: number] | null): void
}

const miniH = 24
const shortest = 100 // ns that a window is long, at least
const bys: readonly (readonly [By, string])[] = [["p", "by P"], ["m", "by M"], ["g", "by G"]]

/// The timeline of one recording.
export class View {
  private readonly canvas = make("canvas", "tl-main")
  private readonly mini = make("canvas", "tl-mini")
  private readonly scroller = make("div", "tl-scroll")
  private readonly tall = make("div", "tl-tall")
  private readonly words = make("p", "tl-words")
  private readonly lanes = bys.map(([by, words]) => this.button(words, `Lanes ${words}`, () => this.cut(by)))
  private readonly kinds = arrowKinds.map((name, i) => this.button(name, `Arrows: ${name}`, () => this.toggle(i)))
  private readonly zoomIn = this.button("+", "Zoom in", () => this.zoom(1 / 1.6))
  private readonly zoomOut = this.button("−", "Zoom out", () => this.zoom(1.6))
  private readonly whole = this.button("all", "Show the whole run", () => this.look(-Infinity, Infinity))
  private readonly loopButton = this.button("loop", "Play the section again and again", () => this.toggleLoop())
  private readonly clearButton = this.button("no section", "Forget the section", () => this.choose(null))
  private story: Story | null = null
  private run: Recording | null = null
  private by: By = "p"
  private arrows = [false, true, true, true] // who made whom is seen in the lanes by G
  private from = 0
  private to = 1
  private at = 0
  private now = 0
  private until = Infinity // the event from which on it is covered
  private coveredFrom: number | null = null // and its time
  private section: [from: number, to: number] | null = null // times
  private begun: number | null = null // where a section begins that has no end yet
  private looping = false
  private picture: {canvas: HTMLCanvasElement; key: string; drawn: Drawn} | null = null
  private small: {canvas: HTMLCanvasElement; key: string} | null = null
  private ink: Inks | null = null
  private frame = 0
  private width = 0 // of the box: asking it in the middle of a frame would lay the page out
  private scrolled = 0
  private inSight = true
  private readonly pointers = new Map<number, PointerEvent>()
  private drag: Drag | null = null

  constructor(
    private readonly box: HTMLElement,
    private readonly page: TimelineEvents,
  ) {
    const bar = make("div", "tl-bar")
    bar.setAttribute("role", "toolbar")
    bar.setAttribute("aria-label", "Timeline")
    bar.append(
      group("Lanes", this.lanes),
      group("Arrows", this.kinds, "arrows"),
      group("Zoom", [this.zoomOut, this.zoomIn, this.whole]),
      group("Section", [this.button("from here", "A section begins at the cursor", () => this.mark("from")), this.button("to here", "The section ends at the cursor", () => this.mark("to")), this.loopButton, this.clearButton]),
    )
    this.scroller.tabIndex = 0
    this.scroller.setAttribute("role", "group")
    this.scroller.setAttribute("aria-roledescription", "timeline")
    this.scroller.setAttribute("aria-label", "Timeline: left and right move it, plus and minus zoom, 0 shows all of the run, up and down move the lanes, brackets mark a section, L plays it again and again")
    this.canvas.setAttribute("role", "img")
    this.canvas.setAttribute("aria-label", "Who ran where and when")
    this.mini.setAttribute("aria-hidden", "true")
    this.words.setAttribute("role", "status")
    this.zoomIn.title = "Zoom in; so do Ctrl and the wheel, a pinch, and the key +"
    this.zoomOut.title = "Zoom out; so do Ctrl and the wheel, a pinch, and the key −"
    this.scroller.append(this.canvas, this.tall)
    box.replaceChildren(bar, this.mini, this.scroller, this.words)
    this.listen()
    const redraw = (): void => {
      this.ink = this.picture = this.small = null
      this.width = box.clientWidth
      this.ask()
    }
    new ResizeObserver(() => {
      if (this.width !== box.clientWidth) redraw()
    }).observe(box)
    new IntersectionObserver(seen => {
      this.inSight = seen.at(-1)!.isIntersecting
      this.ask()
    }).observe(box)
    new MutationObserver(redraw).observe(document.documentElement, {attributeFilter: ["data-theme"]})
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw)
    this.update()
  }

  private button(words: string, name: string, act: () => void): HTMLButtonElement {
    const b = make("button", "tl-button")
    b.type = "button"
    b.textContent = words
    b.title = name
    if (words.length < 3) b.setAttribute("aria-label", name)
    b.addEventListener("click", act)
    return b
  }

  /// Shows a whole recording, as soon as it has been read.
  async load(run: Recording, pause: Pause, covered: number | null): Promise<void> {
    this.run = run
    this.story = null
    delete this.box.dataset["events"]
    this.cover(covered)
    this.section = this.begun = null
    this.looping = false
    const story = await readStory(run, pause, () => this.run === run)
    if (story === null) return
    this.story = story
    this.width = this.box.clientWidth
    this.picture = this.small = null
    this.from = story.begin
    this.to = Math.max(story.begin + 1, story.end)
    this.cut(this.by)
    this.box.dataset["events"] = String(run.length)
    this.paint()
  }

  /// Covers what comes after this event, or nothing.
  cover(n: number | null): void {
    this.until = n ?? Infinity
    this.coveredFrom = n === null || this.run === null || n === 0 ? null : this.run.event(n - 1).time
    this.picture = this.small = null
    this.update()
    this.ask()
  }

  /// The stage shows the state after n events, at this time.
  move(n: number, now: number): void {
    this.at = n
    this.now = now
    if (this.story !== null && (now < this.from || now > this.to) && this.drag === null) this.look(now - (this.to - this.from) / 2, now + (this.to - this.from) / 2)
    this.ask()
  }

  // Which part is seen.

  private get window(): Window {
    const {by, from, to, arrows, until} = this
    return {by, from, to, arrows, until, width: this.width, lanesH: this.lanesH, scroll: this.scrolled}
  }

  // The lanes of this cut that may be seen.
  private get count(): number {
    const track = this.story!.track(this.by)
    if (this.until === Infinity) return track.ids.length
    let n = track.ids.length
    while (n > 0 && track.first(n - 1) > this.until) n--
    return n
  }

  private get lanesH(): number {
    return this.story === null ? 0 : lanesHeight(this.by, this.count)
  }

  /// Shows the time from one to another, as far as there is a run.
  look(from: number, to: number): void {
    const {story} = this
    if (story === null) return
    const end = Math.max(story.begin + 1, story.end)
    const all = end - story.begin
    const long = Math.min(all, Math.max(Math.min(shortest, all), to - from))
    if (!Number.isFinite(long) || long === all) [from, to] = [story.begin, end]
    else {
      const middle = (from + to) / 2
      from = Math.min(Math.max(story.begin, Math.max(from, middle - long / 2)), end - long)
      to = from + long
    }
    this.from = from
    this.to = to
    this.update()
    this.ask()
  }

  /// Makes the window so many times as long; what is at x stays there.
  zoom(by: number, x = xOf(this.window, Math.min(Math.max(this.now, this.from), this.to))): void {
    const at = timeOf(this.window, x)
    const long = Math.max(shortest, (this.to - this.from) * by)
    const share = (at - this.from) / (this.to - this.from)
    this.look(at - share * long, at + (1 - share) * long)
  }

  private pan(share: number): void {
    const by = (this.to - this.from) * share
    const {story} = this
    if (story === null) return
    const shift = Math.max(story.begin - this.from, Math.min(story.end - this.to, by))
    this.look(this.from + shift, this.to + shift)
  }

  private get isAll(): boolean {
    return this.story === null || (this.from <= this.story.begin && this.to >= this.story.end)
  }

  private cut(by: By): void {
    this.by = by
    this.scroller.scrollTop = this.scrolled = 0
    this.update()
    this.ask()
  }

  private toggle(kind: number): void {
    this.arrows = this.arrows.map((on, i) => (i === kind ? !on : on))
    this.update()
    this.ask()
  }

  // Sections.

  private mark(what: "from" | "to"): void {
    const [from, to] = this.section ?? [this.begun ?? this.story?.begin ?? 0, Infinity]
    if (what === "from") {
      this.begun = this.now
      if (this.section !== null && to > this.now) this.choose([this.now, to])
      else {
        this.choose(null)
        this.begun = this.now
        this.words.textContent = `A section begins at ${duration(this.now)}. Go to where it ends, and press “to here”.`
      }
    } else if (this.now > from) this.choose([from, this.now])
    else this.words.textContent = "The end of a section comes after its beginning."
    this.ask()
  }

  private choose(section: [number, number] | null): void {
    this.section = section
    if (section === null) this.begun = null
    this.looping = this.looping && section !== null
    this.tellLoop()
    this.update()
    if (section !== null && this.story !== null) this.words.textContent = this.coveredFrom !== null && section[1] > this.coveredFrom ? "What comes later is covered." : sumWords(sumUp(this.story, ...section))
    this.ask()
  }

  private toggleLoop(): void {
    if (this.section === null) return
    this.looping = !this.looping
    this.tellLoop()
    this.update()
  }

  private tellLoop(): void {
    const {section, story} = this
    this.page.loop(this.looping && section !== null && story !== null ? [story.eventAt(section[0]), Math.max(story.eventAt(section[0]) + 1, story.eventAt(section[1]))] : null)
  }

  // Shows what the buttons are about.
  private update(): void {
    this.lanes.forEach((b, i) => b.setAttribute("aria-pressed", String(bys[i]![0] === this.by)))
    this.kinds.forEach((b, i) => b.setAttribute("aria-pressed", String(this.arrows[i])))
    this.loopButton.setAttribute("aria-pressed", String(this.looping))
    for (const b of [this.loopButton, this.clearButton]) b.setAttribute("aria-disabled", String(this.section === null))
    this.zoomOut.setAttribute("aria-disabled", String(this.isAll))
    this.whole.setAttribute("aria-disabled", String(this.isAll))
    this.canvas.classList.toggle("tl-grab", !this.isAll)
    if (this.story === null) return
    this.box.dataset["from"] = String(Math.round(this.from))
    this.box.dataset["to"] = String(Math.round(this.to))
    const beyond = Math.max(0, this.count * laneStep(this.by) - this.lanesH)
    this.tall.style.height = `${beyond}px`
    this.scroller.style.height = `${heightOf(this.lanesH, stripsOf(this.story).length)}px`
    if (this.section === null) this.words.textContent = this.hint()
  }

  private hint(): string {
    const drawn = this.picture?.drawn
    const more = drawn?.tooMany ? ` ${many(drawn.arrows, "arrow")} are too many to draw: zoom in.` : ""
    return `${legend(this.by)}${drawn?.dense && this.by !== "g" ? " Where they are too narrow, the height is their share." : ""}${more}`
  }

  // Hands.

  private listen(): void {
    const {canvas, mini, scroller} = this
    scroller.addEventListener("scroll", () => {
      this.scrolled = scroller.scrollTop
      this.ask()
    })
    canvas.addEventListener("wheel", e => this.wheel(e), {passive: false})
    for (const on of [canvas, mini]) {
      on.addEventListener("pointerdown", e => this.press(e, on === mini))
      on.addEventListener("pointermove", e => this.pull(e))
      for (const name of ["pointerup", "pointercancel"] as const) on.addEventListener(name, e => this.leave(e))
    }
    canvas.addEventListener("pointermove", e => this.pointers.size === 0 && this.tell(e))
    canvas.addEventListener("pointerleave", () => this.section === null && (this.words.textContent = this.hint()))
    scroller.addEventListener("keydown", e => {
      const act = this.keys[e.key]
      if (act === undefined || e.ctrlKey || e.metaKey || e.altKey) return
      e.preventDefault()
      act()
    })
  }

  private readonly keys: Record<string, () => void> = {
    "+": () => this.zoom(1 / 1.6),
    "=": () => this.zoom(1 / 1.6),
    "-": () => this.zoom(1.6),
    "0": () => this.look(-Infinity, Infinity),
    ArrowLeft: () => this.pan(-0.15),
    ArrowRight: () => this.pan(0.15),
    Home: () => this.pan(-Infinity),
    End: () => this.pan(Infinity),
    "[": () => this.mark("from"),
    "]": () => this.mark("to"),
    l: () => this.toggleLoop(),
    Escape: () => this.choose(null),
  }

  // With Ctrl, as a pinch of a trackpad comes, it zooms; sideways it moves; else the page has it.
  private wheel(e: WheelEvent): void {
    if (this.story === null) return
    const line = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    if (e.ctrlKey || e.metaKey) this.zoom(Math.exp(Math.max(-50, Math.min(50, e.deltaY * line)) * 0.01), e.offsetX)
    else {
      const by = e.shiftKey && e.deltaX === 0 ? e.deltaY : Math.abs(e.deltaX) > Math.abs(e.deltaY) ? e.deltaX : 0
      if (by === 0 || this.isAll) return
      this.pan((by * line) / (this.width - left - right))
    }
    e.preventDefault()
  }

  private press(e: PointerEvent, small: boolean): void {
    if (this.story === null || e.button !== 0) return
    const target = e.currentTarget as HTMLCanvasElement
    target.setPointerCapture(e.pointerId)
    this.pointers.set(e.pointerId, e)
    const w = this.window
    const nearCursor = Math.abs(e.offsetX - xOf(w, this.now)) < 8 || e.offsetY < topH
    this.drag = {
      what: small ? "mini" : this.pointers.size > 1 ? "pinch" : e.shiftKey ? "section" : this.isAll || nearCursor ? "scrub" : "pan",
      x: e.offsetX, from: this.from, to: this.to, moved: false, spread: this.spread(),
    }
    if (small) this.centre(e.offsetX)
    else if (this.drag.what === "scrub") this.seek(e.offsetX)
  }

  private pull(e: PointerEvent): void {
    const {drag} = this
    if (drag === null || !this.pointers.has(e.pointerId)) return
    this.pointers.set(e.pointerId, e)
    drag.moved ||= Math.abs(e.offsetX - drag.x) > 4
    const inner = this.width - left - right
    switch (drag.what) {
      case "mini":
        return this.centre(e.offsetX)
      case "scrub":
        return this.seek(e.offsetX)
      case "section": {
        const w = this.window
        const [a, b] = [drag.x, e.offsetX].sort((a, b) => a - b).map(x => timeOf(w, Math.min(Math.max(x, left), w.width - right)))
        if (drag.moved && b! > a!) this.choose([a!, b!])
        return
      }
      case "pan":
        if (drag.moved) this.shift(drag, ((drag.x - e.offsetX) / inner) * (drag.to - drag.from))
        return
      case "pinch": {
        const {width, middle} = this.spread()
        const by = Math.max(0.02, Math.min(50, drag.spread.width / Math.max(8, width)))
        const long = (drag.to - drag.from) * by
        const at = drag.from + ((drag.spread.middle - left) / inner) * (drag.to - drag.from)
        const share = (middle - left) / inner
        return this.look(at - share * long, at + (1 - share) * long)
      }
    }
  }

  // Two fingers: how far apart, and where between them.
  private spread(): {width: number; middle: number} {
    const [a, b] = [...this.pointers.values()]
    return a === undefined || b === undefined ? {width: 1, middle: 0} : {width: Math.abs(a.offsetX - b.offsetX), middle: (a.offsetX + b.offsetX) / 2}
  }

  private leave(e: PointerEvent): void {
    const {drag} = this
    if (!this.pointers.delete(e.pointerId) || drag === null) return
    if (drag.what === "pan" && !drag.moved && e.type === "pointerup") this.seek(e.offsetX)
    if (this.pointers.size === 0) this.drag = null
    else this.drag = {...drag, what: "pan", x: [...this.pointers.values()][0]!.offsetX, from: this.from, to: this.to, moved: true}
  }

  private shift({from, to}: Drag, by: number): void {
    const {story} = this
    if (story === null) return
    const shift = Math.max(story.begin - from, Math.min(story.end - to, by))
    this.look(from + shift, to + shift)
  }

  private seek(x: number): void {
    if (this.story !== null) this.page.seek(this.story.nearest(timeOf(this.window, x)))
  }

  // The window goes to where the small picture was pressed.
  private centre(x: number): void {
    const {story} = this
    if (story === null) return
    const at = timeOf({...this.window, from: story.begin, to: Math.max(story.begin + 1, story.end)}, x)
    if (this.isAll) return this.page.seek(story.nearest(at))
    this.shift({...this.drag!, from: this.from, to: this.to}, at - (this.from + this.to) / 2)
  }

  private tell(e: PointerEvent): void {
    const {story} = this
    if (story === null || this.section !== null) return
    const w = this.window
    const time = timeOf(w, e.offsetX)
    const lane = Math.floor((e.offsetY - topH + w.scroll) / laneStep(this.by))
    const inLanes = e.offsetY >= topH && e.offsetY < topH + w.lanesH && lane < this.count && e.offsetX >= left && e.offsetX <= w.width - right
    const hidden = this.coveredFrom !== null && time > this.coveredFrom
    const span = inLanes && !hidden ? story.track(this.by).at(lane, time) : -1
    this.words.textContent = span < 0 ? this.hint() : `${spanWords(story, span)}.`
  }

  // Pictures.

  private ask(): void {
    if (this.frame === 0 && this.inSight) this.frame = requestAnimationFrame(() => this.paint())
  }

  private paint(): void {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    const {story} = this
    const width = this.width
    if (story === null || !this.inSight || width === 0) return
    const ink = (this.ink ??= inksOf(this.box))
    const w = this.window
    const height = heightOf(w.lanesH, stripsOf(story).length)
    const key = JSON.stringify(w)
    if (this.picture?.key !== key) {
      const canvas = this.picture?.canvas ?? document.createElement("canvas")
      this.picture = {canvas, key, drawn: paint(sized(canvas, width, height), story, w, ink)}
      if (this.section === null && this.drag === null) this.words.textContent = this.hint()
    }
    const pen = sized(this.canvas, width, height)
    pen.drawImage(this.picture.canvas, 0, 0, width, height)
    this.paintFuture(pen, w, ink)
    const hot = story.arrows.ofEvent(this.at)
    if (hot >= 0) paintArrow(pen, story, story.track(this.by), w, hot, ink.hot, 2)
    if (this.section !== null) this.paintSection(pen, w, ink, this.section)
    if (this.coveredFrom !== null) paintCover(pen, ink, Math.max(left, xOf(w, this.coveredFrom)), width, height)
    this.paintCursor(pen, w, ink, height)
    this.paintMini(story, ink)
  }

  // What comes later in a finished run is faint.
  private paintFuture(pen: CanvasRenderingContext2D, w: Window, ink: Inks): void {
    const x = Math.max(left, xOf(w, this.now))
    if (x >= w.width - right) return
    pen.fillStyle = ink.card
    pen.globalAlpha = 0.66
    pen.fillRect(x, topH, w.width - right - x, w.lanesH)
    pen.globalAlpha = 1
  }

  private paintSection(pen: CanvasRenderingContext2D, w: Window, ink: Inks, [from, to]: [number, number]): void {
    const a = Math.max(left, xOf(w, from))
    const b = Math.min(w.width - right, xOf(w, to))
    if (b <= a) return
    pen.fillStyle = pen.strokeStyle = ink.acc
    pen.globalAlpha = 0.14
    pen.fillRect(a, topH, b - a, w.lanesH)
    pen.globalAlpha = 1
    pen.lineWidth = 1.5
    pen.strokeRect(a, topH, b - a, w.lanesH - 1)
  }

  private paintCursor(pen: CanvasRenderingContext2D, w: Window, ink: Inks, height: number): void {
    const x = xOf(w, this.now)
    if (x < left - 1 || x > w.width - right + 1) return
    pen.strokeStyle = pen.fillStyle = ink.fg
    pen.lineWidth = 1.5
    pen.beginPath()
    pen.moveTo(x, 16)
    pen.lineTo(x, height - 20)
    pen.stroke()
    pen.font = `650 12px ${ink.font}`
    const words = duration(this.now)
    const room = pen.measureText(words).width + 16
    const at = Math.max(4, Math.min(x - room / 2, w.width - room - 4))
    pen.beginPath()
    pen.roundRect(at, 1, room, 18, 9)
    pen.fill()
    pen.fillStyle = ink.bg
    pen.textAlign = "center"
    pen.textBaseline = "middle"
    pen.fillText(words, at + room / 2, 10.5)
    pen.textAlign = "left"
  }

  // The whole run: how busy all Ps are together, and which part is seen.
  private paintMini(story: Story, ink: Inks): void {
    const width = this.width
    const all = {...this.window, from: story.begin, to: Math.max(story.begin + 1, story.end)}
    const key = `${width} ${this.until}`
    if (this.small?.key !== key) this.small = {key, canvas: this.drawMini(story, all, ink)}
    const pen = sized(this.mini, width, miniH)
    pen.drawImage(this.small.canvas, 0, 0, width, miniH)
    const [a, b] = [xOf(all, this.from), xOf(all, this.to)]
    pen.fillStyle = ink.card
    pen.globalAlpha = 0.6
    pen.fillRect(left, 2, a - left, miniH - 4)
    pen.fillRect(b, 2, width - right - b, miniH - 4)
    pen.globalAlpha = 1
    if (this.coveredFrom !== null) paintCover(pen, ink, Math.max(left, xOf(all, this.coveredFrom)), width, miniH, false)
    pen.strokeStyle = ink.acc
    pen.lineWidth = 1.5
    pen.strokeRect(a + 0.75, 1.75, Math.max(3, b - a - 1.5), miniH - 3.5)
    pen.fillStyle = ink.fg
    pen.fillRect(xOf(all, this.now) - 0.75, 2, 1.5, miniH - 4)
  }

  private drawMini(story: Story, all: Window, ink: Inks): HTMLCanvasElement {
    const canvas = document.createElement("canvas")
    const pen = sized(canvas, all.width, miniH)
    const n = Math.max(1, Math.round(all.width - left - right))
    const each = (all.to - all.from) / n
    const track = story.track("p")
    const sums = new Float64Array(n * lookCount)
    track.ids.forEach((_, lane) => track.columns(lane, all.from, each, n, (i, spent) => spent.forEach((v, look) => (sums[i * lookCount + look]! += v))))
    pen.fillStyle = ink.soft
    pen.fillRect(left, 2, n, miniH - 4)
    const per = (miniH - 4) / (each * Math.max(1, track.ids.length))
    for (let look = 0; look < looks.ready; look++) {
      pen.fillStyle = ink.fill[look]!
      for (let i = 0; i < n; i++) {
        const v = sums[i * lookCount + look]!
        if (v === 0) continue
        let below = 0
        for (let l = 0; l < look; l++) below += sums[i * lookCount + l]!
        pen.fillRect(left + i, miniH - 2 - (below + v) * per, 1, v * per)
      }
    }
    pen.font = `12px ${ink.font}`
    pen.fillStyle = ink.mut
    pen.textBaseline = "middle"
    pen.fillText("run", 10, miniH / 2 + 0.5)
    return canvas
  }
}

interface Drag {
  what: "mini" | "scrub" | "pan" | "pinch" | "section"
  x: number
  from: number
  to: number
  moved: boolean
  spread: {width: number; middle: number}
}

/// Nothing is to be seen from x on, and it is plain that something is there.
function paintCover(pen: CanvasRenderingContext2D, ink: Inks, x: number, width: number, height: number, say = true): void {
  if (x >= width) return
  pen.save()
  pen.beginPath()
  pen.rect(x, 0, width - x, height)
  pen.clip()
  pen.fillStyle = ink.soft
  pen.fillRect(x, 0, width - x, height)
  pen.strokeStyle = ink.mut
  pen.globalAlpha = 0.22
  pen.beginPath()
  for (let at = x - height; at < width; at += 14) {
    pen.moveTo(at, height)
    pen.lineTo(at + height, 0)
  }
  pen.stroke()
  pen.globalAlpha = 1
  const words = "covered until you have answered"
  pen.font = `600 12px ${ink.font}`
  pen.textAlign = "center"
  pen.textBaseline = "middle"
  const room = pen.measureText(words).width + 24
  if (say && room < width - x) {
    pen.fillRect((x + width - room) / 2, height / 2 - 12, room, 24)
    pen.fillStyle = ink.fg
    pen.fillText(words, (x + width) / 2, height / 2)
  }
  pen.restore()
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, cls: string): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag)
  el.className = cls
  return el
}

function group(name: string, kids: HTMLElement[], words = ""): HTMLElement {
  const el = make("div", "tl-group")
  el.setAttribute("role", "group")
  el.setAttribute("aria-label", name)
  if (words !== "") {
    const w = make("span", "tl-name")
    w.textContent = words
    el.append(w)
  }
  el.append(...kids)
  return el
}
