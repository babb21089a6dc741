package check

import "time"

// Limits are those of a run that is checked. They do not depend on the speed of the machine, so that the
// verdict does not either.
type Limits struct {
	Virtual time.Duration `json:"virtual"` // ns of virtual time, unless until is set
	Records int           `json:"records"`
	Output  int           `json:"output"` // bytes, of standard output and standard error each
}

// UsualLimits are those of every verdict; only tests have others.
var UsualLimits = Limits{Virtual: 10 * time.Second, Records: 4_000_000, Output: 1 << 20}
