package cli

import (
	"fmt"

	"github.com/gopark/gopark/core/policy"
)

// Topics are what gopark help explains besides the commands.
var Topics = []struct {
	Name, Does string
	Print      func(IO)
}{
	{"policies", "the schedulers that run can be told to be", func(io IO) { fmt.Fprint(io.Out, policy.Text()) }},
	{"steps", "what each of the eight steps to Go's scheduler repairs, in figures", func(io IO) { fmt.Fprint(io.Out, policy.StepsText) }},
	{"costs", "what things cost in virtual time", func(io IO) { fmt.Fprint(io.Out, policy.CostText()) }},
	{"io", "what files and the network take", func(io IO) { fmt.Fprint(io.Out, policy.IOText()) }},
}
