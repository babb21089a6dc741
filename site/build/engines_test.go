package build

import (
	"crypto/sha256"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"testing"
)

// engineSite is a build that has come to its engine.
func engineSite(t *testing.T, version, engines string) *site {
	t.Helper()
	s := &site{Options: Options{Engine: version, Engines: engines, Log: io.Discard}, tmp: t.TempDir(), ui: bundle{}, sums: map[string][sha256.Size]byte{}}
	for name, file := range map[string]string{"compile/worker.ts": "compile-A.js", "engine/worker.ts": "engine-B.js"} {
		s.ui[name] = "/assets/" + s.engineDir() + "/" + file
		if err := s.write("assets/"+s.engineDir()+"/"+file, []byte(version)); err != nil {
			t.Fatal(err)
		}
	}
	s.Front = func() ([]byte, error) { return []byte("front of " + version), nil }
	s.Figures = s.Front
	s.Library = func() (*Library, error) {
		return &Library{Parts: []Part{{"all", []byte("most of " + version)}, {"net.url", []byte("more of " + version)}}, Packages: map[string]int{"net/url": 1}}, nil
	}
	for _, step := range []func() error{s.writeEngine, s.writeEngines} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// The site has the engines of earlier builds, each at the address that engines.json gives, relative to itself.
func TestEarlierEnginesAreKept(t *testing.T) {
	kept := t.TempDir()
	os.WriteFile(filepath.Join(kept, "README"), nil, 0o644) // what is no engine is let alone
	const first, second = "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"
	engineSite(t, first, kept)
	engineSite(t, second, kept)
	s := engineSite(t, second, kept) // the same engine once more
	var list struct {
		Present string
		Engines map[string]engineFiles
	}
	b, err := os.ReadFile(filepath.Join(s.tmp, enginesFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	if list.Present != second || len(list.Engines) != 2 {
		t.Fatalf("engines.json is %s", b)
	}
	for version, e := range list.Engines {
		if e.Protocol != engineProtocol {
			t.Errorf("%s speaks %d", version, e.Protocol)
		}
		var index struct{ Parts []struct{ URL string } }
		if text, err := os.ReadFile(filepath.Join(s.tmp, e.Archive)); err != nil || json.Unmarshal(text, &index) != nil || len(index.Parts) != 2 {
			t.Errorf("the index of %s: %s %v", version, text, err)
		}
		want := map[string]bool{version: true, "front of " + version: true, "most of " + version: true, "more of " + version: true}
		addresses := []string{e.Compile, e.Worker, e.Front, e.Figures}
		for _, p := range index.Parts {
			addresses = append(addresses, path.Join(path.Dir(e.Archive), p.URL))
		}
		for _, address := range addresses {
			if filepath.IsAbs(address) {
				t.Errorf("%s of %s is no relative address", address, version)
			}
			text, err := os.ReadFile(filepath.Join(s.tmp, address))
			if err != nil || !want[string(text)] {
				t.Errorf("%s of %s: %q %v", address, version, text, err)
			}
			if _, ok := s.sums[address]; !ok && version != list.Present {
				t.Errorf("the service worker does not know %s", address)
			}
		}
		if _, err := os.Stat(filepath.Join(s.tmp, "assets/engine", version, "engine.json")); err == nil {
			t.Errorf("the note of %s is in the site", version)
		}
	}
}

// A folder that was damaged is an error, and no site without its engine.
func TestADamagedEngineIsAnError(t *testing.T) {
	kept := t.TempDir()
	engineSite(t, "aaaaaaaaaaaaaaaa", kept)
	if err := os.WriteFile(filepath.Join(kept, "aaaaaaaaaaaaaaaa", "engine.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := &site{Options: Options{Engine: "bbbbbbbbbbbbbbbb", Engines: kept, Log: io.Discard}, tmp: t.TempDir(), sums: map[string][sha256.Size]byte{}}
	if err := s.writeEngines(); err == nil {
		t.Error("it is taken")
	}
}
