package rt

import "testing"

// An object whose only pointer moves, during marking, to an object that is marked already is
// kept by the write barrier; without the barrier it is lost.
func TestBarrierKeepsWhatMoves(t *testing.T) {
	for _, barrier := range []bool{true, false} {
		newHeap(t, 16<<20)
		old := uintptr(Mallocgc(64, false))
		moved := uintptr(Mallocgc(48, true))
		*(*uint64)(ptr(old)) = uint64(moved)
		nativeRoots = func(w *gcWork) { w.markWord(old) }
		gcBegin()
		young := uintptr(Mallocgc(64, false)) // marked from its birth, and never scanned
		*(*uint64)(ptr(young)) = uint64(moved)
		if barrier {
			shade(ptr(moved))
		}
		*(*uint64)(ptr(old)) = 0
		if done, _ := gcEnd(true); !done {
			t.Fatal("marking goes on")
		}
		s := spanOf(moved)
		i := (moved - s.base) / s.elemsize
		if kept := s.mark[i>>6]>>(i&63)&1 != 0; kept != barrier {
			t.Errorf("with barrier %v: kept %v", barrier, kept)
		}
		s = spanOf(young)
		if i := (young - s.base) / s.elemsize; s.mark[i>>6]>>(i&63)&1 == 0 {
			t.Error("an object made during marking is lost")
		}
	}
}
