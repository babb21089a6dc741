package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// read waits for the disk, and its thread with it.
func read() {
	os.ReadFile("notes.txt")
}

func main() {
	os.WriteFile("notes.txt", []byte("hello"), 0o644)
	start := time.Now()
	var wg sync.WaitGroup
	for n := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fmt.Println("job", n, "after", time.Since(start).Round(time.Millisecond))
		}()
	}
	read()
	wg.Wait()
}
