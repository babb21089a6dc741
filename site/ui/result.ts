// This file is the line beside Run: what became of the run, how much it printed, and whether it is of the text in the
// editor. It is there all the time, so that nothing moves when it says something else.

import {find} from "./find.ts"
import {many} from "./names.ts"

/// What the line is about: nothing yet, the recording of the site, work that goes on, a compilation that failed, a run
/// that ended well or not.
type About = "nothing" | "recording" | "busy" | "unrun" | "good" | "bad"

/// What has changed since the run that is shown.
export type Stale = "" | "text" | "settings"

/// The line.
export class Result {
  private readonly root = find("result", HTMLElement)
  private readonly area = find("run-area", HTMLElement)
  private readonly text = find("ended", HTMLElement)
  private readonly button = find("show-output", HTMLButtonElement)
  private readonly start = find("from-start", HTMLButtonElement)
  private again: (() => void) | null = null
  private readonly back = find("to-program", HTMLButtonElement)
  private words = ""
  private about: About = "nothing"
  private shown: "nothing" | "recording" | "run" = "nothing" // on the stage
  private isStale: Stale = ""

  constructor(private readonly lines: () => number) {
    this.button.addEventListener("click", () => {
      find("tab-output", HTMLButtonElement).click()
      const pane = find("pane-output", HTMLElement)
      pane.scrollIntoView({block: "nearest"})
      pane.focus({preventScroll: true})
    })
  }

  /// Brings the line into view, where the page is one column; it leads back to the program.
  look(program: HTMLElement): void {
    const {top, bottom} = this.root.getBoundingClientRect()
    if (top >= 0 && bottom <= innerHeight) return
    this.area.scrollIntoView({block: "start"})
    this.back.hidden = false
    this.back.onclick = () => {
      program.scrollIntoView({block: "start"})
      this.back.hidden = true
    }
  }

  /// The run was recorded when the site was made.
  recorded(): void {
    this.shown = "recording"
    this.set("recording", "Recorded when this page was made. Press Run for a run of your own.")
  }

  /// The stage stands before the end of the run, which is said, with the way to see it from its start; null if it does not.
  stands(again: (() => void) | null): void {
    this.again = again
    this.start.onclick = again
    this.show()
  }

  /// The program is being compiled, or runs.
  busy(words: string): void {
    this.again = null
    this.set("busy", words)
  }

  /// The program was not run. What was shown before still is.
  unrun(): void {
    this.set("unrun", "Not run.")
  }

  /// A run is over, and all that it printed has come.
  ended(words: string, good: boolean): void {
    this.shown = "run"
    const lines = this.lines()
    this.set(good ? "good" : "bad", `${words} · ${lines === 0 ? "no output" : `${many(lines, "line")} of output`}`)
  }

  /// What is shown is not of the program in the editor, or not of the settings above; or it is.
  set stale(why: Stale) {
    this.isStale = why
    this.show()
  }

  private set(about: About, words: string): void {
    this.about = about
    this.words = words
    this.show()
  }

  private show(): void {
    const stale = this.isStale !== "" && this.about !== "busy"
    this.text.textContent = !stale ? this.words : this.about === "unrun" ? unrun[this.shown] : stales[this.isStale || "text"][this.shown]
    this.button.hidden = stale || (this.about !== "good" && this.about !== "bad") || this.lines() === 0
    this.start.hidden = stale || this.again === null
    this.root.dataset["about"] = stale ? "stale" : this.about
    this.area.classList.toggle("stale", stale)
  }
}

const stales = {
  text: {
    nothing: "Your program has not run yet. Press Run.",
    recording: "This is the recording of the original program. Press Run for yours.",
    run: "This is the run of the program before your change. Press Run for the new one.",
  },
  settings: {
    nothing: "Your program has not run yet. Press Run.",
    recording: "This is the recording with other settings. Press Run for these.",
    run: "This is the run with the settings before. Press Run for these.",
  },
}

// It does not compile.
const unrun = {
  nothing: "Not run: it does not compile.",
  recording: "Not run: it does not compile. The stage still shows the recording of the original program.",
  run: "Not run: it does not compile. The stage still shows the run before your change.",
}
