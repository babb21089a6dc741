// This file is about the theme: auto, light or dark, kept in the browser if it lets us.

export type Theme = "auto" | "light" | "dark"

const key = "gopark-theme"

/// The theme that the reader chose; in a frame, that of the page around it.
export function readTheme(): Theme {
  if (location.pathname.endsWith("/embed/")) return themeOf(new URLSearchParams(location.search).get("theme"))
  try {
    return themeOf(localStorage.getItem(key))
  } catch {
    return "auto" // a sandboxed frame has no storage
  }
}

/// A theme by its name; what is no name is auto.
export const themeOf = (name: unknown): Theme => (name === "light" || name === "dark" ? name : "auto")

/// Sets the theme of the page.
export function showTheme(theme: Theme): void {
  const root = document.documentElement
  root.classList.add("scripted")
  if (theme === "auto") root.removeAttribute("data-theme")
  else root.setAttribute("data-theme", theme)
}

function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // It holds for this page only.
  }
}

const order: readonly Theme[] = ["auto", "light", "dark"]
const said: Record<Theme, string> = {auto: "auto, as the system", light: "light", dark: "dark"}

/// Makes the button in the header go through the themes.
export function themeButton(button: HTMLElement): void {
  const show = (theme: Theme): void => {
    showTheme(theme)
    button.setAttribute("aria-label", `Theme: ${said[theme]}`)
    const word = button.querySelector(".theme-word")
    if (word !== null) word.textContent = theme
  }
  button.hidden = false
  show(readTheme())
  button.addEventListener("click", () => {
    const next = order[(order.indexOf(readTheme()) + 1) % order.length]!
    keepTheme(next)
    show(next)
  })
}
