package handin

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// good is a hand-in that can be read.
func good() *HandIn {
	h := strings.Repeat("0a", 32)
	return &HandIn{
		Format: Format, Assignment: Which{"pool", h}, Engine: h[:16], Student: "Zoë 李", Claim: Claim{3, 5},
		Exercises: []Answer{{
			ID: "bound", Files: []File{{"main.go", h, "package main\n"}}, Runs: []Run{{1, h}, {MaxSeed, ""}, {0, h}},
			Claim: Result{3, 5, []Check{{"exit == 0", 3, true}, {"never leaks", 2, false}}},
		}},
	}
}

func TestParse(t *testing.T) {
	text, err := json.MarshalIndent(good(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	h, err := Parse(text)
	if err != nil || !reflect.DeepEqual(h, good()) {
		t.Fatalf("%v\n%+v", err, h)
	}
	for _, c := range []struct {
		change func(*HandIn)
		says   string
	}{
		{func(h *HandIn) { h.Format = "gopark hand-in 2" }, `its format is "gopark hand-in 2"`},
		{func(h *HandIn) { h.Format = "GIF89a" }, "it is no hand-in: format"},
		{func(h *HandIn) { h.Assignment.Name = "../pool" }, "is no name of an assignment"},
		{func(h *HandIn) { h.Assignment.Hash = strings.Repeat("0A", 32) }, "assignment.hash"},
		{func(h *HandIn) { h.Engine = "go1.26" }, "is no version of an engine"},
		{func(h *HandIn) { h.Student = strings.Repeat("ü", MaxStudent+1) }, "longer than 100 characters"},
		{func(h *HandIn) { h.Student = "a\nb" }, "cannot be printed"},
		{func(h *HandIn) { h.Student = "a\u202eb" }, "cannot be printed"},
		{func(h *HandIn) { h.Student = " a" }, "blank"},
		{func(h *HandIn) { h.Exercises = []Answer{} }, "there are 0, want 1 to 20"},
		{func(h *HandIn) { h.Exercises = slices.Repeat(h.Exercises, 21) }, "there are 21"},
		{func(h *HandIn) { h.Exercises = slices.Repeat(h.Exercises, 2) }, "exercise bound is there twice"},
		{func(h *HandIn) { h.Exercises[0].ID = "A" }, "that is no id"},
		{func(h *HandIn) { h.Exercises[0].Files = []File{} }, "0 files, want 1"},
		{func(h *HandIn) { h.Exercises[0].Files[0].Name = "/main.go" }, "no name of a Go file"},
		{func(h *HandIn) { h.Exercises[0].Files[0].Name = "main.go\x00.go" }, "no name of a Go file"},
		{func(h *HandIn) { h.Exercises[0].Files[0].SHA256 = "" }, "sha256"},
		{func(h *HandIn) { h.Exercises[0].Files[0].Text = strings.Repeat("x", MaxProgram+1) }, "longer than 64 KiB"},
		{func(h *HandIn) { h.Exercises[0].Runs = h.Exercises[0].Runs[:2] }, "2 runs, want 3"},
		{func(h *HandIn) { h.Exercises[0].Runs[0].Digest = "0a" }, "a digest"},
		{func(h *HandIn) { h.Exercises[0].Runs[0].Seed = MaxSeed + 1 }, "a seed is larger"},
		{func(h *HandIn) { h.Exercises[0].Claim.Checks = make([]Check, MaxChecks+1) }, "101 checks"},
		{func(h *HandIn) { h.Exercises[0].Claim.Checks[0].Points = -1 }, "claims -1 points"},
		{func(h *HandIn) { h.Exercises[0].Claim.Of = MaxPoints + 1 }, "of 1000001 points"},
		{func(h *HandIn) { h.Claim.Points = -5 }, "claims -5 of 5"},
	} {
		h := good()
		c.change(h)
		text, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

// TestFaultsAreSaidInPlainWords: where in the file, and without the names of Go.
func TestFaultsAreSaidInPlainWords(t *testing.T) {
	text, err := json.Marshal(good())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, says string }{
		{`"seed":1,`, `"seed":"1",`, "it is no hand-in: exercises/0/runs/0/seed: want a whole number, there is a text"},
		{`"seed":1,`, `"seed":-1,`, "it is no hand-in: exercises/0/runs/0/seed: want a whole number"},
		{`"pass":true`, `"pass":1`, "it is no hand-in: exercises/0/claim/checks/0/pass: want true or false, there is a number"},
		{`"student":"`, `"note":1,"student":"`, "it is no hand-in: note: there is no such field"},
		{`"exercises":[`, `"exercises":{"a":[`, "it is no hand-in: "},
		{`"student":"`, `"student":"x","student":"`, `it is no hand-in: student: duplicate object member name`},
		{`}`, ``, "it is no hand-in: "},
	} {
		if !strings.Contains(string(text), c.from) {
			t.Fatalf("there is no %s in %s", c.from, text)
		}
		_, err := Parse([]byte(strings.Replace(string(text), c.from, c.to, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), c.says) || strings.Contains(err.Error(), "Go ") || strings.Contains(err.Error(), "unmarshal") || strings.Contains(err.Error(), "json") {
			t.Errorf("%s: %v, want %s", c.to, err, c.says)
		}
	}
	if _, err := Parse([]byte("<html>")); err == nil || !strings.HasPrefix(err.Error(), "it is no hand-in: ") || strings.Contains(err.Error(), "json") {
		t.Errorf("a page: %v", err)
	}
}

// TestTheSchemaIsTheFormat: the published schema has the fields, and the bounds, that Parse has.
func TestTheSchemaIsTheFormat(t *testing.T) {
	var s map[string]any
	if err := json.Unmarshal(Schema, &s); err != nil {
		t.Fatal(err)
	}
	sameFields(t, "", s, reflect.TypeFor[HandIn]())
	get := func(path string) any {
		at := any(s)
		for _, key := range strings.Split(path, ".") {
			at = at.(map[string]any)[key]
		}
		return at
	}
	const x = "properties.exercises.items.properties."
	for path, want := range map[string]any{
		"properties.format.const":                       Format,
		"properties.student.maxLength":                  float64(MaxStudent),
		"properties.exercises.maxItems":                 float64(MaxExercise),
		x + "files.items.properties.text.maxLength":     float64(MaxProgram),
		x + "runs.minItems":                             float64(Runs),
		x + "runs.maxItems":                             float64(Runs),
		x + "runs.items.properties.seed.maximum":        float64(MaxSeed),
		x + "claim.properties.checks.maxItems":          float64(MaxChecks),
		"$defs.points.maximum":                          float64(MaxPoints),
		"properties.assignment.properties.name.pattern": `^[a-z][a-z0-9-]{0,79}$`,
		x + "files.items.properties.name.pattern":       `^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}\.go$`,
		"$defs.sha256.pattern":                          `^[0-9a-f]{64}$`,
		"properties.engine.pattern":                     `^[0-9a-f]{16,64}$`,
	} {
		if got := get(path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	for pattern, is := range map[string]func(string) bool{`^[a-z][a-z0-9-]{0,79}$`: isName, `^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}\.go$`: isFile, `^[0-9a-f]{64}$`: isHash, `^[0-9a-f]{16,64}$`: isEngine} {
		for _, word := range []string{"", "a", "A", "main.go", ".go", "a/b.go", "-", "a-1", strings.Repeat("0", 16), strings.Repeat("0", 64), strings.Repeat("a", 81), "ä.go"} {
			if regexp.MustCompile(pattern).MatchString(word) != is(word) {
				t.Errorf("%s: the schema and Parse differ about %q", pattern, word)
			}
		}
	}
}

// sameFields holds an object of the schema against a struct.
func sameFields(t *testing.T, path string, schema map[string]any, typ reflect.Type) {
	t.Helper()
	if typ.Kind() == reflect.Slice {
		sameFields(t, path+"[]", schema["items"].(map[string]any), typ.Elem())
		return
	}
	if typ.Kind() != reflect.Struct {
		return
	}
	properties, _ := schema["properties"].(map[string]any)
	var required, fields []string
	for _, name := range schema["required"].([]any) {
		required = append(required, name.(string))
	}
	for i := range typ.NumField() {
		name := typ.Field(i).Tag.Get("json")
		fields = append(fields, name)
		if child, ok := properties[name].(map[string]any); ok {
			sameFields(t, path+"."+name, child, typ.Field(i).Type)
		}
	}
	slices.Sort(required)
	slices.Sort(fields)
	if known := slices.Sorted(maps.Keys(properties)); !slices.Equal(known, fields) || !slices.Equal(required, fields) || schema["additionalProperties"] != false {
		t.Errorf("%s: the schema has %q (required %q), the format %q", path, known, required, fields)
	}
}

// TestSeedsDependOnAllThatTheyAreOf: another assignment, exercise or student has other seeds.
func TestSeedsDependOnAllThatTheyAreOf(t *testing.T) {
	seen := map[uint64]string{}
	for _, w := range [][3]string{{"a", "x", "Ada"}, {"b", "x", "Ada"}, {"a", "y", "Ada"}, {"a", "x", "Bob"}, {"a", "x", ""}} {
		for _, seed := range Seeds(w[0], w[1], w[2]) {
			if seen[seed] != "" || seed > MaxSeed {
				t.Errorf("%v: seed %d", w, seed)
			}
			seen[seed] = w[2]
		}
	}
}

// FuzzParse: whatever is read is answered, and what is taken can be written and read again.
func FuzzParse(f *testing.F) {
	text, _ := json.Marshal(good())
	f.Add(text)
	f.Add([]byte(`{"format":"gopark hand-in 1"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := Parse(data)
		if err != nil {
			return
		}
		again, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(again); err != nil {
			t.Error(err)
		}
	})
}
