//go:build ignore

package main

import (
	"fmt"
	"runtime"
	"time"
)

// cycles says how many collections there were.
func cycles() uint32 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.NumGC
}

func main() {
	runtime.GC()
	fmt.Println(cycles(), "collection")
	time.Sleep(3 * time.Minute)
	fmt.Println(cycles(), "collections")
}
