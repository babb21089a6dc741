// This is run in a page and lists what is wrong with how it looks: text with too
// little contrast, text that is cut off, text that lies on other text, targets that
// are too small, a page that scrolls sideways.
(() => {
  const faults = []
  const seen = el => {
    const s = getComputedStyle(el)
    return s.visibility !== "hidden" && s.display !== "none" && el.checkVisibility({opacityProperty: true, visibilityProperty: true})
  }
  const name = el => `${el.tagName.toLowerCase()}${el.id ? "#" + el.id : ""}${el.getAttribute("class") ? "." + el.getAttribute("class").trim().split(/\s+/).join(".") : ""}`

  // Colours are resolved by a canvas, so that every notation is understood.
  const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true})
  const rgba = colour => {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = "#000"
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data
    return [r, g, b, a / 255]
  }
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1)
  const light = ([r, g, b]) => {
    const f = x => ((x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b)
  }
  const contrast = (a, b) => {
    const [hi, lo] = [light(a), light(b)].sort((x, y) => y - x)
    return (hi + 0.05) / (lo + 0.05)
  }
  // What a text stands on: for SVG the topmost filled shape under its middle, else the
  // backgrounds of the elements around it.
  const backOfHTML = el => {
    const layers = []
    for (let e = el; e; e = e.parentElement) {
      const c = rgba(getComputedStyle(e).backgroundColor)
      if (c[3] > 0) layers.push(c)
      if (c[3] === 1) break
    }
    return layers.reverse().reduce((below, top) => over(top, below), rgba(getComputedStyle(document.documentElement).backgroundColor)[3] ? rgba(getComputedStyle(document.documentElement).backgroundColor) : [255, 255, 255, 1])
  }
  const backOfSVG = text => {
    const box = text.getBoundingClientRect()
    const svg = text.ownerSVGElement
    let back = backOfHTML(svg.parentElement)
    const x = box.left + box.width / 2, y = box.top + box.height / 2
    for (const shape of svg.querySelectorAll("rect, path, circle")) {
      if (text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) break
      const s = getComputedStyle(shape)
      const b = shape.getBoundingClientRect()
      if (s.fill === "none" || shape.closest("defs, marker")) continue
      if (b.left <= x && x <= b.right && b.top <= y && y <= b.bottom) back = over(rgba(s.fill), back)
    }
    return back
  }
  // While a dialog is open, only it can be used.
  const dialog = document.querySelector("dialog[open]")
  const ownText = el => [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim() !== "")

  for (const el of document.body.querySelectorAll("*")) {
    if (!seen(el) || el.closest("script, noscript, .away, .skip") || !ownText(el)) continue
    const svg = el instanceof SVGElement
    const s = getComputedStyle(el)
    const ink = over(rgba(svg ? s.fill : s.color), svg ? backOfSVG(el) : backOfHTML(el))
    const ratio = contrast(ink, svg ? backOfSVG(el) : backOfHTML(el))
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ${name(el)} "${el.textContent.trim().slice(0, 40)}"`)
    const size = parseFloat(s.fontSize) * (svg ? el.getBoundingClientRect().height / (el.getBBox().height || 1) : 1)
    if (size < (svg ? 7.5 : 9)) faults.push(`text of ${size.toFixed(1)} px: ${name(el)} "${el.textContent.trim().slice(0, 40)}"`)
  }

  // Texts of the stage do not lie on each other, and stay inside.
  for (const svg of document.querySelectorAll(".stage svg")) {
    if (!seen(svg)) continue
    const frame = svg.getBoundingClientRect()
    const texts = [...svg.querySelectorAll("text")].filter(seen).map(t => [t, t.getBoundingClientRect()])
    texts.forEach(([t, a], i) => {
      if (a.left < frame.left - 0.5 || a.right > frame.right + 0.5 || a.top < frame.top - 0.5 || a.bottom > frame.bottom + 0.5) faults.push(`outside the stage: "${t.textContent}"`)
      for (const [u, b] of texts.slice(i + 1)) {
        const w = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (w > 1 && h > 3) faults.push(`on each other: "${t.textContent}" and "${u.textContent}"`)
      }
    })
  }

  // Controls: big enough, not on each other, not cut off.
  const controls = [...document.querySelectorAll("button, select, input, a.btn, summary")].filter(el => seen(el) && !el.closest(".cm-editor") && (dialog === null || dialog.contains(el)))
  // What of an element can be seen: the rest may be scrolled away.
  const visible = el => {
    let {left, top, right, bottom} = el.getBoundingClientRect()
    for (let e = el.parentElement; e; e = e.parentElement) {
      if (getComputedStyle(e).overflowY === "visible") continue
      const b = e.getBoundingClientRect()
      left = Math.max(left, b.left), top = Math.max(top, b.top), right = Math.min(right, b.right), bottom = Math.min(bottom, b.bottom)
    }
    return {left, top, right, bottom}
  }
  const boxes = controls.map(el => (el.matches(".seg input") ? el.parentElement : el)).map((el, i) => [controls[i], {...el.getBoundingClientRect().toJSON(), ...visible(el)}])
  boxes.forEach(([el, a], i) => {
    if (a.width < 23.5 || a.height < 23.5) faults.push(`target of ${a.width.toFixed(0)} x ${a.height.toFixed(0)}: ${name(el)}`)
    if (el.scrollWidth > el.clientWidth + 1 && el.tagName === "BUTTON") faults.push(`cut off: ${name(el)}`)
    for (const [other, b] of boxes.slice(i + 1)) {
      const fixed = e => e.closest(".transport") !== null
      if (fixed(el) !== fixed(other) || el.contains(other) || other.contains(el)) continue
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (w > 1 && h > 1) faults.push(`on each other: ${name(el)} and ${name(other)}`)
    }
  })

  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) faults.push(`the page is ${wide} px too wide`)
  for (const el of document.querySelectorAll("main *, dialog[open] *")) {
    const s = getComputedStyle(el)
    if ((s.overflowX === "hidden" || s.overflowX === "clip") && el.scrollWidth > el.clientWidth + 1 && el.clientWidth > 1 && !el.closest(".away, .cm-editor, svg")) faults.push(`cut off at the side: ${name(el)}`)
  }
  for (const p of document.querySelectorAll("main p, dialog[open] p")) {
    const words = p.textContent.trim().length
    if (seen(p) && words > 60 && p.clientWidth > 1 && p.clientWidth < 120) faults.push(`${words} characters in a column of ${p.clientWidth} px: ${name(p)}`)
  }
  return [...new Set(faults)]
})()
