// This file implements the random choices of the scheduler.
//
// In virtual mode they all come from one source, which begins with the seed of the run:
// same seed, same choices. In parallel mode each M has its own.
//
// In Go: cheaprand and rand in rand.go. The generator is splitmix64.
package sched

func splitmix(s *uint64) uint64 {
	*s += 0x9e3779b97f4a7c15
	z := *s
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Rand64 returns a random number.
func Rand64() uint64 {
	if sched.virtual {
		return splitmix(&sched.rand)
	}
	return splitmix(&Getm().rand)
}

// Cheaprand returns a random number.
func Cheaprand() uint32 { return uint32(Rand64() >> 32) }

// Cheaprandn returns a random number below n.
func Cheaprandn(n uint32) uint32 {
	return uint32(uint64(Cheaprand()) * uint64(n) >> 32)
}
