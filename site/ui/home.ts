// This file is the script of the pages without a program.

import {startContents} from "./contents.ts"
import {startOffline} from "./offline.ts"
import {openStore} from "./site.ts"
import {themeButton} from "./themes.ts"
import {toast} from "./toast.ts"

const button = document.getElementById("theme")
if (button !== null) themeButton(button)
void startOffline()
if (document.getElementById("course") !== null) startContents(openStore(toast))
