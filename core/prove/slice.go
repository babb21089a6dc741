// This file chooses a part of a large suite: every run of the tests does another part, so that some runs do all.
package prove

import (
	"os"
	"strconv"
)

// Slice is the environment variable that says which part: a number, for example how many commits there are; or "all".
const Slice = "GOPARK_SLICE"

// Mine says whether this run does item i, if one of every of n items is done. Without the variable it
// is the first of every n.
func Mine(i, of int) bool {
	value := os.Getenv(Slice)
	if value == "all" {
		return true
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		n = 0
	}
	return i%of == n%of
}
