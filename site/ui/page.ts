// This file is the script of the pages with a program: it finds the bench in the page
// and starts it.

import {Bench, type SiteData} from "./bench.ts"
import {startExercises} from "./checker.ts"
import {Progress} from "./progress.ts"
import {startQuizzes} from "./quiz.ts"
import {openStore} from "./site.ts"
import {themeButton} from "./themes.ts"
import {toast} from "./toast.ts"

const button = document.getElementById("theme")
if (button !== null) themeButton(button)
startQuizzes(document)

const data = document.getElementById("site")?.textContent
if (data) {
  const site = JSON.parse(data) as SiteData
  const bench = new Bench(site)
  const slug = document.querySelector<HTMLElement>("article.lesson")?.dataset["slug"]
  if (slug !== undefined) new Progress(openStore(toast), slug, toast).start(bench)
  bench.start()
  startExercises(bench, site.figures)
}
