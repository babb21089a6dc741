// Every job is made by a goroutine of its own P: there is less to steal.
package main

import (
	"fmt"
	"sync"
)

func main() { fmt.Println(&sync.WaitGroup{} != nil) }
