// This file sets the theme before the first paint: what the reader chose, else what
// the system says. It is a classic script in the head, alone.

import {readTheme, showTheme} from "./themes.ts"

showTheme(readTheme())
