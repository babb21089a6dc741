package grade

// This file is what became of a hand-in.

// The states of a result.
const (
	Graded  = "graded"  // replayed, and the replay gives what it claims
	Flagged = "flagged" // replayed, and something differs: see Flags
	Limit   = "limit"   // the replay was ended by a limit of this machine: no points, and worth a look
	Refused = "refused" // it is no hand-in
	Failed  = "failed"  // our fault: it could not be graded
)

// A Result is what became of one hand-in.
type Result struct {
	Submission string           `json:"submission"` // where it came from
	Student    string           `json:"student"`
	State      string           `json:"state"`
	Reason     string           `json:"reason,omitempty"` // of Limit, Refused and Failed
	Flags      []Flag           `json:"flags,omitempty"`
	Points     int              `json:"points"`
	Of         int              `json:"of"`
	Exercises  []ExerciseResult `json:"exercises,omitempty"`
	Programs   string           `json:"programs,omitempty"` // hash of all its programs: equal for equal answers

	// Filled by Compare.
	Same      []string `json:"same,omitempty"`      // who else has these very programs, each once
	Near      []string `json:"near,omitempty"`      // who has them but for names, comments and layout, and in which exercises
	As        string   `json:"as,omitempty"`        // the student whose seeds its runs have, if it is another one
	Again     []string `json:"again,omitempty"`     // other hand-ins of this student
	Unchanged bool     `json:"unchanged,omitempty"` // these are the programs that the assignment begins with
}

// Decided says whether the hand-in has its points.
func (r *Result) Decided() bool { return r.State == Graded || r.State == Flagged }

// A Flag is one thing in which a hand-in differs from its replay.
type Flag struct {
	Kind string `json:"kind"` // see the constants
	Text string `json:"text"`
}

// Kinds of flags.
const (
	FlagAssignment = "assignment" // made for another assignment, or another version of it
	FlagEngine     = "engine"     // made with another engine: digests are not compared
	FlagStudent    = "student"    // a name is missing, or was not asked for
	FlagExercise   = "exercise"   // an exercise is missing, or unknown
	FlagFile       = "file"       // a program has another name, or is not the one that was hashed
	FlagSeed       = "seed"       // a run has another seed than the assignment and the student give
	FlagDigest     = "digest"     // a run gives another digest
	FlagClaim      = "claim"      // the checks turn out otherwise
	FlagUnsafe     = "unsafe"     // the program can write where it should not: its records prove less
)

// An ExerciseResult is one exercise's.
type ExerciseResult struct {
	ID      string        `json:"id"`
	Points  int           `json:"points"`
	Of      int           `json:"of"`
	Problem string        `json:"problem,omitempty"` // of the compiler
	Checks  []CheckResult `json:"checks"`
	Digests []string      `json:"digests,omitempty"`
	Seeds   []uint64      `json:"seeds,omitempty"` // of its runs, if they are not this student's
	Shape   string        `json:"shape,omitempty"` // see shape.go; "" if there is too little to compare
}

// A CheckResult is one check's.
type CheckResult struct {
	Rule   string `json:"rule"`
	Points int    `json:"points"`
	Pass   bool   `json:"pass"`
	Hidden bool   `json:"hidden,omitempty"`
	// If it does not pass: what was wanted, what happened, and with which seed.
	Want string `json:"want,omitempty"`
	Got  string `json:"got,omitempty"`
	Seed uint64 `json:"seed,omitempty"`
}
