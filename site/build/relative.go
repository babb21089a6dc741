package build

// This file makes the addresses in a page relative to it, so that the site works under any path of any host, from a
// copy on a disk server too. Everything before it writes addresses from the root of the site, "/lessons/stealing/":
// templates, markdown, and the JSON that scripts read.

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// addressOf are the attributes that hold addresses, and those of ours that may: data-module, data-recording, …
var addressOf = regexp.MustCompile(`(\s(?:href|src|action|data-[a-z-]+)=")(/[^"]*)"`)

// relink rewrites the addresses in a page, each by to.
func relink(page []byte, to func(string) string) ([]byte, error) {
	var out bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(page))
	inside, json := "", false // the last tag, and whether what follows is JSON
	for {
		kind := z.Next()
		raw := bytes.Clone(z.Raw())
		switch kind {
		case html.ErrorToken:
			if z.Err() == io.EOF {
				return out.Bytes(), nil
			}
			return nil, fmt.Errorf("read the page: %w", z.Err())
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			inside = string(name)
			json = inside == "script" && bytes.Contains(raw, []byte(`type="application/json"`))
			raw = addressOf.ReplaceAllFunc(raw, func(at []byte) []byte {
				m := addressOf.FindSubmatch(at)
				return fmt.Appendf(nil, `%s%s"`, m[1], to(string(m[2])))
			})
		case html.EndTagToken:
			inside, json = "", false
		case html.TextToken:
			if json {
				raw = relinkJSON(raw, to)
			}
			if inside == "noscript" { // to the tokenizer it is text
				within, err := relink(raw, to)
				if err != nil {
					return nil, err
				}
				raw = within
			}
		}
		out.Write(raw)
	}
}

// inJSON is a string that is an address of ours.
var inJSON = regexp.MustCompile(`"(/[^"\\\s]*)"`)

func relinkJSON(text []byte, to func(string) string) []byte {
	return inJSON.ReplaceAllFunc(text, func(at []byte) []byte {
		path := string(at[1 : len(at)-1])
		if len(SiteHeaders("").of(withoutPlace(path))) == 0 {
			return at // a string that begins with a slash
		}
		return []byte(`"` + to(path) + `"`)
	})
}

func withoutPlace(path string) string {
	path, _, _ = strings.Cut(path, "#")
	path, _, _ = strings.Cut(path, "?")
	return path
}

// relativeTo gives addresses as seen from a page. That one's own path ends in its folder: "/src/sched/".
func relativeTo(page string) func(string) string {
	folder := page[:strings.LastIndexByte(page, '/')+1]
	return func(to string) string {
		if strings.HasPrefix(to, "//") {
			return to // another host
		}
		from, rest := folder[1:], to[1:]
		for { // leave out the folders that both are in
			first, more, ok := strings.Cut(from, "/")
			if !ok || !strings.HasPrefix(rest, first+"/") {
				break
			}
			from, rest = more, rest[len(first)+1:]
		}
		rest = strings.Repeat("../", strings.Count(from, "/")) + rest
		if rest == "" || rest[0] == '#' || rest[0] == '?' {
			return "./" + rest
		}
		return rest
	}
}

// below gives addresses as seen from any page of a site under base: for the page that a host shows wherever there is
// none.
func below(base string) func(string) string {
	return func(to string) string {
		if strings.HasPrefix(to, "//") {
			return to
		}
		return base + to[1:]
	}
}
