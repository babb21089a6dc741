package link

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"flag"
	"hash/crc32"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/links.json")

// vector is one link and what it says, or the words for what is wrong with it. The page's code is tested by the same.
type vector struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Link  *plain `json:"link,omitempty"`
	Error string `json:"error,omitempty"`
}

// plain is a Link as both sides write it down.
type plain struct {
	Files  [][2]string       `json:"files"`
	Run    map[string]string `json:"run"`
	At     string            `json:"at"`
	Engine string            `json:"engine"`
}

func plainOf(l Link) *plain {
	p := &plain{Run: map[string]string{}, At: l.At, Engine: l.Engine}
	for _, f := range l.Files {
		p.Files = append(p.Files, [2]string{f.Name, f.Text})
	}
	for name, field := range l.Run.fields() {
		if *field != "" {
			p.Run[name] = *field
		}
	}
	return p
}

const hello = "package main\n\nfunc main() {\n\tprintln(\"hello\")\n}\n"

var (
	small = Link{Files: []File{{"main.go", hello}}}
	full  = Link{
		Files: []File{{"main.go", hello}, {"b_2.go", "package main\n\n// \u00e4\u4e16\U0001f600 <b>&amp;\u2028\x00\n"}},
		Run: Run{
			Procs: "64", Seed: "18446744073709551615", Mode: "parallel", Policy: "local,steal=one", Costs: "wake=2us", IO: "net=5ms,loss=1%",
			Until: "2s", Schedtrace: "1ms", Scheddetail: "on",
		},
		At: "nth(go-create,3)", Engine: "0123456789abcdef",
	}
)

func vectors(t *testing.T) []vector {
	text := func(l Link) string {
		s, err := Encode(l)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	inside := func(json string) string { // a whole link around any text
		packed, err := deflate([]byte(json))
		if err != nil {
			t.Fatal(err)
		}
		return around(packed)
	}
	whole := text(small)
	middle := len(whole) / 2
	rows := []vector{
		{Name: "small", Text: whole},
		{Name: "everything", Text: text(full)},
		{Name: "an address", Text: "https://example.org/play/?x=1" + whole},
		{Name: "a colon that was escaped", Text: strings.Replace(whole, ":", "%3A", 1)},
		{Name: "by hand", Text: inside(`{"files":[["main.go",""]],"run":{},"at":"end"}`)},
		{Name: "half a character", Text: inside(`{"files":[["main.go","\ud83d"]]}`)},

		{Name: "nothing", Text: ""},
		{Name: "a heading", Text: "#lessons"},
		{Name: "version 2", Text: "#v2:AAAA"},
		{Name: "version 12", Text: "#v12:" + whole[4:]},
		{Name: "cut at once", Text: whole[:6]},
		{Name: "cut", Text: whole[:middle]},
		{Name: "cut by one", Text: whole[:len(whole)-1]},
		{Name: "a point behind it", Text: whole + "."},
		{Name: "a letter behind it", Text: whole + "A"},
		{Name: "one letter is another", Text: whole[:middle] + other(whole[middle]) + whole[middle+1:]},
		{Name: "too long", Text: mark + strings.Repeat("A", MaxText)},
		{Name: "a bomb", Text: around(bomb(t))},
		{Name: "as much as fits, and one byte", Text: around(deflateAny(t, strings.Repeat(" ", MaxJSON+1)))},
		{Name: "not deflated", Text: around([]byte("hello, I am no deflated data"))},
		{Name: "more behind what is deflated", Text: around(append(must(deflate([]byte(`{"files":[["main.go",""]]}`))), 1, 2, 3))},
		{Name: "not to its end", Text: around(cutPacked(t))},

		{Name: "no JSON", Text: inside("package main")},
		{Name: "two values", Text: inside(`{"files":[["main.go",""]]} {}`)},
		{Name: "not UTF-8", Text: inside("{\"files\":[[\"main.go\",\"\xff\"]]}")},
		{Name: "a byte order mark", Text: inside("\ufeff" + `{"files":[["main.go",""]]}`)},
		{Name: "a list", Text: inside("[]")},
		{Name: "null", Text: inside("null")},
		{Name: "deep", Text: inside(strings.Repeat("[", 9000) + strings.Repeat("]", 9000))},
		{Name: "a field of tomorrow", Text: inside(`{"files":[["main.go",""]],"theme":"dark","zoom":2}`)},
		{Name: "another case", Text: inside(`{"Files":[["main.go",""]]}`)},
		{Name: "a setting of tomorrow", Text: inside(`{"files":[["main.go",""]],"run":{"gc\u00e4":"off"}}`)},
		{Name: "no files", Text: inside(`{}`)},
		{Name: "an empty list of files", Text: inside(`{"files":[]}`)},
		{Name: "a file without text", Text: inside(`{"files":[["main.go"]]}`)},
		{Name: "a file with null", Text: inside(`{"files":[["main.go",null]]}`)},
		{Name: "a number", Text: inside(`{"files":[["main.go",""]],"run":{"procs":4}}`)},
		{Name: "run is null", Text: inside(`{"files":[["main.go",""]],"run":null}`)},
		{Name: "a way out", Text: inside(`{"files":[["../main.go",""]]}`)},
		{Name: "a name that is no name", Text: inside(`{"files":[["<img src=x onerror=alert(1)> and more and more\n.go",""]]}`)},
		{Name: "the same file twice", Text: inside(`{"files":[["main.go",""],["Main.go",""]]}`)},
		{Name: "too many files", Text: inside(`{"files":[["a.go",""]` + strings.Repeat(`,["b.go",""]`, MaxFiles) + `]}`)},
		{Name: "65 Ps", Text: inside(`{"files":[["main.go",""]],"run":{"procs":"65"}}`)},
		{Name: "a seed of 65 bits", Text: inside(`{"files":[["main.go",""]],"run":{"seed":"18446744073709551616"}}`)},
		{Name: "a third mode", Text: inside(`{"files":[["main.go",""]],"run":{"mode":"both"}}`)},
		{Name: "long words", Text: inside(`{"files":[["main.go",""]],"run":{"policy":"` + strings.Repeat("x", maxWords+1) + `"}}`)},
		{Name: "a moment that is none", Text: inside(`{"files":[["main.go",""]],"at":"yesterday"}`)},
		{Name: "an engine that is none", Text: inside(`{"files":[["main.go",""]],"engine":"../x"}`)},
	}
	for i, r := range rows {
		l, err := Decode(r.Text)
		if err != nil {
			rows[i].Error = err.Error()
		} else {
			rows[i].Link = plainOf(l)
		}
	}
	return rows
}

// around makes a link of what is deflated.
func around(packed []byte) string {
	return mark + encoding.EncodeToString(append(header(packed), packed...))
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func other(c byte) string {
	if c == 'A' {
		return "B"
	}
	return "A"
}

const vectorsFile = "testdata/links.json"

// What each link says stands in a file, which the page's code is tested by too.
func TestVectors(t *testing.T) {
	have := vectors(t)
	if *update {
		b, err := json.MarshalIndent(have, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(vectorsFile, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	var kept []vector
	if err := json.Unmarshal(b, &kept); err != nil {
		t.Fatal(err)
	}
	if len(kept) != len(have) {
		t.Fatalf("%d links are kept, %d are here", len(kept), len(have))
	}
	// The texts that are kept are read: what another version of flate packs is as good.
	for i, want := range kept {
		got := vector{Name: have[i].Name, Text: want.Text}
		if l, err := Decode(want.Text); err != nil {
			got.Error = err.Error()
		} else {
			got.Link = plainOf(l)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v %+v\nwant %+v %+v", want.Name, got.Error, got.Link, want.Error, want.Link)
		}
	}
}

// What was put into a link comes out of it.
func TestRoundTrip(t *testing.T) {
	for _, l := range []Link{small, full} {
		text, err := Encode(l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(text)
		if err != nil || !reflect.DeepEqual(got, l) {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

// Every single letter counts, and every cut is told from damage.
func TestEveryLetterCounts(t *testing.T) {
	text, err := Encode(full)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		if _, err := Decode(text[:i] + other(text[i]) + text[i+1:]); err == nil && i >= len(mark) {
			t.Errorf("letter %d may be another", i)
		}
		_, err := Decode(text[:i])
		if err == nil || i >= len(mark) && !strings.Contains(err.Error(), "was cut") {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	long := Link{Files: []File{{"main.go", strings.Repeat("x", MaxJSON)}}}
	if _, err := Encode(long); err == nil {
		t.Error("256 KiB of source and more are taken")
	}
	noise := make([]byte, 60<<10)
	state := uint32(1)
	for i := range noise {
		state = state*1664525 + 1013904223
		noise[i] = ' ' + byte(state>>24)%95
	}
	if _, err := Encode(Link{Files: []File{{"main.go", string(noise)}}}); err == nil || !strings.Contains(err.Error(), "too long for a link") {
		t.Errorf("noise that cannot be packed: %v", err)
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{"#v1:": true, "v1:x": true, "https://x/#v27:y": true, "main.go": false, "v1.go": false, "#v:": false, "": false} {
		if Is(text) != want {
			t.Errorf("Is(%q) is %v", text, !want)
		}
	}
}

func TestSplitAndJoin(t *testing.T) {
	for _, test := range []struct {
		name, text string
		files      []File
	}{
		{"one file", hello, []File{{"x.go", hello}}},
		{"two files", "-- a.go --\npackage main\n-- b.go --\npackage main\n", []File{{"a.go", "package main\n"}, {"b.go", "package main\n"}}},
		{"what stands before the first mark", "package main\n-- b.go --\nx", []File{{"x.go", "package main\n"}, {"b.go", "x\n"}}},
		{"only blank lines before it", "\n\n-- b.go --\n", []File{{"b.go", ""}}},
		{"no mark", "--b.go --\n-- b.go--\n--  --\n", []File{{"x.go", "--b.go --\n-- b.go--\n--  --\n"}}},
		{"a mark at the end", "-- b.go --", []File{{"b.go", ""}}},
	} {
		got := Split("x.go", test.text)
		if !reflect.DeepEqual(got, test.files) {
			t.Errorf("%s: %q", test.name, got)
		}
		if again := Split(got[0].Name, Join(got)); !reflect.DeepEqual(again, got) {
			t.Errorf("%s: joined and split again: %q", test.name, again)
		}
	}
}

// FuzzDecode: whatever comes, Decode ends soon, within its limits, and what it takes can be encoded again.
func FuzzDecode(f *testing.F) {
	b, err := os.ReadFile(vectorsFile)
	if err != nil {
		f.Fatal(err)
	}
	var kept []vector
	if err := json.Unmarshal(b, &kept); err != nil {
		f.Fatal(err)
	}
	for _, v := range kept {
		f.Add(v.Text, []byte(nil))
	}
	f.Add("", []byte(`{"files":[["main.go","x"]],"run":{"seed":"1"},"at":"3"}`))
	f.Fuzz(func(t *testing.T, text string, inside []byte) {
		if len(inside) > 0 { // mutants of the text never get past the checksum
			packed, err := deflate(inside)
			if err != nil {
				return
			}
			text = around(packed)
		}
		l, err := Decode(text)
		if err != nil {
			return
		}
		size := 0
		for _, file := range l.Files {
			size += len(file.Text)
		}
		if size > 3*MaxJSON { // a byte that is half a character takes three
			t.Fatalf("%d bytes came out", size)
		}
		again, err := Encode(l)
		if err != nil {
			if strings.Contains(err.Error(), "too long") {
				return
			}
			t.Fatal(err)
		}
		if got, err := Decode(again); err != nil || !reflect.DeepEqual(got, l) {
			t.Fatalf("%+v became %+v, %v", l, got, err)
		}
	})
}

// bomb is many zeros in a link that is not too long.
func bomb(t *testing.T) []byte {
	t.Helper()
	packed := deflateAny(t, strings.Repeat("\x00", 30<<20))
	if len(packed) > MaxText*3/4-headerSize {
		t.Fatalf("the bomb has %d bytes and would be refused for that", len(packed))
	}
	return packed
}

// What a bomb holds is not unpacked, only to be refused then.
func TestUnpackingStops(t *testing.T) {
	packed := bomb(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := inflate(packed); err == nil {
		t.Error("a bomb is taken")
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20 {
		t.Errorf("it took %d bytes", took)
	}
}

// deflateAny is deflate without its limit.
func deflateAny(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func cutPacked(t *testing.T) []byte {
	packed := must(deflate(small.json()))
	return packed[:len(packed)-4]
}

func TestHeader(t *testing.T) {
	h := header([]byte("abc"))
	if binary.BigEndian.Uint16(h) != 3 || binary.BigEndian.Uint32(h[2:]) != crc32.ChecksumIEEE([]byte("abc")) {
		t.Errorf("header is %x", h)
	}
}
