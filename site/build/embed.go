package build

// This file writes /embed/, the page that stands in frames of other sites, and /gopark.js, the script of those sites.
//
// Both have addresses that do not change, for they are in other people's pages. Before it is touched the embed is
// the program's text and a button; what runs programs is loaded then.

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// embedScript is the script of other sites: one file, which imports nothing.
const embedScript = "gopark.js"

// sample is the drawing that is shown where nothing runs, of a run that was recorded.
func (s *site) writeEmbed(rail railView, sample drawing) error {
	view := embedView{Words: sample.words()}
	if sample.Narrow != "" {
		var err error
		if view.Sample, err = s.asset("sample", ".svg", []byte(sample.Narrow)); err != nil {
			return err
		}
	}
	rail.Drawing, rail.Why, rail.Module, rail.Events = "", nil, "", "" // these are of the playground's program
	rail.Code, rail.File = template.HTML(""), "main.go"
	view.railView = rail
	f := s.benchFrame(frame{Title: "Program", Layout: "embed.html", Path: "/embed/", Policy: contentPolicy{origin: hostOf(s.Origin), blobs: true, inPage: true}.text()})
	f.Script, f.Kind = s.ui["embed.ts"], "embed has-bench"
	functions, err := json.Marshal(s.source.where)
	if err != nil {
		return err
	}
	light := *f.Site // the page is in other people's pages, many times: what it needs to run comes later
	if light.Functions, err = s.asset("functions", ".json", functions); err != nil {
		return err
	}
	light.Source = nil
	f.Site = &light
	if err := s.writePage("embed/index.html", f, "embedded.html", view); err != nil {
		return err
	}
	return s.writeEmbedScript()
}

// embedView is what page/embedded.html shows.
type embedView struct {
	railView
	Sample, Words string // where nothing runs
}

// words are what the picture shows, without links.
func (p *picture) words() string {
	var b strings.Builder
	for _, piece := range p.Why.Sentence {
		b.WriteString(piece.Text)
	}
	return b.String()
}

func (s *site) writeEmbedScript() error {
	dir, err := uiDir(s.Root)
	if err != nil {
		return err
	}
	o := uiOptions(dir)
	o.EntryPoints = []string{"gopark.ts"}
	o.Sourcemap = api.SourceMapNone // its address says nothing of its content, nor would that of a map
	o.LegalComments = api.LegalCommentsNone
	res := api.Build(o)
	if err := messages(res.Errors); err != nil {
		return err
	}
	text := res.OutputFiles[0].Contents
	fmt.Fprintf(s.Log, "%9d  %s\n", len(text), embedScript)
	return s.write(embedScript, text)
}
