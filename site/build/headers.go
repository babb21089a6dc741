package build

// This file is about the headers of every answer: they stand in netlify.toml,
// and this reads them for `serve`, for the tests and for _headers.
//
// A rule's path is exact or ends in *. If two rules that match give the same
// header, the later one counts.

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Headers are the header rules of a site, in the order of the file.
type Headers []headerRule

type headerRule struct {
	For    string            `toml:"for"`
	Values map[string]string `toml:"values"`
}

// ReadHeaders takes the header rules out of netlify.toml in root.
func ReadHeaders(root fs.FS) (Headers, error) {
	src, err := fs.ReadFile(root, "netlify.toml")
	if err != nil {
		return nil, fmt.Errorf("read headers: %w", err)
	}
	return parseHeaders(string(src))
}

func parseHeaders(src string) (Headers, error) {
	var file struct {
		Headers Headers `toml:"headers"`
	}
	if _, err := toml.Decode(src, &file); err != nil {
		return nil, fmt.Errorf("netlify.toml: %w", err)
	}
	for _, rule := range file.Headers {
		if !strings.HasPrefix(rule.For, "/") {
			return nil, fmt.Errorf("netlify.toml: headers for %q: want a path", rule.For)
		}
		if star := strings.IndexByte(rule.For, '*'); star >= 0 && star != len(rule.For)-1 {
			return nil, fmt.Errorf("netlify.toml: headers for %q: a * stands at the end", rule.For)
		}
	}
	return file.Headers, nil
}

// Set writes the headers for a path.
func (hs Headers) Set(to http.Header, path string) {
	for _, rule := range hs {
		if rule.matches(path) {
			for name, value := range rule.Values {
				to.Set(name, value)
			}
		}
	}
}

func (r headerRule) matches(path string) bool {
	if prefix, ok := strings.CutSuffix(r.For, "*"); ok {
		return strings.HasPrefix(path, prefix)
	}
	return path == r.For
}

// text writes the rules in the form of a _headers file.
func (hs Headers) text() string {
	var b strings.Builder
	for _, rule := range hs {
		fmt.Fprintln(&b, rule.For)
		for _, name := range slices.Sorted(maps.Keys(rule.Values)) {
			fmt.Fprintf(&b, "  %s: %s\n", name, rule.Values[name])
		}
	}
	return b.String()
}
