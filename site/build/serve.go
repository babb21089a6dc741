package build

// This file serves a built site as Netlify would: the same headers, the same
// 404 page, a folder's index.html.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// types are the content types that we serve; the machine's own tables are not
// asked, for they differ.
var types = map[string]string{
	".css":  "text/css; charset=utf-8",
	".go":   "text/plain; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".map":  "application/json",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
	".wasm": "application/wasm",
}

// Handler serves the site in dir with the given headers.
func Handler(dir string, headers Headers) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers.Set(w.Header(), r.URL.Path)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		clean := path.Clean("/" + r.URL.Path)
		name := filepath.Join(dir, filepath.FromSlash(clean))
		info, err := os.Stat(name)
		switch {
		case err == nil && info.IsDir() && !strings.HasSuffix(r.URL.Path, "/"):
			http.Redirect(w, r, clean+"/", http.StatusMovedPermanently)
		case err == nil && info.IsDir():
			serveFile(w, r, filepath.Join(name, "index.html"), dir)
		default:
			serveFile(w, r, name, dir)
		}
	})
}

// serveFile answers with one file, or with the page that says there is none.
func serveFile(w http.ResponseWriter, r *http.Request, name, dir string) {
	f, err := os.Open(name)
	if err != nil || strings.HasPrefix(filepath.Base(name), "_") {
		notFound(w, dir)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		notFound(w, dir)
		return
	}
	kind, ok := types[filepath.Ext(name)]
	if !ok {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache") // as Netlify: ask, then use what you have
	}
	http.ServeContent(w, r, name, info.ModTime(), f)
}

func notFound(w http.ResponseWriter, dir string) {
	w.Header().Set("Content-Type", types[".html"])
	w.WriteHeader(http.StatusNotFound)
	if page, err := os.Open(filepath.Join(dir, "404.html")); err == nil {
		defer page.Close()
		io.Copy(w, page)
	}
}

// ServeHandler serves at addr until ctx is done, and says on out where it is.
func ServeHandler(ctx context.Context, h http.Handler, addr string, out io.Writer) error {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("serve the site: %w", err)
	}
	fmt.Fprintf(out, "Gopark is at %s\n", address(ln.Addr()))
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// address is what to type into a browser. Only localhost and https count as
// secure, and only a secure page may share memory between Workers.
func address(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return "http://" + a.String() + "/"
	}
	if tcp.IP.IsUnspecified() || tcp.IP.IsLoopback() {
		return fmt.Sprintf("http://localhost:%d/", tcp.Port)
	}
	return "http://" + tcp.String() + "/"
}
