package build

// This file is about engines: the programs and Workers that compile and run. The site has the one that it was built
// with, and, if it is told where they are, those of earlier builds: a link to a run asks for the engine that made it.
//
// An engine is a folder, assets/engine/VERSION/, whose files carry their own hashes. VERSION is what decides how a
// program runs (host.EngineVersion). engines.json lists them, with addresses relative to itself.

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// engineProtocol numbers what page and engine say to each other (site/ui/engine/protocol.ts, site/ui/compile/protocol.ts),
// and the records of events. The page uses an engine only if it speaks the same.
const engineProtocol = 1

// engineFiles are the URLs of what compiles, runs, and counts.
type engineFiles struct {
	Protocol int    `json:"protocol"`
	Compile  string `json:"compile"` // the worker that compiles
	Worker   string `json:"engine"`  // the worker that is an M
	Front    string `json:"front"`   // the compiler
	Archive  string `json:"archive"` // the index of its standard library
	Figures  string `json:"figures"` // the program that makes figures and traces
}

const enginesFile = "engines.json"

var engineName = regexp.MustCompile(`^[0-9a-f]{8,64}$`)

// engineDir is where the files of this engine are, below assets/.
func (s *site) engineDir() string { return "engine/" + s.engineVersion() }

// engineVersion is that of this build; a build without an engine has a version too.
func (s *site) engineVersion() string {
	if s.Engine == "" {
		return "00000000"
	}
	return s.Engine
}

// writeEngine writes the compile service, its archive and the figures; the Workers are bundled already.
func (s *site) writeEngine() error {
	write := func(get func() ([]byte, error), name, ext string, to *string) error {
		if get == nil {
			return nil
		}
		data, err := get()
		if err != nil {
			return fmt.Errorf("make %s%s: %w", name, ext, err)
		}
		*to, err = s.asset(s.engineDir()+"/"+name, ext, data)
		return err
	}
	s.engine = engineFiles{Protocol: engineProtocol, Compile: s.ui["compile/worker.ts"], Worker: s.ui["engine/worker.ts"]}
	return errors.Join(
		write(s.Front, "front", ".wasm", &s.engine.Front),
		write(s.Figures, "figures", ".wasm", &s.engine.Figures),
		s.writeLibrary(),
	)
}

// Library is the standard library of the compile service.
type Library struct {
	Parts []Part
	// Packages says what stands in which part. The site hands it on.
	Packages any
}

// Part is a file of it; its name is for people.
type Part struct {
	Name string
	Data []byte
}

// writeLibrary writes the parts of the library, and the index, which has their addresses relative to itself
// (site/ui/compile/protocol.ts).
func (s *site) writeLibrary() error {
	if s.Library == nil {
		return nil
	}
	lib, err := s.Library()
	if err != nil {
		return fmt.Errorf("make the library: %w", err)
	}
	type part struct {
		URL   string `json:"url"`
		Bytes int    `json:"bytes"`
	}
	var index struct {
		Parts    []part `json:"parts"`
		Packages any    `json:"packages"`
	}
	index.Packages = lib.Packages
	for _, p := range lib.Parts {
		url, err := s.asset(s.engineDir()+"/std."+p.Name, ".bin", p.Data)
		if err != nil {
			return err
		}
		index.Parts = append(index.Parts, part{path.Base(url), len(p.Data)})
	}
	text, err := json.Marshal(index)
	if err != nil {
		return err
	}
	s.engine.Archive, err = s.asset(s.engineDir()+"/std", ".json", text)
	return err
}

// writeEngines adds the engines of earlier builds, keeps this one for later builds, and writes the list.
func (s *site) writeEngines() error {
	all := map[string]engineFiles{}
	if s.Engines != "" {
		if err := s.keepEngine(); err != nil {
			return err
		}
		entries, err := os.ReadDir(s.Engines)
		if err != nil {
			return fmt.Errorf("read the engines: %w", err)
		}
		for _, e := range entries {
			if !e.IsDir() || !engineName.MatchString(e.Name()) || e.Name() == s.engineVersion() {
				continue
			}
			if all[e.Name()], err = s.addEngine(e.Name()); err != nil {
				return err
			}
		}
	}
	all[s.engineVersion()] = s.engine.relative()
	list, err := json.MarshalIndent(struct {
		Present string                 `json:"present"`
		Engines map[string]engineFiles `json:"engines"`
	}{s.engineVersion(), all}, "", " ")
	if err != nil {
		return err
	}
	for _, version := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(s.Log, "engine     %s\n", version)
	}
	return s.write(enginesFile, append(list, '\n'))
}

// addEngine copies an engine that was kept into the site.
func (s *site) addEngine(version string) (engineFiles, error) {
	from := filepath.Join(s.Engines, version)
	var files engineFiles
	b, err := os.ReadFile(filepath.Join(from, "engine.json"))
	if err == nil {
		err = json.Unmarshal(b, &files)
	}
	if err != nil {
		return files, fmt.Errorf("read engine %s: %w", version, err)
	}
	to := filepath.Join(s.tmp, "assets", "engine", version)
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return files, fmt.Errorf("copy engine %s: %w", version, err)
	}
	if err := os.Remove(filepath.Join(to, "engine.json")); err != nil {
		return files, err
	}
	return files, s.count(to)
}

// count notes the files in a folder of the site that were not written by write, for the service worker.
func (s *site) count(dir string) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(s.tmp, file)
		s.sums[filepath.ToSlash(name)] = sha256.Sum256(data)
		return err
	})
}

// keepEngine copies this engine to those that later builds add.
func (s *site) keepEngine() error {
	to := filepath.Join(s.Engines, s.engineVersion())
	if err := os.RemoveAll(to); err != nil {
		return fmt.Errorf("keep the engine: %w", err)
	}
	list, err := json.Marshal(s.engine.relative())
	if err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(filepath.Join(s.tmp, "assets", filepath.FromSlash(s.engineDir())))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("keep the engine: %w", err)
	}
	return os.WriteFile(filepath.Join(to, "engine.json"), list, 0o644)
}

// relative has the addresses as engines.json has them.
func (e engineFiles) relative() engineFiles {
	for _, url := range []*string{&e.Compile, &e.Worker, &e.Front, &e.Archive, &e.Figures} {
		if path.IsAbs(*url) {
			*url = (*url)[1:]
		}
	}
	return e
}
