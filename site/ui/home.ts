// This file is the script of the pages without a program.

import {themeButton} from "./themes.ts"

const button = document.getElementById("theme")
if (button !== null) themeButton(button)
