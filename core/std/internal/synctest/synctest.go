//go:build gopark

// Package synctest asks the runtime for the bubbles of testing/synctest. It imports nothing, not even unsafe: each
// import is a call when a program begins, and costs it time.
package synctest

//go:linkname Run
func Run(f func())

//go:linkname Wait
func Wait()

//go:linkname IsInBubble
func IsInBubble() bool

// An Association says which bubble a value belongs to.
type Association int

const (
	Unbubbled Association = iota
	CurrentBubble
	OtherBubble
)

// Associate makes p a value of the current bubble, if it has none.
func Associate[T any](p *T) Association { return Association(associate(p)) }

// Disassociate makes p a value of no bubble.
func Disassociate[T any](p *T) { disassociate(p) }

func IsAssociated[T any](p *T) bool { return isAssociated(p) }

//go:linkname associate
func associate(p any) int

//go:linkname disassociate
func disassociate(p any)

//go:linkname isAssociated
func isAssociated(p any) bool

//go:linkname acquire
func acquire() any

//go:linkname release
func release(b any)

//go:linkname inBubble
func inBubble(b any, f func())

// A Bubble is one that does not become idle before Release.
type Bubble struct{ b any }

// Acquire gives the current bubble, or nil.
func Acquire() *Bubble {
	if b := acquire(); b != nil {
		return &Bubble{b}
	}
	return nil
}

func (b *Bubble) Release() {
	if b != nil {
		release(b.b)
		b.b = nil
	}
}

// Run runs f in the bubble, if there is one.
func (b *Bubble) Run(f func()) {
	if b == nil {
		f()
	} else {
		inBubble(b.b, f)
	}
}
