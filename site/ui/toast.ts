// This file says something that is about the whole page: a line at its top, until the reader puts it away.

/// Says it. It may be said again: then it stands there once.
export function toast(words: string): void {
  let box = document.querySelector<HTMLElement>(".toast")
  if (box === null) {
    box = document.createElement("div")
    box.className = "toast"
    box.setAttribute("role", "status")
    document.body.append(box)
  }
  const close = document.createElement("button")
  close.type = "button"
  close.className = "quiet"
  close.textContent = "Close"
  close.addEventListener("click", () => box.remove())
  const text = document.createElement("p")
  text.textContent = words
  box.replaceChildren(text, close)
}
