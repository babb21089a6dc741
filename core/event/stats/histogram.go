// This file counts waits in buckets. Below 16 ns each value has its own; above, there are 8 to
// a power of two.
package stats

import "math/bits"

type histogram struct {
	n, sum, max uint64
	buckets     [16 + 8*60]uint64
}

func (h *histogram) add(v uint64) {
	h.n++
	h.sum += v
	h.max = max(h.max, v)
	h.buckets[bucketOf(v)]++
}

func bucketOf(v uint64) int {
	if v < 16 {
		return int(v)
	}
	exp := bits.Len64(v) - 1 // at least 4
	return 16 + (exp-4)*8 + int(v>>(exp-3)&7)
}

// upTo is the highest value in bucket i.
func upTo(i int) uint64 {
	if i < 16 {
		return uint64(i)
	}
	exp := (i-16)/8 + 4
	return 1<<exp + uint64((i-16)%8+1)<<(exp-3) - 1
}

// quantile is a value that at least per mille of the waits do not exceed.
func (h *histogram) quantile(perMille uint64) uint64 {
	left := (h.n*perMille + 999) / 1000
	for i, n := range h.buckets {
		if n >= left {
			return min(upTo(i), h.max)
		}
		left -= n
	}
	return h.max
}

func (h *histogram) latency() Latency {
	l := Latency{Count: h.n, Max: h.max, Buckets: []Bucket{}}
	if h.n == 0 {
		return l
	}
	l.Mean = float64(h.sum) / float64(h.n)
	l.P50, l.P90, l.P99 = h.quantile(500), h.quantile(900), h.quantile(990)
	for i, n := range h.buckets {
		if n > 0 {
			l.Buckets = append(l.Buckets, Bucket{upTo(i), n})
		}
	}
	return l
}
