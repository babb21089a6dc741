// A crawler: each page is fetched by a goroutine of its own, once, however many links lead to it. The pages are sorted before they are printed.
package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

var links = map[string][]string{
	"/":        {"/learn", "/play", "/about"},
	"/learn":   {"/", "/learn/1", "/learn/2", "/learn/3"},
	"/learn/1": {"/learn", "/learn/2", "/play"},
	"/learn/2": {"/learn", "/learn/3", "/play", "/lost"},
	"/learn/3": {"/learn", "/learn/1", "/about"},
	"/play":    {"/", "/play/a", "/play/b"},
	"/play/a":  {"/play", "/play/b"},
	"/play/b":  {"/play", "/play/a", "/about"},
	"/about":   {"/"},
}

func fetch(url string) ([]string, error) {
	time.Sleep(time.Duration(len(url)) * 50 * time.Microsecond)
	if to, ok := links[url]; ok {
		return to, nil
	}
	return nil, fmt.Errorf("%s: not found", url)
}

type crawler struct {
	wg      sync.WaitGroup
	mu      sync.Mutex
	seen    map[string]bool
	fetched []string
	broken  []string
}

func (c *crawler) visit(url string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[url] {
		return
	}
	c.seen[url] = true
	c.wg.Go(func() { c.fetch(url) })
}

func (c *crawler) fetch(url string) {
	to, err := fetch(url)
	c.mu.Lock()
	if err != nil {
		c.broken = append(c.broken, err.Error())
	} else {
		c.fetched = append(c.fetched, url)
	}
	c.mu.Unlock()
	for _, next := range to {
		c.visit(next)
	}
}

func main() {
	c := crawler{seen: map[string]bool{}}
	c.visit("/")
	c.wg.Wait()
	slices.Sort(c.fetched)
	for _, url := range c.fetched {
		fmt.Println(url)
	}
	fmt.Println(c.broken)
}
