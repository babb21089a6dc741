// Package engine bundles the page's half of the engine, the TypeScript files of
// this folder, for those who run modules outside the site: gopark bench and the
// tests. They get the same code that the page gets.
package engine

import (
	"embed"
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

//go:embed *.ts
var sources embed.FS

// Node is the script that runs a module under Node: see node.ts for its flags.
func Node() ([]byte, error) { return bundle("node.ts", api.PlatformNode) }

// Worker is the script of every Worker in a browser.
func Worker() ([]byte, error) { return bundle("worker.ts", api.PlatformBrowser) }

// Harness is the script of a page that runs modules for tests: see harness.ts.
func Harness() ([]byte, error) { return bundle("harness.ts", api.PlatformBrowser) }

func bundle(entry string, platform api.Platform) ([]byte, error) {
	text, err := sources.ReadFile(entry)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		Stdin:    &api.StdinOptions{Contents: string(text), Sourcefile: entry, Loader: api.LoaderTS},
		Bundle:   true,
		Format:   api.FormatESModule,
		Platform: platform,
		Target:   api.ES2022,
		Plugins:  []api.Plugin{fromSources},
	})
	if len(result.Errors) > 0 {
		e := result.Errors[0]
		if e.Location != nil {
			return nil, fmt.Errorf("bundle %s: %s:%d: %s", entry, e.Location.File, e.Location.Line, e.Text)
		}
		return nil, fmt.Errorf("bundle %s: %s", entry, e.Text)
	}
	return result.OutputFiles[0].Contents, nil
}

// fromSources lets esbuild read "./x.ts" from the embedded files.
var fromSources = api.Plugin{
	Name: "sources",
	Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\./`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimPrefix(a.Path, "./"), Namespace: "sources"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "sources"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := sources.ReadFile(a.Path)
			contents := string(text)
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderTS}, err
		})
	},
}
