package build

// This file writes the guides: markdown of the repository that is no lesson, as pages below /guide/. The renderers of text are those
// of lessons.

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// guides are all, with the text that follows their title.
var guides = []struct{ file, name, title, about string }{
	{"lessons/README.md", "lessons", "Writing lessons", "The form of lessons, and the commands that check them and make a site of them."},
	{"lessons/EMBEDDING.md", "embedding", "Programs in your own pages", "How to put a program into a page, and what its readers get."},
	{"lessons/TEACHING.md", "teaching", "Assignments for a class", "How to set, collect and grade an assignment."},
}

func (s *site) writeGuides() error {
	type row struct{ Path, Title, About string }
	var list []row
	for _, g := range guides {
		list = append(list, row{"/guide/" + g.name + "/", g.title, g.about})
		src, err := fs.ReadFile(s.root(), g.file)
		if err != nil {
			return fmt.Errorf("read the guide: %w", err)
		}
		text, err := markdownHTML(src)
		if err != nil {
			return fmt.Errorf("%s: %w", g.file, err)
		}
		f := frame{Title: g.title, Description: g.about, Crumb: g.title, Above: &crumb{"Guides", "/guide/"}, Script: s.ui["home.ts"], Kind: "guide", Path: "/guide/" + g.name + "/"}
		if err := s.writePage("guide/"+g.name+"/index.html", f, "guide.html", text); err != nil {
			return err
		}
	}
	f := frame{Title: "Guides", Description: "How to write lessons, put programs into pages, and set assignments.", Crumb: "Guides", Script: s.ui["home.ts"], Kind: "guide", Path: "/guide/"}
	return s.writePage("guide/index.html", f, "guides.html", list)
}

// markdownHTML writes plain CommonMark with tables, and no HTML of its own.
func markdownHTML(src []byte) (template.HTML, error) {
	ours := []construct{
		{ast.KindFencedCodeBlock, renderCode},
		{ast.KindLink, renderLink},
		{ast.KindAutoLink, renderAutoLink},
		{ast.KindRawHTML, renderNothing},
		{ast.KindHTMLBlock, renderNothing},
		{ast.KindImage, renderNothing},
	}
	var list []util.PrioritizedValue
	for _, c := range ours {
		list = append(list, util.Prioritized(c, 100))
	}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(list...)),
	)
	var b bytes.Buffer
	err := md.Convert(src, &b)
	return template.HTML(b.String()), err
}
