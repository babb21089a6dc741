package check

import "testing"

// TestDerivedSeeds: they are what they were in every hand-in that has been made, and differ with the text.
func TestDerivedSeeds(t *testing.T) {
	seen := map[uint64]bool{}
	for _, text := range []string{"", "a", "b", "ab"} {
		for _, seed := range Seeds(text, 100) {
			if seed < 1 || seed >= 1<<31 || seen[seed] {
				t.Errorf("%q: seed %d is too large, or there twice", text, seed)
			}
			seen[seed] = true
		}
	}
	if got := Seeds("gopark", 3); [3]uint64(got) != [3]uint64{1492323462, 107459997, 1741477754} {
		t.Errorf("the seeds of gopark are now %v", got)
	}
}

func TestASecretChangesTheSeedsThatAreNotNamed(t *testing.T) {
	for _, c := range []struct {
		rule    string
		derived bool
	}{
		{"steals >= 1 in 3 seeds", true},
		{"steals >= 1 in some of 3 seeds", true},
		{"steals >= 1 in 2 of 3 seeds", true},
		{"steals >= 1 in seed 1", false},
		{"steals >= 1", false},
	} {
		r, err := Parse(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		open, secret := r.Cases(Base{Seed: 1}), r.Cases(Base{Seed: 1, Secret: "s"})
		if len(open) != len(secret) || (open[0] != secret[0]) != c.derived {
			t.Errorf("%s: %v, with a secret %v", c.rule, open, secret)
		}
	}
}
