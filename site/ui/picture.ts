// This file makes a picture of the stage that stands alone: what the style sheet says of it is written into it.

const properties = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-opacity", "fill-opacity", "opacity", "paint-order", "stroke-linejoin", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "transform"]

/// The text of an SVG file.
export function picture(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  inline(svg, copy)
  const {width, height} = svg.viewBox.baseVal
  copy.setAttribute("width", String(width))
  copy.setAttribute("height", String(height))
  const ground = document.createElementNS(svg.namespaceURI, "rect")
  ground.setAttribute("width", "100%")
  ground.setAttribute("height", "100%")
  ground.setAttribute("fill", getComputedStyle(svg.closest(".card") ?? document.body).backgroundColor)
  copy.prepend(ground)
  const name = document.createElementNS(svg.namespaceURI, "title")
  name.textContent = title
  copy.prepend(name)
  return new XMLSerializer().serializeToString(copy)
}

function inline(from: Element, to: Element): void {
  const style = getComputedStyle(from)
  for (const name of properties) {
    const value = style.getPropertyValue(name)
    if (value !== "" && !(name === "transform" && (value === "none" || from.hasAttribute("transform")))) to.setAttribute(name, value)
  }
  to.removeAttribute("class")
  for (let i = 0; i < from.children.length; i++) inline(from.children[i]!, to.children[i]!)
}
