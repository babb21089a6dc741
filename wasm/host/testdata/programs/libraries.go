// Hashes, XML, slog, tasks of runtime/trace; errgroup and semaphore of golang.org/x/sync.
package main

import (
	"context"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"os"
	"runtime/trace"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

type person struct {
	XMLName xml.Name `xml:"person"`
	Name    string   `xml:"name,attr"`
	Age     int      `xml:"age"`
}

func main() {
	fmt.Printf("%x\n%x\n%x\n%x\n", md5.Sum([]byte("a")), sha1.Sum([]byte("a")), sha256.Sum256([]byte("a")), sha512.Sum512([]byte("a")))
	h := sha256.New()
	fmt.Fprint(h, "hello")
	fmt.Printf("%x\n", h.Sum(nil))
	b, err := xml.Marshal(person{Name: "Ann", Age: 3})
	fmt.Println(string(b), err)
	var p person
	fmt.Println(xml.Unmarshal(b, &p), p.Name, p.Age)
	g, ctx := errgroup.WithContext(context.Background())
	g.SetLimit(2)
	for i := range 4 {
		g.Go(func() error {
			if i == 2 {
				return errors.New("two")
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
			return nil
		})
	}
	fmt.Println(g.Wait(), context.Cause(ctx))
	s := semaphore.NewWeighted(3)
	fmt.Println(s.Acquire(context.Background(), 2), s.TryAcquire(2))
	l := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{AddSource: false, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	l.Info("hello", "n", 3, slog.Group("g", "a", 1))
	slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})).With("id", 7).Warn("json", "err", errors.New("x"))
	n, err := rand.Int(rand.Reader, big.NewInt(100))
	fmt.Println(n.Cmp(big.NewInt(100)), err, len(rand.Text()))
	ctx, task := trace.NewTask(context.Background(), "t")
	trace.WithRegion(ctx, "r", func() { fmt.Println("in region") })
	task.End()
}

// Output:
// 0cc175b9c0f1b6a831c399e269772661
// 86f7e437faa5a7fce15d1ddcb9eaeaea377667b8
// ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb
// 1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f5302860c652bf08d560252aa5e74210546f369fbbbce8c12cfc7957b2652fe9a75
// 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
// <person name="Ann"><age>3</age></person> <nil>
// <nil> Ann 3
// two two
// <nil> false
// level=INFO msg=hello n=3 g.a=1
// {"level":"WARN","msg":"json","id":7,"err":"x"}
// -1 <nil> 26
// in region
