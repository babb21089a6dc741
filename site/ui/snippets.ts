// This file writes the code that puts a program into somebody's page, for the ways in which pages are written.

import {join} from "./files.ts"
import type {Link} from "./link.ts"

/// One way.
export interface What {
  title: string
  about: string
  code: string
}

/// The ways, by name. site is the address of Gopark with a slash behind it; text is the link, from the # on, or "" if
/// the program is too long for one; alt says what the picture shows.
export function snippets(site: string, link: Link, text: string, alt: string): Record<string, What> {
  const source = join(link.files)
  const script = `<script type="module" src="${attr(site)}gopark.js"></script>`
  const all: Record<string, What> = {
    html: {
      title: "HTML",
      about: "Readers without scripts see the code. Nothing runs, and nothing more is loaded, before somebody presses Run.",
      code: `<gopark-play${attributes(link, attr)}>\n<pre><code>${content(source)}</code></pre>\n</gopark-play>\n${script}\n`,
    },
    hugo: {
      title: "Hugo",
      about: "The first part is a file of your site; the second goes into the page.",
      code: `${hugoShortcode(script)}\n{{< gopark${attributes(link, quoted)} >}}\n${source.replaceAll("{{<", "{{</*").replaceAll("{{%", "{{%/*")}{{< /gopark >}}\n`,
    },
    mdx: {
      title: "MDX",
      about: "The script belongs once into the head of the site: in Docusaurus, into scripts of docusaurus.config.js.",
      code: `{/* ${script} */}\n<gopark-play${attributes(link, attr)}>\n<pre><code>{\`${source.replace(/[`\\]|\$\{/g, "\\$&")}\`}</code></pre>\n</gopark-play>\n`,
    },
  }
  if (text === "") return all
  all["iframe"] = {
    title: "HTML, without a script of ours",
    about: "For pages that take frames and no scripts. Its height is fixed.",
    code: `<iframe src="${attr(site)}embed/${text}" title="${attr(link.files[0]!.name)}, a Go program to run" loading="lazy" width="100%" height="640" allow="cross-origin-isolated; clipboard-write; fullscreen"></iframe>\n`,
  }
  all["image"] = {
    title: "Link and picture",
    about: "For mail, READMEs and feeds. The picture is what the stage shows now.",
    code: `<a href="${attr(site)}play/${text}"><img src="gopark-run.svg" alt="${attr(alt)}"></a>\n`,
  }
  return all
}

// The settings of a run as attributes; what is as usual is left out.
function attributes({run, at, engine, files}: Link, quote: (text: string) => string): string {
  const usual: Record<string, string> = {procs: "4", seed: "1", mode: "virtual", policy: "go1.26", file: "main.go"}
  const list = {...run, at, ...(at === "" ? {} : {engine}), file: files.length === 1 ? files[0]!.name : "main.go"}
  const order = ["file", "procs", "seed", "mode", "policy", "costs", "io", "until", "schedtrace", "scheddetail", "at", "engine"] as const
  return order.map(name => [name, list[name] ?? ""] as const).filter(([name, value]) => value !== "" && value !== usual[name]).map(([name, value]) => ` ${name}="${quote(value)}"`).join("")
}

// Text between tags.
const content = (text: string): string => text.replace(/[&<>]/g, c => escapes[c]!)

const escapes: Record<string, string> = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
const attr = (text: string): string => text.replace(/[&<>"]/g, c => escapes[c]!)
const quoted = (text: string): string => text.replace(/[\\"]/g, "\\$&")

function hugoShortcode(script: string): string {
  const names = ["file", "procs", "seed", "mode", "policy", "costs", "io", "until", "at", "engine", "theme", "height"]
  const given = names.map(name => `{{ with .Get "${name}" }} ${name}="{{ . }}"{{ end }}`).join("")
  return `{{/* layouts/shortcodes/gopark.html */}}
<gopark-play${given}><pre><code>{{ .Inner | htmlEscape | safeHTML }}</code></pre></gopark-play>
{{ if not (.Page.Store.Get "gopark") }}{{ .Page.Store.Set "gopark" true }}${script}{{ end }}
`
}
