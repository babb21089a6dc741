// Transfers between accounts, each with a lock of its own, taken in the order of their numbers. The total never changes, and all transfers cancel out.
package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu      sync.Mutex
	balance int
}

func transfer(accounts []account, from, to, amount int) {
	first, second := &accounts[min(from, to)], &accounts[max(from, to)]
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	accounts[from].balance -= amount
	accounts[to].balance += amount
}

func audit(accounts []account) (total int) {
	for i := range accounts {
		accounts[i].mu.Lock()
		defer accounts[i].mu.Unlock()
	}
	for i := range accounts {
		total += accounts[i].balance
	}
	return total
}

func main() {
	accounts := make([]account, 8)
	for i := range accounts {
		accounts[i].balance = 100 * i
	}
	var clerks, auditor sync.WaitGroup
	done := make(chan struct{})
	wrong := 0
	auditor.Go(func() {
		for {
			if audit(accounts) != 2800 {
				wrong++
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	for c := range 10 {
		clerks.Go(func() {
			for i := range 60 {
				from, to := (c+i)%8, (c+3*i+1)%8
				if from != to {
					transfer(accounts, from, to, c*i)
					transfer(accounts, to, from, c*i)
				}
			}
			transfer(accounts, c%8, (c+1)%8, 5)
		})
	}
	clerks.Wait()
	close(done)
	auditor.Wait()
	for i := range accounts {
		fmt.Print(accounts[i].balance, " ")
	}
	fmt.Println("total", audit(accounts), "wrong", wrong)
}
