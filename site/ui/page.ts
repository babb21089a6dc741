// This file is the script of the pages with a program: it finds the bench in the page
// and starts it.

import {Bench, type SiteData} from "./bench.ts"
import {startExercises} from "./checker.ts"
import {startQuizzes} from "./quiz.ts"
import {themeButton} from "./themes.ts"

const button = document.getElementById("theme")
if (button !== null) themeButton(button)
startQuizzes(document)

const data = document.getElementById("site")?.textContent
if (data) {
  const site = JSON.parse(data) as SiteData
  const bench = new Bench(site)
  bench.start()
  startExercises(bench, site.figures)
}
