// The code that puts a program into a page.

import assert from "node:assert/strict"
import {test} from "node:test"
import type {Link} from "./link.ts"
import {snippets} from "./snippets.ts"

const source = 'package main\n\nfunc main() {\n\tprintln("a<b>&\\n", `${x}`)\n}\n'
const link: Link = {files: [{name: "main.go", text: source}], run: {procs: "2", seed: "1", policy: 'local,"<x>"'}, at: "first(steal)", engine: "0123456789abcdef"}
const made = snippets("https://example.org/go/", link, "#v1:AAAA", 'P1 "stole" <5>')

test("HTML: what is inside is text, and what is usual is left out", () => {
  assert.equal(made["html"]!.code, `<gopark-play procs="2" policy="local,&quot;&lt;x&gt;&quot;" at="first(steal)" engine="0123456789abcdef">
<pre><code>package main

func main() {
\tprintln("a&lt;b&gt;&amp;\\n", \`\${x}\`)
}
</code></pre>
</gopark-play>
<script type="module" src="https://example.org/go/gopark.js"></script>
`)
})

test("MDX: the program is a template that says the same", () => {
  const body = /<code>\{(`[^]*`)\}<\/code>/.exec(made["mdx"]!.code)![1]!
  const unescaped = body.slice(1, -1).replace(/\\([\\`$])/g, "$1").replaceAll("$\\{", "${")
  assert.equal(unescaped, source)
  assert.equal(/[^\\]\$\{/.test(body), false)
})

test("Hugo: the shortcode has the settings, and the program as it is", () => {
  const {code} = made["hugo"]!
  assert.ok(code.includes('{{< gopark procs="2" policy="local,\\"<x>\\"" at="first(steal)" engine="0123456789abcdef" >}}\n' + source + "{{< /gopark >}}"))
  assert.ok(code.includes("{{ .Inner | htmlEscape | safeHTML }}"))
})

test("a frame and a picture have the link", () => {
  assert.match(made["iframe"]!.code, /src="https:\/\/example\.org\/go\/embed\/#v1:AAAA" title="main\.go, a Go program to run" loading="lazy"/)
  assert.equal(made["image"]!.code, '<a href="https://example.org/go/play/#v1:AAAA"><img src="gopark-run.svg" alt="P1 &quot;stole&quot; &lt;5&gt;"></a>\n')
})

test("a program without a link has neither", () => {
  assert.deepEqual(Object.keys(snippets("/", link, "", "")), ["html", "hugo", "mdx"])
})
