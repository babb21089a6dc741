package policy

import (
	"reflect"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/sched/knob"
)

func TestIOIsReadAndWritten(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []Setting
	}{
		{"", nil},
		{"file=100us,net=500us,loss=0%", nil}, // as usual
		{"file=1ms,net=5ms,loss=1%", []Setting{{knob.FileLatency, 1e6}, {knob.NetLatency, 5e6}, {knob.NetLoss, 10_000}}},
		{"loss=0.05%", []Setting{{knob.NetLoss, 500}}},
		{"net=1ms,net=0s", []Setting{{knob.NetLatency, 0}}},
	} {
		got, err := ParseIO(tt.text)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %v, %v", tt.text, got, err)
		}
		again, err := ParseIO(strings.Join(names(got, Setting.String), ","))
		if err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q: written and read again: %v, %v", tt.text, again, err)
		}
	}
}

func TestBadIOSaysWhatIsWanted(t *testing.T) {
	for text, want := range map[string]string{
		"file":          `"file" is not NAME=VALUE`,
		"file=":         "file=: want a duration such as 100us or 5ms",
		"file=5":        "file=5: want a duration such as 100us or 5ms",
		"net=-1ms":      "net=-1ms: want 0 to 10s",
		"net=11s":       "net=11s: want 0 to 10s",
		"loss=1":        "loss=1: want a share such as 1%",
		"loss=NaN%":     "loss=NaN%: want a share such as 1%",
		"loss=101%":     "loss=101%: want 0% to 100%",
		"disk=1ms":      `unknown "disk" (known: file, net, loss)`,
		"file=1ms,":     `"" is not NAME=VALUE`,
		"file=1ms;x=1s": "file=1ms;x=1s: want a duration such as 100us or 5ms",
	} {
		if _, err := ParseIO(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
