// This file answers the questions of a lesson: the reader commits to a choice, and
// each choice has its answer.

/// Makes every question of the page answer.
export function startQuizzes(root: ParentNode): void {
  for (const quiz of root.querySelectorAll<HTMLElement>(".predict")) {
    const choices = [...quiz.querySelectorAll<HTMLButtonElement>(".choice")]
    for (const choice of choices) choice.addEventListener("click", () => choose(quiz, choices, choice))
  }
}

function choose(quiz: HTMLElement, choices: HTMLButtonElement[], chosen: HTMLButtonElement): void {
  const n = chosen.dataset["choice"]!
  const right = n === quiz.dataset["answer"]
  for (const because of quiz.querySelectorAll<HTMLElement>(".because")) because.hidden = because.dataset["for"] !== n
  chosen.classList.add(right ? "right" : "wrong")
  chosen.setAttribute("aria-pressed", "true")
  quiz.querySelector(".verdict")!.textContent = right ? "Yes." : "Not this one. Watch the run, or choose again."
  if (right) for (const c of choices) c.disabled = true
}
