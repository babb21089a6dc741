// Package link is the format of links to a program: #v1: and a text that holds the program itself, how it is run,
// by which engine, and the moment to look at. Such a link needs no server that keeps anything.
//
//	#v1: base64url( length 2 | CRC-32 4 | deflate-raw( JSON ) )
//
// Length and CRC-32, both big-endian, are those of the deflated part: by the first a link that was cut is told from one
// that was damaged. The JSON is
//
//	{"files": [["main.go", "package main …"], …],
//	 "run": {"procs": "4", "seed": "7", "mode": "parallel", "policy": "local,steal=one", "costs": "wake=2us",
//	         "io": "net=5ms", "until": "2s", "schedtrace": "1ms", "scheddetail": "on"},
//	 "at": "57", "engine": "0123456789abcdef"}
//
// where all but files may be missing, and what is missing is as usual. The values of run are the words of the command
// line. at is how many events the shown moment follows, or a moment as lessons name it. What is not known here was made
// by a newer Gopark, and is refused; so is more than the limits allow, before it is unpacked.
//
// The twin is site/ui/link.ts; testdata/links.json is for both, errors included.
package link

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
)

// Limits of a link.
const (
	MaxText  = 64 << 10  // characters, with the mark
	MaxJSON  = 256 << 10 // bytes, unpacked
	MaxFiles = 32
)

// A Link is what a link says.
type Link struct {
	Files  []File
	Run    Run
	At     string // "", a number of events, end, first(KIND), last(KIND) or nth(KIND,N)
	Engine string // host.EngineVersion of who made it, "" if unknown
}

// A File is one file of the program.
type File struct{ Name, Text string }

// Run is how the program is run, in the words of the command line; "" is as usual.
type Run struct {
	Procs       string `json:"procs,omitempty"`
	Seed        string `json:"seed,omitempty"`
	Mode        string `json:"mode,omitempty"` // virtual or parallel
	Policy      string `json:"policy,omitempty"`
	Costs       string `json:"costs,omitempty"`
	IO          string `json:"io,omitempty"`
	Until       string `json:"until,omitempty"`
	Schedtrace  string `json:"schedtrace,omitempty"`
	Scheddetail string `json:"scheddetail,omitempty"` // on
}

const (
	mark       = "#v1:"
	headerSize = 6
	headerText = 8 // characters of base64
)

// marked splits a fragment into version and the rest. Some chats write the colon as %3A.
var marked = regexp.MustCompile(`^#?v([0-9]{1,4})(?::|%3[Aa])`)

// Is reports whether a fragment, or an address with one, looks like a link to a program, of whatever version.
func Is(text string) bool { return marked.MatchString(fragment(text)) }

// fragment is the part of an address behind the #, or all of a text that has none.
func fragment(text string) string {
	if _, after, found := strings.Cut(text, "#"); found {
		return after
	}
	return text
}

// Encode writes a link: #v1: and the rest.
func Encode(l Link) (string, error) {
	if err := l.check(); err != nil {
		return "", err
	}
	packed, err := deflate(l.json())
	if err != nil {
		return "", err
	}
	text := mark + encoding.EncodeToString(append(header(packed), packed...))
	if len(text) > MaxText {
		return "", fmt.Errorf("the program is too long for a link: packed it takes %d of %d characters", len(text), MaxText)
	}
	return text, nil
}

func header(packed []byte) []byte {
	b := make([]byte, headerSize)
	binary.BigEndian.PutUint16(b, uint16(len(packed)))
	binary.BigEndian.PutUint32(b[2:], crc32.ChecksumIEEE(packed))
	return b
}

// Decode reads a link: an address, or the part of it behind the #.
func Decode(text string) (Link, error) {
	packed, err := open(fragment(text))
	if err != nil {
		return Link{}, err
	}
	plain, err := inflate(packed)
	if err != nil {
		return Link{}, err
	}
	return parse(plain)
}

// open takes off what is around the deflated part.
func open(text string) ([]byte, error) {
	m := marked.FindStringSubmatch(text)
	if m == nil {
		return nil, errors.New("this is no link to a program")
	}
	if m[1] != "1" {
		return nil, fmt.Errorf("this link was made by a newer Gopark: it is of version %s, and version 1 is read here", m[1])
	}
	if len(text) > MaxText {
		return nil, fmt.Errorf("the link is longer than %d characters", MaxText)
	}
	body := text[len(m[0]):]
	for _, c := range []byte(body) {
		if !isBase64(c) {
			return nil, errors.New("the link is damaged: it has characters that no link has")
		}
	}
	if len(body) < headerText {
		return nil, errors.New("the link was cut: only its beginning is left")
	}
	head, err := encoding.DecodeString(body[:headerText])
	if err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint16(head))
	if want := encoding.EncodedLen(headerSize + n); len(body) < want {
		return nil, fmt.Errorf("the link was cut: %d of its %d characters are left", len(body)+len(mark), want+len(mark))
	} else if len(body) > want {
		return nil, errors.New("the link is damaged: it goes on behind its end")
	}
	packed, err := encoding.DecodeString(body[headerText:])
	if err != nil || crc32.ChecksumIEEE(packed) != binary.BigEndian.Uint32(head[2:]) {
		return nil, errors.New("the link is damaged: its checksum is wrong")
	}
	return packed, nil
}

func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}
