package event

import (
	"testing"

	"github.com/gopark/gopark/core/event/kind"
)

// TestALateRecordTellsThePlace: a record that says where a goroutine stands may come after a later one that does not,
// from the ring of another M.
func TestALateRecordTellsThePlace(t *testing.T) {
	s := NewState()
	for _, r := range []Record{
		{Kind: kind.Begin, A: 1, Stamp: 1},
		{Kind: kind.GoCreate, G: 7, A: 1, B: 5, Stamp: 2},
		{Kind: kind.GoStart, G: 7, M: 1, P: 0, Stamp: 3},
		{Kind: kind.GoReady, G: 7, M: 2, P: NoP, Stamp: 5},
		{Kind: kind.GoPark, G: 7, M: 1, P: 0, B: 9, Stamp: 4},
	} {
		s.Apply(r)
	}
	for _, g := range s.View().Gs {
		if g.ID == 7 && (g.Pos != 9 || g.Status != Runnable || g.Created != 5) {
			t.Errorf("%+v", g)
		}
	}
}
