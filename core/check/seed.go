package check

// This file derives seeds from a text, so that a hand-in is replayed with the seeds that the page used, and hidden
// checks have seeds that nobody knows who does not know the text.

// Seeds gives n seeds between 1 and 1<<31-1. The same text gives the same seeds everywhere; they are no secret of
// their own.
func Seeds(text string, n int) []uint64 {
	// FNV-1a of the text, then SplitMix64, so that near texts have seeds far apart.
	state := uint64(14695981039346656037)
	for i := range len(text) {
		state = (state ^ uint64(text[i])) * 1099511628211
	}
	all := make([]uint64, n)
	for i := range all {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		all[i] = 1 + (z^z>>31)%(1<<31-1)
	}
	return all
}
