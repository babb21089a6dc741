// This file is the script of the pages with a program: it finds the bench in the page
// and starts it. A link in the address of the playground brings another program.

import {Bench, type SiteData} from "./bench.ts"
import {startExercises} from "./checker.ts"
import {startHandIn} from "./handin.ts"
import {isLink} from "./link.ts"
import {startOffline} from "./offline.ts"
import {openHash} from "./opened.ts"
import {Progress} from "./progress.ts"
import {startAnswers, startQuizzes} from "./quiz.ts"
import {openStore} from "./site.ts"
import {themeButton} from "./themes.ts"
import {toast} from "./toast.ts"

const button = document.getElementById("theme")
if (button !== null) themeButton(button)
void startOffline()
startQuizzes(document)
startAnswers(document)

const data = document.getElementById("site")?.textContent
if (data) void start(JSON.parse(data) as SiteData)

async function start(here: SiteData): Promise<void> {
  const opens = document.getElementById("bench")?.dataset["opens"] !== undefined
  const {site, link, note, fresh} = await openHash(here, opens ? location.hash : "")
  const bench = new Bench(site)
  if (link !== null) bench.openLink(link)
  const slug = document.querySelector<HTMLElement>("article.lesson")?.dataset["slug"]
  if (slug !== undefined) new Progress(openStore(toast), slug, toast).start(bench)
  bench.start()
  bench.opened(note, fresh)
  startHandIn(startExercises(bench, site.figures), site.version, openStore(toast))
  if (opens) addEventListener("hashchange", () => void another(bench))
}

/// Another link came into the address of the page. A program that was changed stays until its reader says so.
async function another(bench: Bench): Promise<void> {
  if (!isLink(location.hash)) return
  const {link, note} = await openHash(bench.site, location.hash)
  if (link === null) return bench.opened(note)
  const open = (): void => location.reload()
  if (bench.changedAny) bench.opened("The address holds another program now. Yours is as it was.", "", {label: "Open the other", press: open})
  else open()
}
