// log and log/slog, in text and JSON, with the place in the source.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strings"
)

type user struct {
	id   int
	pass string
}

func (u user) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("id", u.id), slog.String("pass", "***"))
}

func main() {
	var b bytes.Buffer
	l := log.New(&b, "[app] ", log.Lshortfile|log.Lmsgprefix)
	l.Println("one", 2)
	l.Printf("%05.2f", 3.14159)
	func() {
		defer func() { fmt.Println("r", recover()) }()
		l.Panicf("bad %d", 1)
	}()
	fmt.Print(b.String())
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Print("plain")
	opts := &slog.HandlerOptions{Level: slog.LevelDebug, AddSource: true, ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		switch a.Key {
		case slog.TimeKey:
			return slog.Attr{}
		case slog.SourceKey:
			s := a.Value.Any().(*slog.Source)
			s.File = s.File[strings.LastIndex(s.File, "/")+1:]
		}
		return a
	}}
	lg := slog.New(slog.NewTextHandler(os.Stdout, opts))
	lg.Debug("msg", "user", user{1, "secret"}, "f", 1.5, "s", "a b")
	lg.WithGroup("g").With("x", 1).InfoContext(context.Background(), "grouped", slog.Any("m", map[string]int{"a": 1}))
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stdout, opts)))
	slog.Error("oh", "err", fmt.Errorf("e: %w", os.ErrNotExist))
	log.Print("through slog")
}

// Output:
// r bad 1
// logs.go:26: [app] one 2
// logs.go:27: [app] 03.14
// logs.go:30: [app] bad 1
// plain
// level=DEBUG source=logs.go:47 msg=msg user.id=1 user.pass=*** f=1.5 s="a b"
// level=INFO source=logs.go:48 msg=grouped g.x=1 g.m=map[a:1]
// {"level":"ERROR","source":{"function":"main.main","file":"logs.go","line":50},"msg":"oh","err":"e: file does not exist"}
// {"level":"INFO","msg":"through slog"}
