package build

// This file keeps, between the builds of one process, what does not depend on the lessons: scripts for Node, the names of Go's
// runtime; and the pictures of runs, by what was asked for.

import (
	"crypto/sha256"
	"sync"
)

// A Cache may be given to several builds, one after the other.
type Cache struct {
	mu      sync.Mutex
	scripts map[string][]byte   // by their source
	answers map[[32]byte][]byte // of scripts
	golang  *goNames
}

// NewCache makes an empty one.
func NewCache() *Cache {
	return &Cache{scripts: map[string][]byte{}, answers: map[[32]byte][]byte{}}
}

// script bundles one source of site/ui for Node, once.
func (c *Cache) script(root, entry string) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if code, ok := c.scripts[entry]; ok {
		return code, nil
	}
	dir, err := uiDir(root)
	if err != nil {
		return nil, err
	}
	code, err := nodeBundle(dir, entry)
	if err == nil {
		c.scripts[entry] = code
	}
	return code, err
}

// goNames reads the names of Go's runtime, once.
func (c *Cache) goNames() (*goNames, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.golang != nil {
		return c.golang, nil
	}
	names, err := readGoNames()
	if err == nil {
		c.golang = names
	}
	return names, err
}

// answer finds what a script said to a request before.
func (c *Cache) answer(entry string, request []byte) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b, ok := c.answers[keyOf(entry, request)]
	return b, ok
}

func (c *Cache) keep(entry string, request, answer []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answers[keyOf(entry, request)] = answer
}

func keyOf(entry string, request []byte) [32]byte {
	return sha256.Sum256(append([]byte(entry+"\n"), request...))
}
