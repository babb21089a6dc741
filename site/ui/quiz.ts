// This file answers the questions of a lesson: the reader commits to a choice, and
// each choice has its answer. What was chosen is told by the event "answered".
//
// What gives the answer away is covered before: the run until the first choice, the text behind the question until the right
// one; or until the reader wants to see it anyway. The event "seen" tells that something is not covered any more, "look" that
// the reader wants to see where the run answers.

/// What "answered" tells: the choices so far, from 1, and whether the last is right.
export interface Choices {
  picks: number[]
  right: boolean
}

/// Makes every question of the page answer.
export function startQuizzes(root: ParentNode): void {
  for (const quiz of root.querySelectorAll<HTMLElement>(".predict")) {
    quiz.querySelector(".look")?.addEventListener("click", () => quiz.dispatchEvent(new CustomEvent("look", {bubbles: true})))
    for (const choice of choicesOf(quiz)) {
      choice.addEventListener("click", () => {
        choose(quiz, choice)
        seen(quiz, numberOf(choice) === quiz.dataset["answer"])
        quiz.dispatchEvent(new CustomEvent<Choices>("answered", {bubbles: true, detail: {picks: picksOf(quiz), right: numberOf(choice) === quiz.dataset["answer"]}}))
      })
    }
  }
}

/// Makes what is covered open when it is asked for, by a button or by an address.
export function startAnswers(root: ParentNode): void {
  for (const answer of root.querySelectorAll<HTMLElement>(".answer")) {
    answer.querySelector(".answer-show")!.addEventListener("click", () => giveUp(answer.dataset["of"]!))
  }
  const target = (): void => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const answer = place?.closest<HTMLElement>(".answer") ?? null
    if (place === null || answer === null) return
    uncover(answer.dataset["of"]!)
    place.scrollIntoView()
  }
  addEventListener("hashchange", target)
  target()
}

/// Whether a question waits for a first choice, so that no run should answer it.
export function waits(id: string): boolean {
  const quiz = document.getElementById(id)
  return quiz !== null && quiz.dataset["seen"] === undefined
}

/// The reader wants to see the answer without having chosen.
export function giveUp(id: string): void {
  uncover(id)
  const quiz = document.getElementById(id)
  if (quiz !== null) seen(quiz, true)
}

/// What the event "seen" tells: whether the run shall go to where the answer is.
export interface Seen {
  go: boolean
}

function seen(quiz: HTMLElement, go = false): void {
  quiz.dataset["seen"] = ""
  quiz.dispatchEvent(new CustomEvent<Seen>("seen", {bubbles: true, detail: {go}}))
}

function uncover(id: string): void {
  for (const answer of document.querySelectorAll<HTMLElement>(".answer")) if (answer.dataset["of"] === id) answer.dataset["shown"] = ""
}

/// Takes the choices of an earlier visit again.
export function takeAgain(quiz: HTMLElement, picks: readonly number[]): void {
  for (const n of picks) {
    const choice = choicesOf(quiz).find(c => numberOf(c) === String(n))
    if (choice !== undefined && !choice.disabled) choose(quiz, choice)
  }
  if (picks.length > 0) quiz.dataset["seen"] = ""
}

const choicesOf = (quiz: HTMLElement): HTMLButtonElement[] => [...quiz.querySelectorAll<HTMLButtonElement>(".choice")]
const numberOf = (choice: HTMLElement): string => choice.dataset["choice"]!

// The choices that were taken, in their order.
const taken = new WeakMap<HTMLElement, number[]>()
const picksOf = (quiz: HTMLElement): number[] => taken.get(quiz) ?? []

function choose(quiz: HTMLElement, chosen: HTMLButtonElement): void {
  const n = numberOf(chosen)
  const right = n === quiz.dataset["answer"]
  taken.set(quiz, [...picksOf(quiz).filter(m => m !== Number(n)), Number(n)])
  for (const because of quiz.querySelectorAll<HTMLElement>(".because")) because.hidden = because.dataset["for"] !== n
  chosen.classList.add(right ? "right" : "wrong")
  chosen.setAttribute("aria-pressed", "true")
  quiz.querySelector(".verdict")!.textContent = right ? "Yes." : "Not this one. Watch the run, or choose again."
  const look = quiz.querySelector<HTMLElement>(".look")
  if (look !== null) look.hidden = right
  if (!right) return
  for (const c of choicesOf(quiz)) c.disabled = true
  uncover(quiz.id)
}
