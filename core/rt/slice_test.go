package rt

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unicode/utf8"
	"unsafe"
)

// Capacities are those of the compiler that compiles this test.
func TestGrowcapIsNative(t *testing.T) {
	sizesInit()
	ptr := reflect.TypeFor[*int]()
	byt := reflect.TypeFor[byte]()
	var types []reflect.Type
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 31, 32, 40, 48, 64, 100, 128, 200, 513, 1024, 5000, 9000} {
		types = append(types, reflect.ArrayOf(n, byt))
		if n%8 == 0 {
			types = append(types, reflect.ArrayOf(n/8, ptr))
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, et := range types {
		noscan := et.Elem() == byt
		for range 150 {
			oldCap := r.IntN(1 << r.IntN(11))
			num := 1 + r.IntN(1<<r.IntN(11))
			if et.Size() > 1000 {
				oldCap, num = oldCap%100, 1+num%50
			}
			newLen := oldCap + num
			s := reflect.MakeSlice(reflect.SliceOf(et), oldCap, oldCap)
			native := reflect.AppendSlice(s, reflect.MakeSlice(reflect.SliceOf(et), num, num)).Cap()
			if got, _, ok := Growcap(newLen, oldCap, et.Size(), noscan); !ok || got != native {
				t.Fatalf("%d elements of %d bytes (noscan %v), old cap %d: cap %d, native %d", newLen, et.Size(), noscan, oldCap, got, native)
			}
		}
	}
}

// append itself, for the sizes that reflect rounds in its own way, if any.
func TestAppendByOneIsNative(t *testing.T) {
	sizesInit()
	appendByOne[byte](t, true)
	appendByOne[int32](t, true)
	appendByOne[int](t, true)
	appendByOne[*int](t, false)
	appendByOne[string](t, false)
	appendByOne[[3]int](t, true)
	appendByOne[[5]any](t, false)
	appendByOne[[]int](t, false)
}

func appendByOne[T any](t *testing.T, noscan bool) {
	var s []T
	var z T
	for range 20000 {
		old := cap(s)
		s = append(s, z)
		if cap(s) == old {
			continue
		}
		if got, _, _ := Growcap(len(s), old, unsafe.Sizeof(z), noscan); got != cap(s) {
			t.Fatalf("%T: from %d to %d, native %d", s, old, got, cap(s))
		}
	}
}

func TestGrowcapOutOfRange(t *testing.T) {
	sizesInit()
	for _, n := range []int{1 << 47, 1 << 60, 1<<63 - 1} {
		if _, _, ok := Growcap(n, 0, 8, true); ok {
			t.Errorf("%d elements are accepted", n)
		}
	}
}

func TestMakesliceErrors(t *testing.T) {
	for _, tt := range []struct {
		len, cap int
		want     int
	}{
		{-1, -1, MakeBadLen},
		{1 << 62, 1 << 62, MakeBadLen},
		{1, -1, MakeBadCap},
		{2, 1, MakeBadCap},
		{1, 1 << 62, MakeBadCap},
	} {
		if _, got := Makeslice(tt.len, tt.cap, 8, true); got != tt.want {
			t.Errorf("make([]int, %d, %d): %d, want %d", tt.len, tt.cap, got, tt.want)
		}
	}
}

// Random byte strings, more or less UTF-8, are decoded and converted as Go does.
func TestStringsAreNative(t *testing.T) {
	newHeap(t, 64<<20)
	r := rand.New(rand.NewPCG(2, 2))
	for range 3000 {
		s := randomString(r)
		runes := []rune(s)
		if got := stringtoslicerune(s); string(got) != string(runes) || len(got) != len(runes) || countrunes(s) != len(runes) {
			t.Fatalf("[]rune(%q) = %q", s, got)
		}
		for i := 0; i < len(s); {
			want, n := utf8.DecodeRuneInString(s[i:])
			if got, pos := decoderune(s, i); got != want || pos != i+n {
				t.Fatalf("decoderune(%q, %d) = %x, %d, want %x, %d", s, i, got, pos, want, i+n)
			}
			i += n
		}
		if got := slicerunetostring(runes); got != string(runes) {
			t.Fatalf("string(%q) = %q", runes, got)
		}
		v := int64(r.Uint64() >> r.IntN(64))
		if got := intstring(v); v >= 0 && got != string(rune(min(v, 0x7fffffff))) {
			t.Fatalf("string(%#x) = %q", v, got)
		}
		u := randomString(r)
		if r.IntN(3) == 0 {
			u = s + u
		}
		if got, want := cmpstring(s, u), compare(s, u); got != want {
			t.Fatalf("cmpstring(%q, %q) = %d", s, u, got)
		}
		list := []string{s, "", u, s}
		if got := concatstrings(&list[0], len(list)); got != s+u+s {
			t.Fatalf("concatstrings = %q", got)
		}
		if got := concatstring2(s, u); got != s+u {
			t.Fatalf("concatstring2 = %q", got)
		}
		b := stringtoslicebyte(s)
		if string(b) != s || slicebytetostring(unsafe.SliceData(b), len(b)) != s {
			t.Fatalf("[]byte(%q) = %q", s, b)
		}
		if n := len(s); n > 0 && len(u) >= n {
			if got := memequal(inner(s), inner(u), uintptr(n)); got != (s == u[:n]) {
				t.Fatalf("memequal(%q, %q) = %v", s, u[:n], got)
			}
		}
	}
	if intstring(-5) != "\ufffd" || intstring(0xd800) != "\ufffd" || intstring(1<<40|'a') != "\ufffd" {
		t.Error("intstring of what is no rune")
	}
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func randomString(r *rand.Rand) string {
	var b []byte
	for range r.IntN(40) {
		switch r.IntN(4) {
		case 0:
			b = append(b, byte(r.Uint32()))
		case 1:
			b = append(b, byte('a'+r.IntN(3)))
		default:
			b = utf8.AppendRune(b, rune(r.Uint32N(0x110000)>>r.IntN(16)))
		}
	}
	if len(b) > 3 && r.IntN(2) == 0 {
		b = b[:len(b)-r.IntN(3)]
	}
	return string(b)
}
