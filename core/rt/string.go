// This file makes strings: concatenation, and the conversions from and to byte
// and rune slices. A string's bytes never change, so results share memory where
// they can.
//
// In Go: string.go, utf8.go.

package rt

import "unsafe"

const (
	runeError = 0xfffd
	maxRune   = 0x10ffff
)

// rawstring allocates the bytes of a string; the caller fills them.
func rawstring(n int) (string, unsafe.Pointer) {
	p := mallocraw(uintptr(n))
	return unsafe.String((*byte)(p), n), p
}

// inner gives the address of the bytes of s.
func inner(s string) unsafe.Pointer { return unsafe.Pointer(unsafe.StringData(s)) }

func concatstring2(a, b string) string {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	n := len(a) + len(b)
	if n < 0 {
		throw("string concatenation too long")
	}
	s, p := rawstring(n)
	memmove(p, inner(a), uintptr(len(a)))
	memmove(unsafe.Add(p, len(a)), inner(b), uintptr(len(b)))
	return s
}

// concatstrings joins the n strings at a.
func concatstrings(a *string, n int) string {
	total, full, last := 0, 0, 0
	for i := 0; i < n; i++ {
		l := len(*nth(a, i))
		if l == 0 {
			continue
		}
		if total+l < total {
			throw("string concatenation too long")
		}
		total += l
		full++
		last = i
	}
	if full == 0 {
		return ""
	}
	if full == 1 {
		return *nth(a, last)
	}
	s, p := rawstring(total)
	for i := 0; i < n; i++ {
		t := *nth(a, i)
		memmove(p, inner(t), uintptr(len(t)))
		p = unsafe.Add(p, len(t))
	}
	return s
}

func nth(a *string, i int) *string {
	return (*string)(unsafe.Add(unsafe.Pointer(a), uintptr(i)*unsafe.Sizeof("")))
}

func slicebytetostring(b *byte, n int) string {
	if n == 0 {
		return ""
	}
	s, p := rawstring(n)
	memmove(p, unsafe.Pointer(b), uintptr(n))
	return s
}

// stringtoslicebyte copies s. The capacity is rounded up, as in Go.
func stringtoslicebyte(s string) []byte {
	n := uintptr(len(s))
	c := roundupsize(n, true)
	p := mallocraw(c)
	memclr(unsafe.Add(p, n), c-n)
	memmove(p, inner(s), n)
	return unsafe.Slice((*byte)(p), c)[:n]
}

func stringtoslicerune(s string) []rune {
	n := countrunes(s)
	mem := roundupsize(uintptr(n)*4, true)
	p := mallocraw(mem)
	memclr(unsafe.Add(p, n*4), mem-uintptr(n)*4)
	a := unsafe.Slice((*rune)(p), mem/4)
	n = 0
	for i := 0; i < len(s); {
		r := rune(s[i])
		if r < 0x80 {
			i++
		} else {
			r, i = decoderune(s, i)
		}
		a[n] = r
		n++
	}
	return a[:n]
}

// countrunes is len([]rune(s)).
func countrunes(s string) int {
	n := 0
	for i := 0; i < len(s); n++ {
		if s[i] < 0x80 {
			i++
		} else {
			_, i = decoderune(s, i)
		}
	}
	return n
}

func slicerunetostring(a []rune) string {
	n := 0
	for _, r := range a {
		n += runelen(r)
	}
	if n == 0 {
		return ""
	}
	s, p := rawstring(n)
	b := unsafe.Slice((*byte)(p), n)
	i := 0
	for _, r := range a {
		i = putrune(b, i, r)
	}
	return s
}

// intstring is string(rune(v)).
func intstring(v int64) string {
	r := rune(v)
	if int64(r) != v {
		r = runeError
	}
	n := runelen(r)
	s, p := rawstring(n)
	putrune(unsafe.Slice((*byte)(p), n), 0, r)
	return s
}

func validrune(r rune) bool { return uint32(r) < 0xd800 || 0xe000 <= r && r <= maxRune }

func runelen(r rune) int {
	switch {
	case uint32(r) < 0x80:
		return 1
	case uint32(r) < 0x800:
		return 2
	case !validrune(r):
		return 3
	case r < 0x10000:
		return 3
	}
	return 4
}

// putrune writes r at b[i:] and gives the index behind it.
func putrune(b []byte, i int, r rune) int {
	if uint32(r) < 0x80 {
		b[i] = byte(r)
		return i + 1
	}
	if uint32(r) < 0x800 {
		b[i] = 0xc0 | byte(r>>6)
		b[i+1] = 0x80 | byte(r)&0x3f
		return i + 2
	}
	if !validrune(r) {
		r = runeError
	}
	if r < 0x10000 {
		b[i] = 0xe0 | byte(r>>12)
		b[i+1] = 0x80 | byte(r>>6)&0x3f
		b[i+2] = 0x80 | byte(r)&0x3f
		return i + 3
	}
	b[i] = 0xf0 | byte(r>>18)
	b[i+1] = 0x80 | byte(r>>12)&0x3f
	b[i+2] = 0x80 | byte(r>>6)&0x3f
	b[i+3] = 0x80 | byte(r)&0x3f
	return i + 4
}

// decoderune gives the rune at s[k:] and the index behind it. What is not valid
// UTF-8 is one byte of runeError.
func decoderune(s string, k int) (r rune, pos int) {
	b := s[k]
	n := len(s) - k
	switch {
	case b < 0x80:
		return rune(b), k + 1
	case 0xc2 <= b && b <= 0xdf:
		if n > 1 && cont(s[k+1]) {
			return rune(b&0x1f)<<6 | rune(s[k+1]&0x3f), k + 2
		}
	case 0xe0 <= b && b <= 0xef:
		if n > 2 && cont(s[k+1]) && cont(s[k+2]) {
			r = rune(b&0xf)<<12 | rune(s[k+1]&0x3f)<<6 | rune(s[k+2]&0x3f)
			if r >= 0x800 && validrune(r) {
				return r, k + 3
			}
		}
	case 0xf0 <= b && b <= 0xf4:
		if n > 3 && cont(s[k+1]) && cont(s[k+2]) && cont(s[k+3]) {
			r = rune(b&7)<<18 | rune(s[k+1]&0x3f)<<12 | rune(s[k+2]&0x3f)<<6 | rune(s[k+3]&0x3f)
			if 0x10000 <= r && r <= maxRune {
				return r, k + 4
			}
		}
	}
	return runeError, k + 1
}

func cont(b byte) bool { return b&0xc0 == 0x80 }

// memequal compares n bytes, eight at a time.
func memequal(p, q unsafe.Pointer, n uintptr) bool {
	if p == q {
		return true
	}
	i := uintptr(0)
	for ; i+8 <= n; i += 8 {
		if *(*uint64)(unsafe.Add(p, i)) != *(*uint64)(unsafe.Add(q, i)) {
			return false
		}
	}
	for ; i < n; i++ {
		if *(*byte)(unsafe.Add(p, i)) != *(*byte)(unsafe.Add(q, i)) {
			return false
		}
	}
	return true
}

// Memequal is memequal for package runtime.
func Memequal(p, q unsafe.Pointer, n uintptr) bool { return memequal(p, q, n) }

// cmpstring gives -1, 0 or 1.
func cmpstring(a, b string) int {
	n := min(len(a), len(b))
	p, q := inner(a), inner(b)
	i := 0
	for ; i+8 <= n; i += 8 { // equal words first
		if *(*uint64)(unsafe.Add(p, i)) != *(*uint64)(unsafe.Add(q, i)) {
			break
		}
	}
	for ; i < n; i++ {
		x, y := *(*byte)(unsafe.Add(p, i)), *(*byte)(unsafe.Add(q, i))
		if x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	if len(a) < len(b) {
		return -1
	}
	if len(a) > len(b) {
		return 1
	}
	return 0
}
