package grade

// This file judges one hand-in. It runs the programs of a stranger, within the limits of a check; what else may go wrong with
// them, such as a program that the compiler takes hours for, is for the process around it (child.go).

import (
	"fmt"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/link"
	"github.com/gopark/gopark/site/trial"
)

// A Judge grades hand-ins of one assignment.
type Judge struct {
	assignment *handin.Assignment
	private    *Private
	engine     string
	runner     *trial.Runner

	keep map[string]*trial.Answer // what was replayed, by exercise and program; nil: nothing is kept
}

// NewJudge makes a judge. engine is the version of the engine that runner has.
func NewJudge(a *handin.Assignment, p *Private, engine string, runner *trial.Runner) *Judge {
	return &Judge{assignment: a, private: p, engine: engine, runner: runner}
}

// Points are those that can be reached, hidden ones included.
func (j *Judge) Points() int { return j.assignment.Points() + j.private.Points() }

// Grade grades one. An error is ours or the machine's.
func (j *Judge) Grade(data []byte) (Result, error) {
	h, err := handin.Parse(data)
	if err != nil {
		return Result{State: Refused, Reason: err.Error(), Of: j.Points()}, nil
	}
	r := Result{Student: h.Student, Of: j.Points(), Programs: programsOf(h)}
	r.Flags = j.compareHead(h)
	for _, a := range h.Exercises {
		if j.exercise(a.ID) == nil {
			r.flag(FlagExercise, "the assignment has no exercise %s", a.ID)
		}
	}
	for n, x := range j.assignment.Exercises {
		i := slices.IndexFunc(h.Exercises, func(a handin.Answer) bool { return a.ID == x.ID })
		if i < 0 {
			r.flag(FlagExercise, "exercise %s is missing", x.ID)
			continue
		}
		if i != n && len(h.Exercises) == len(j.assignment.Exercises) {
			r.flag(FlagExercise, "exercise %s is number %d, in the assignment it is number %d", x.ID, i+1, n+1)
		}
		res, err := j.gradeExercise(&r, h, x, h.Exercises[i])
		if err != nil {
			return r, fmt.Errorf("exercise %s: %w", x.ID, err)
		}
		r.Points += res.Points
		r.Exercises = append(r.Exercises, res)
	}
	var sum handin.Claim
	for _, a := range h.Exercises {
		sum.Points += a.Claim.Points
		sum.Of += a.Claim.Of
	}
	if h.Claim != sum || h.Claim.Of != j.assignment.Points() {
		r.flag(FlagClaim, "it claims %d of %d points in all, its exercises claim %d of %d, and the assignment has %d", h.Claim.Points, h.Claim.Of, sum.Points, sum.Of, j.assignment.Points())
	}
	r.State = Graded
	if len(r.Flags) > 0 {
		r.State = Flagged
	}
	return r, nil
}

func (r *Result) flag(kind, format string, args ...any) {
	r.Flags = append(r.Flags, Flag{kind, fmt.Sprintf(format, args...)})
}

func (j *Judge) exercise(id string) *lesson.Exercise {
	i := slices.IndexFunc(j.assignment.Exercises, func(x *lesson.Exercise) bool { return x.ID == id })
	if i < 0 {
		return nil
	}
	return j.assignment.Exercises[i]
}

// compareHead compares what stands before the exercises.
func (j *Judge) compareHead(h *handin.HandIn) (flags []Flag) {
	var r Result
	a := j.assignment
	switch {
	case h.Assignment.Name != a.Slug:
		r.flag(FlagAssignment, "it is for the assignment %s, this is %s", h.Assignment.Name, a.Slug)
	case h.Assignment.Hash != a.Hash:
		r.flag(FlagAssignment, "it was made for another version of the assignment: %.12s, this is %.12s", h.Assignment.Hash, a.Hash)
	}
	if h.Engine != j.engine {
		r.flag(FlagEngine, "it was made with engine %s, this is %s: its digests are not compared", h.Engine, j.engine)
	}
	switch {
	case h.Student == "" && a.HandIn != "nothing":
		r.flag(FlagStudent, "the assignment asks for the student's %s, and it has none", a.HandIn)
	case h.Student != "" && a.HandIn == "nothing":
		r.flag(FlagStudent, "it has a student, which the assignment does not ask for")
	}
	return r.Flags
}

// gradeExercise replays an answer and compares it with what it claims.
func (j *Judge) gradeExercise(r *Result, h *handin.HandIn, x *lesson.Exercise, a handin.Answer) (ExerciseResult, error) {
	hidden := j.private.Checks[x.ID]
	res := ExerciseResult{ID: x.ID}
	file := a.Files[0]
	if file.Name != x.File {
		r.flag(FlagFile, "%s: the program is called %s, the assignment has %s", x.ID, file.Name, x.File)
	}
	if sum := handin.Hash([]byte(file.Text)); sum != file.SHA256 {
		r.flag(FlagFile, "%s: the program is not the one that was hashed", x.ID)
	}
	if word := dangerous(file.Text); word != "" {
		r.flag(FlagUnsafe, "%s: the program has %s, with which it could write into the scheduler's memory: look at it before you trust its points", x.ID, word)
	}
	answer, done, err := j.answer(x, file.Text)
	if err != nil {
		return res, err
	}
	defer done()
	res.Problem = cut(answer.Problem, 4096)
	if answer.Problem == "" {
		res.Shape = shapeOf(x.File, string(x.Source), file.Text)
	}
	open, err := answer.Judge(x.Base(), x.Checks)
	if err != nil {
		return res, err
	}
	if err = j.compareRuns(r, &res, h, x, a, answer); err != nil { // after the rules, as in the page: one that was cut off counts
		return res, err
	}
	compareClaim(r, x, a.Claim, open)
	base := x.Base()
	base.Secret = j.private.Secret
	secret, err := answer.Judge(base, hidden)
	if err != nil {
		return res, err
	}
	res.Points, res.Of = open.Points+secret.Points, open.Of+secret.Of
	res.Checks = append(checkResults(open, false), checkResults(secret, true)...)
	for _, d := range j.private.driven[x.ID] {
		driven, err := answer.Judge(base, d.checks) // a program that does not compile earns nothing, though the driver may replace what is wrong
		if answer.Problem == "" {
			driven, err = j.drive(d, x, file.Text, base)
		}
		if err != nil {
			return res, fmt.Errorf("%s: %w", d.file, err)
		}
		res.Points, res.Of = res.Points+driven.Points, res.Of+driven.Of
		for _, c := range checkResults(driven, true) {
			c.Rule = d.file + ": " + c.Rule
			res.Checks = append(res.Checks, c)
		}
	}
	return res, nil
}

// drive judges the program with a driver in it; what it is compared with as the starter has the driver too.
func (j *Judge) drive(d driver, x *lesson.Exercise, program string, base check.Base) (trial.Report, error) {
	with := *x
	with.Source = []byte(d.into(x.File, string(x.Source)))
	answer, done, err := j.answer(&with, d.into(x.File, program))
	if err != nil {
		return trial.Report{}, err
	}
	defer done()
	return answer.Judge(base, d.checks)
}

// answer compiles a program.
func (j *Judge) answer(x *lesson.Exercise, text string) (a *trial.Answer, done func(), err error) {
	key := x.ID + "\n" + text
	if a := j.keep[key]; a != nil {
		return a, func() {}, nil
	}
	e := j.runner.NewExercise(j.assignment.Lesson, x)
	e.Read = func(name string) ([]byte, error) { return j.private.read(j.assignment, name) }
	if a, err = e.Answer([]byte(text)); err != nil {
		e.Close()
		return nil, nil, err
	}
	if j.keep != nil {
		j.keep[key] = a
		return a, func() {}, nil
	}
	return a, func() { a.Close(); e.Close() }, nil
}

// compareRuns replays the runs whose digests were handed in.
func (j *Judge) compareRuns(r *Result, res *ExerciseResult, h *handin.HandIn, x *lesson.Exercise, a handin.Answer, answer *trial.Answer) error {
	seeds := handin.Seeds(j.assignment.Hash, x.ID, h.Student)
	digests, err := answer.Digests(x.Settings, seeds)
	if err != nil {
		return err
	}
	res.Digests = digests
	var seed, digest difference
	for i := range seeds {
		switch {
		case a.Runs[i].Seed != seeds[i]:
			seed.add(i, fmt.Sprint(a.Runs[i].Seed), fmt.Sprint(seeds[i]))
		case a.Runs[i].Digest != digests[i] && h.Engine == j.engine:
			digest.add(i, short(a.Runs[i].Digest), short(digests[i]))
		}
	}
	if seed.runs != nil {
		r.flag(FlagSeed, "%s: made under another name, or changed by hand: the seeds of %s are not this student's", x.ID, seed.which())
		for _, run := range a.Runs {
			res.Seeds = append(res.Seeds, run.Seed)
		}
	}
	if digest.runs != nil {
		r.flag(FlagDigest, "%s: %s, the replay gives %s", x.ID, digest.have("digest"), strings.Join(digest.right, ", "))
	}
	return nil
}

// A difference is what some runs have, and what they should have.
type difference struct{ runs, mine, right []string }

func (d *difference) add(i int, mine, right string) {
	d.runs, d.mine, d.right = append(d.runs, strconv.Itoa(i+1)), append(d.mine, mine), append(d.right, right)
}

// which are the runs, in words.
func (d *difference) which() string {
	if len(d.runs) == 1 {
		return "run " + d.runs[0]
	}
	return "runs " + strings.Join(d.runs, ", ")
}

// have is what they have, in words.
func (d *difference) have(what string) string {
	mine := strings.Join(d.mine, ", ")
	if len(d.runs) == 1 {
		return fmt.Sprintf("%s has %s %s", d.which(), what, mine)
	}
	return fmt.Sprintf("%s have %ss %s", d.which(), what, mine)
}

func short(digest string) string {
	if digest == "" {
		return "none"
	}
	return digest[:12]
}

// compareClaim compares the checks one by one.
func compareClaim(r *Result, x *lesson.Exercise, claim handin.Result, rep trial.Report) {
	if claim.Points != rep.Points || claim.Of != rep.Of {
		r.flag(FlagClaim, "%s: it claims %d of %d points, the replay gives %d of %d", x.ID, claim.Points, claim.Of, rep.Points, rep.Of)
	}
	if len(claim.Checks) != len(rep.Outcomes) {
		r.flag(FlagClaim, "%s: it claims %d checks, there are %d", x.ID, len(claim.Checks), len(rep.Outcomes))
		return
	}
	for i, o := range rep.Outcomes {
		c := claim.Checks[i]
		switch {
		case c.Rule != o.Rule || c.Points != o.Points:
			r.flag(FlagClaim, "%s: it claims a check %q for %d, the assignment has %q for %d", x.ID, cut(c.Rule, 100), c.Points, o.Rule, o.Points)
		case c.Pass != o.Pass:
			r.flag(FlagClaim, "%s: it claims that %q %s, the replay says that it %s", x.ID, o.Rule, passes(c.Pass), passes(o.Pass))
		}
	}
}

func passes(pass bool) string {
	if pass {
		return "passes"
	}
	return "fails"
}

func checkResults(rep trial.Report, hidden bool) (all []CheckResult) {
	for _, o := range rep.Outcomes {
		c := CheckResult{Rule: o.Rule, Points: o.Points, Pass: o.Pass, Hidden: hidden}
		if !o.Pass {
			c.Want, c.Got, c.Seed = cut(o.Want, 1000), cut(o.Got, 1000), o.Case.Seed
		}
		all = append(all, c)
	}
	return all
}

// programsOf hashes the programs of a hand-in: equal answers have equal hashes.
func programsOf(h *handin.HandIn) string {
	var all strings.Builder
	for _, a := range h.Exercises {
		all.WriteString(a.ID + " " + handin.Hash([]byte(a.Files[0].Text)) + "\n")
	}
	return handin.Hash([]byte(all.String()))
}

// Starters is what programsOf gives for a hand-in in which nothing was changed.
func Starters(a *handin.Assignment) string {
	var h handin.HandIn
	for _, x := range a.Exercises {
		h.Exercises = append(h.Exercises, handin.Answer{ID: x.ID, Files: []handin.File{{Text: string(x.Source)}}})
	}
	return programsOf(&h)
}

var wayOut = regexp.MustCompile(`\b(NewAt|UnsafePointer|UnsafeAddr|UnsafeSlice|SliceHeader|StringHeader)\b`)

// dangerous names what in a program gets around Go's memory safety; "" if there is nothing that we know. A data race can too, but not
// in virtual time, where one M runs at a time.
func dangerous(src string) string {
	for _, part := range link.Split("main.go", src) {
		f, err := parser.ParseFile(token.NewFileSet(), "main.go", part.Text, parser.ImportsOnly)
		if err != nil {
			continue // then it does not compile
		}
		for _, im := range f.Imports {
			if name, err := strconv.Unquote(im.Path.Value); err == nil && name == "unsafe" {
				return "import \"unsafe\""
			}
		}
	}
	return wayOut.FindString(src)
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + " …"
}
