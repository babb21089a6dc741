package engine

import (
	"bytes"
	"testing"
)

func TestBundlesAreMade(t *testing.T) {
	for name, bundle := range map[string]func() ([]byte, error){"node": Node, "worker": Worker, "harness": Harness} {
		js, err := bundle()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bytes.Contains(js, []byte(".ts\"")) || len(js) < 1000 {
			t.Errorf("%s: %d bytes, not one bundle", name, len(js))
		}
	}
}
