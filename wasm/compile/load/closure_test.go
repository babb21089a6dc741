// This file tests that the whole supported library loads.

//go:build !js

package load

import (
	"slices"
	"sync"
	"testing"
	"time"
)

var library = sync.OnceValues(func() (*Program, error) {
	l, err := loader()
	if err != nil {
		return nil, err
	}
	return l.LoadStd(append(slices.Clone(Supported), "runtime")...)
})

// loadAll loads every supported package.
func loadAll(t *testing.T) (*Loader, *Program) {
	t.Helper()
	l, err := loader()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	p, err := library()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d packages in %v", len(p.Packages), time.Since(start))
	return l, p
}

func TestLibraryTypeChecks(t *testing.T) {
	_, p := loadAll(t)
	if !slices.IsSorted(Supported) {
		t.Error("the list is not sorted")
	}
	for _, path := range Supported {
		if path != "unsafe" && p.ByPath[path] == nil {
			t.Errorf("%s is not loaded", path)
		}
	}
}
