// This file puts the records of several rings into one order.
//
// Relies on: the records of one ring are in the order in which their M wrote them,
// with growing stamps; a record's stamp is greater than that of every record that could
// have influenced it. So the order by stamps keeps causes before effects. It says
// nothing about which of two unrelated records was first, and nobody can tell.
package event

// Merge merges rings by stamp; equal stamps are in the order of the rings.
func Merge(rings ...[]Record) []Record {
	n := 0
	for _, r := range rings {
		n += len(r)
	}
	next := make([]int, len(rings))
	out := make([]Record, 0, n)
	for len(out) < n {
		best := -1
		for i, r := range rings {
			if next[i] == len(r) {
				continue
			}
			if best < 0 || r[next[i]].Stamp < rings[best][next[best]].Stamp {
				best = i
			}
		}
		out = append(out, rings[best][next[best]])
		next[best]++
	}
	return out
}
