package build

// This file writes the service worker, /sw.js: site/ui/sw.ts behind a manifest of the site's files. It comes last, for
// it lists all others.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// manifest is the one that sw.ts reads.
type manifest struct {
	Build  string            `json:"build"`
	Named  map[string]string `json:"named"`
	Assets []string          `json:"assets"`
	Engine string            `json:"engine"` // the present one; the folders of others hold those that were kept
	Rules  []manifestRule    `json:"rules"`
	Types  map[string]string `json:"types"`
}

type manifestRule struct {
	For string            `json:"for"`
	Set map[string]string `json:"set"`
}

const serviceWorkerFile = "sw.js"

// manifestOf lists files by their SHA-256. The build is the hash of all that.
func manifestOf(sums map[string][sha256.Size]byte, engine string) manifest {
	m := manifest{Named: map[string]string{}, Types: types, Engine: engine}
	for file, sum := range sums {
		switch {
		case strings.HasPrefix(file, "_") || strings.HasSuffix(file, ".map") || file == serviceWorkerFile:
		case strings.HasPrefix(file, "assets/"):
			m.Assets = append(m.Assets, file)
		default:
			m.Named[file] = hex.EncodeToString(sum[:10])
		}
	}
	slices.Sort(m.Assets)
	for _, rule := range SiteHeaders("") {
		m.Rules = append(m.Rules, manifestRule{rule.For, rule.Values})
	}
	whole, err := json.Marshal(m)
	if err != nil {
		panic(err) // maps of strings
	}
	sum := sha256.Sum256(whole)
	m.Build = hex.EncodeToString(sum[:8])
	return m
}

// writeServiceWorker writes /sw.js.
func (s *site) writeServiceWorker() error {
	dir, err := uiDir(s.Root)
	if err != nil {
		return err
	}
	text, err := serviceWorker(dir, manifestOf(s.sums, s.engineVersion()))
	if err != nil {
		return err
	}
	return s.write(serviceWorkerFile, text)
}

// serviceWorker is the script for a manifest.
func serviceWorker(dir string, m manifest) ([]byte, error) {
	o := uiOptions(dir)
	o.EntryPoints, o.Format, o.Sourcemap = []string{"sw.ts"}, api.FormatIIFE, api.SourceMapNone
	o.Outdir, o.Outfile = "", filepath.Join(dir, serviceWorkerFile)
	res := api.Build(o)
	if err := messages(res.Errors); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(res.OutputFiles, func(f api.OutputFile) bool { return strings.HasSuffix(f.Path, ".js") })
	if i < 0 {
		return nil, fmt.Errorf("bundle sw.ts: nothing came out")
	}
	list, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte("const manifest = "), list, []byte(";\n"), bytes.TrimSpace(res.OutputFiles[i].Contents), []byte("\n")), nil
}
