// This file answers the questions of a lesson: the reader commits to a choice, and
// each choice has its answer. What was chosen is told by the event "answered".

/// What "answered" tells: the choices so far, from 1, and whether the last is right.
export interface Choices {
  picks: number[]
  right: boolean
}

/// Makes every question of the page answer.
export function startQuizzes(root: ParentNode): void {
  for (const quiz of root.querySelectorAll<HTMLElement>(".predict")) {
    for (const choice of choicesOf(quiz)) {
      choice.addEventListener("click", () => {
        choose(quiz, choice)
        quiz.dispatchEvent(new CustomEvent<Choices>("answered", {bubbles: true, detail: {picks: picksOf(quiz), right: numberOf(choice) === quiz.dataset["answer"]}}))
      })
    }
  }
}

/// Takes the choices of an earlier visit again.
export function takeAgain(quiz: HTMLElement, picks: readonly number[]): void {
  for (const n of picks) {
    const choice = choicesOf(quiz).find(c => numberOf(c) === String(n))
    if (choice !== undefined && !choice.disabled) choose(quiz, choice)
  }
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
  if (right) for (const c of choicesOf(quiz)) c.disabled = true
}
