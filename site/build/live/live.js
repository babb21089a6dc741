// This is the script that gopark serve puts into the pages that it sends. See live.go.
(() => {
  let built = null
  let box = null

  function show(faults) {
    box?.remove()
    box = null
    if (!faults?.length) return
    box = document.createElement("div")
    box.id = "live-faults"
    box.setAttribute("role", "alert")
    const title = document.createElement("b")
    title.textContent = "The lessons could not be built. You see the build before."
    const text = document.createElement("pre")
    text.textContent = faults.join("\n")
    text.tabIndex = 0
    box.append(title, text)
    Object.assign(box.style, {position: "fixed", inset: "auto 16px 16px", zIndex: 1000, padding: "10px 14px", font: "14px/1.5 sans-serif", color: "#fff", background: "#8c1d18", borderRadius: "10px"})
    Object.assign(text.style, {margin: "6px 0 0", maxHeight: "40vh", overflow: "auto", whiteSpace: "pre-wrap", font: "13px/1.5 monospace"})
    document.body.append(box)
  }

  const news = new EventSource("/_live/news")
  news.addEventListener("message", (e) => {
    const {build, faults} = JSON.parse(e.data)
    built ??= build
    if (build !== built) location.reload()
    else show(faults)
  })
})()
