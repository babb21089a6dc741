package build

// This file serves a site that is built again while it is looked at: pages in a browser follow. A script is put into
// each page as it is sent, never into the files; it waits for news (text/event-stream), reloads the page after a build, and
// shows what is wrong with the lessons if there is no build.

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"html/template"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gopark/gopark/site/lesson"
)

// Where the script and the news are: no site has pages there.
const (
	liveScript = "/_live/live.js"
	liveNews   = "/_live/news"
)

//go:embed live/live.js
var liveJS []byte

// Live serves the last build that succeeded.
type Live struct {
	site    http.Handler
	headers Headers
	dir     string

	mu     sync.Mutex
	n      int64         // of the build; the time, so that it is new after a restart
	faults []string      // of the lessons, if they could not be built
	news   chan struct{} // closed when one of them changes
}

// NewLive serves dir, once there was a build.
func NewLive(dir string, headers Headers) *Live {
	return &Live{site: Handler(dir, headers), headers: headers, dir: dir, news: make(chan struct{})}
}

// Build builds, and tells the pages.
func (l *Live) Build(o Options) error {
	err := Build(o)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.faults = nil
	var ps lesson.Problems
	switch {
	case errors.As(err, &ps):
		for _, p := range ps {
			l.faults = append(l.faults, p.Error())
		}
	case err != nil:
		l.faults = []string{err.Error()}
	default:
		l.n = time.Now().UnixNano()
	}
	close(l.news)
	l.news = make(chan struct{})
	return err
}

// Good says whether the last build succeeded.
func (l *Live) Good() bool {
	n, faults, _ := l.state()
	return n != 0 && len(faults) == 0
}

func (l *Live) state() (n int64, faults []string, news chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n, l.faults, l.news
}

func (l *Live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == liveScript:
		l.headers.Set(w.Header(), "/")
		w.Header().Set("Content-Type", types[".js"])
		w.Header().Set("Cache-Control", "no-store")
		w.Write(liveJS)
	case r.URL.Path == liveNews:
		l.tell(w, r)
	case path.Ext(r.URL.Path) == "" || path.Ext(r.URL.Path) == ".html":
		l.page(w, r)
	default:
		l.site.ServeHTTP(w, r)
	}
}

// tell sends the state, and again when it has changed.
func (l *Live) tell(w http.ResponseWriter, r *http.Request) {
	l.headers.Set(w.Header(), "/")
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	for {
		n, faults, news := l.state()
		text, err := json.Marshal(struct {
			Build  string   `json:"build"`
			Faults []string `json:"faults"`
		}{strconv.FormatInt(n, 10), faults})
		if err != nil {
			return
		}
		fmt.Fprintf(w, "data: %s\n\n", text)
		if out.Flush() != nil {
			return
		}
		select {
		case <-news:
		case <-r.Context().Done():
			return
		}
	}
}

// page sends a page with the script in it, or the page that says what is wrong if there was no build yet.
func (l *Live) page(w http.ResponseWriter, r *http.Request) {
	if n, faults, _ := l.state(); n == 0 {
		l.headers.Set(w.Header(), "/")
		w.Header().Set("Content-Type", types[".html"])
		w.Header().Set("Cache-Control", "no-store")
		fmt.Fprintf(w, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Gopark</title><h1>There is no site yet</h1><pre>%s</pre>%s",
			template.HTMLEscapeString(strings.Join(faults, "\n")), liveTag)
		return
	}
	whole := r.Clone(r.Context())
	whole.Header = http.Header{} // no part of it, and not "only if it is new"
	kept := &keptAnswer{header: w.Header(), code: http.StatusOK}
	l.site.ServeHTTP(kept, whole)
	body := kept.body.Bytes()
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		body = bytes.Replace(body, []byte("</body>"), []byte(liveTag+"</body>"), 1)
		w.Header().Del("Last-Modified")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(kept.code)
	w.Write(body)
}

const liveTag = `<script src="` + liveScript + `"></script>`

// keptAnswer keeps an answer.
type keptAnswer struct {
	header http.Header
	code   int
	body   bytes.Buffer
}

func (k *keptAnswer) Header() http.Header         { return k.header }
func (k *keptAnswer) WriteHeader(code int)        { k.code = code }
func (k *keptAnswer) Write(b []byte) (int, error) { return k.body.Write(b) }

// A Watch looks at the files of a folder.
type Watch struct {
	dir  string
	seen uint64
}

// NewWatch takes the folder as it is now.
func NewWatch(dir string) *Watch {
	w := &Watch{dir: dir}
	w.seen = w.look()
	return w
}

func (w *Watch) look() uint64 { return StateOf(w.dir) }

// StateOf is a number that changes with the names, sizes and times of the files in a folder.
func StateOf(dir string) uint64 {
	h := fnv.New64a()
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintf(h, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return h.Sum64()
}

// Run calls changed when the folder has changed, and has then been at rest for one look.
func (w *Watch) Run(ctx context.Context, every time.Duration, changed func()) {
	last := w.seen
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
		now := w.look()
		if now != w.seen && now == last {
			w.seen = now
			changed()
		}
		last = now
	}
}
