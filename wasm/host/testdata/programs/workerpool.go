// A pool of workers whose jobs fail and panic.
package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"sync"
	"time"
)

type Job struct {
	ID   int
	Work func() (string, error)
}
type Result struct {
	ID  int
	Out string
	Err error
}

type Pool struct {
	jobs    chan Job
	results chan Result
	wg      sync.WaitGroup
}

func NewPool(n int) *Pool {
	p := &Pool{jobs: make(chan Job), results: make(chan Result)}
	p.wg.Add(n)
	for w := 1; w <= n; w++ {
		go p.worker(w)
	}
	go func() { p.wg.Wait(); close(p.results) }()
	return p
}

func (p *Pool) worker(id int) {
	defer p.wg.Done()
	for j := range p.jobs {
		func() {
			defer func() {
				if r := recover(); r != nil {
					p.results <- Result{j.ID, "", fmt.Errorf("job %d panicked: %v", j.ID, r)}
				}
			}()
			out, err := j.Work()
			p.results <- Result{j.ID, out, err}
		}()
	}
}

var ErrOdd = errors.New("odd")

func main() {
	p := NewPool(3)
	go func() {
		defer close(p.jobs)
		for i := range 12 {
			p.jobs <- Job{i, func() (string, error) {
				time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
				switch {
				case i == 7:
					var m map[string]int
					m["a"] = 1
				case i == 8:
					_ = []int{}[i]
				case i%3 == 1:
					return "", fmt.Errorf("job %d: %w", i, ErrOdd)
				}
				return strings.Repeat("*", i), nil
			}}
		}
	}()
	var rs []Result
	for r := range p.results {
		rs = append(rs, r)
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i].ID < rs[j].ID })
	var errs []error
	for _, r := range rs {
		fmt.Printf("%2d %-12q %v\n", r.ID, r.Out, r.Err)
		errs = append(errs, r.Err)
	}
	err := errors.Join(errs...)
	fmt.Println(errors.Is(err, ErrOdd), len(strings.Split(err.Error(), "\n")))
}

// Output:
//  0 ""           <nil>
//  1 ""           job 1: odd
//  2 "**"         <nil>
//  3 "***"        <nil>
//  4 ""           job 4: odd
//  5 "*****"      <nil>
//  6 "******"     <nil>
//  7 ""           job 7 panicked: assignment to entry in nil map
//  8 ""           job 8 panicked: runtime error: index out of range [8] with length 0
//  9 "*********"  <nil>
// 10 ""           job 10: odd
// 11 "***********" <nil>
// true 5
