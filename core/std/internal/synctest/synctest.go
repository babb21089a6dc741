//go:build gopark

// Package synctest stands in for the bubbles of testing/synctest: there are
// none, so no goroutine and no WaitGroup is ever in one.
package synctest

// An Association says which bubble a value belongs to.
type Association int

const (
	Unbubbled Association = iota
	CurrentBubble
	OtherBubble
)

func IsInBubble() bool                  { return false }
func Associate[T any](p *T) Association { return Unbubbled }
func Disassociate[T any](p *T)          {}
func IsAssociated[T any](p *T) bool     { return false }

// A Bubble is always nil.
type Bubble struct{}

func Acquire() *Bubble         { return nil }
func (b *Bubble) Release()     {}
func (b *Bubble) Run(f func()) { f() }
