package main

// Templates call methods and functions by reflection.

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"text/template"
)

type Inv struct {
	Name  string
	Items []Item
	Meta  map[string]any
}

type Item struct {
	What string
	N    int
	Cost float64
}

func (i Item) Total() float64                   { return float64(i.N) * i.Cost }
func (i *Inv) Fail(s string) (string, error)    { return "", errors.New("failed " + s) }
func (i Inv) Greet(who string, n ...int) string { return fmt.Sprint("hi ", who, n) }

const text = `{{define "row"}}{{printf "%-8s %3d %7.2f" .What .N .Total}}{{end -}}
Invoice {{.Name | printf "%q"}} {{.Greet "you" 1 2}}
{{range $i, $e := .Items}}{{$i}}: {{template "row" $e}}
{{else}}none
{{end}}{{with .Meta}}{{range $k, $v := .}}{{$k}}={{$v}} {{end}}{{end}}
{{if and (gt (len .Items) 1) (eq .Name "ACME")}}many{{else}}few{{end}} {{upper "abc"}} {{index .Items 0}} {{html "<a>"}} {{slice "hello" 1 3}} {{call .Meta.f 3}}
`

func main() {
	t := template.Must(template.New("x").Funcs(template.FuncMap{"upper": strings.ToUpper}).Parse(text))
	d := &Inv{"ACME", []Item{{"bolt", 10, 0.25}, {"nut", 7, 0.1}}, map[string]any{"z": 1, "a": []int{1, 2}, "f": func(n int) int { return n * n }}}
	if err := t.Execute(os.Stdout, d); err != nil {
		s := err.Error()
		fmt.Println(s[:40])
	}
	delete(d.Meta, "f")
	d.Meta = map[string]any{"f": func(n int) (int, error) { return n, errors.New("no") }}
	fmt.Println(t.Execute(os.Stdout, d))
	_, err := template.New("bad").Parse("{{.X")
	fmt.Println(err)
	fmt.Println(template.Must(template.New("e").Parse("{{.Fail \"a\"}}")).Execute(os.Stdout, d))
	fmt.Println(template.Must(template.New("e").Parse("{{.Nope}}")).Execute(os.Stdout, d))
	fmt.Println(template.Must(template.New("e").Parse("{{range 3}}{{.}}{{if eq . 1}}{{break}}{{end}}{{end}}\n")).Execute(os.Stdout, d))
	fmt.Println(int(testing.AllocsPerRun(10, func() {})))
}

// Output:
// Invoice "ACME" hi you[1 2]
// 0: bolt      10    2.50
// 1: nut        7    0.70
// a=[1 2] f=template: x:5:51: executing "x" at <{{$v
// Invoice "ACME" hi you[1 2]
// 0: bolt      10    2.50
// 1: nut        7    0.70
// f=template: x:5:51: executing "x" at <{{$v}}>: can't print {{$v}} of type func(int) (int, error)
// template: bad:1: unclosed action
// template: e:1:2: executing "e" at <.Fail>: error calling Fail: failed a
// template: e:1:2: executing "e" at <.Nope>: can't evaluate field Nope in type *main.Inv
// 01
// <nil>
// 0
