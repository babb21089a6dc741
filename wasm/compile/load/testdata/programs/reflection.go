package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"unsafe"
)

type point struct {
	X, Y int `json:"x"`
}

func main() {
	t := reflect.TypeFor[point]()
	for i := range t.NumField() {
		fmt.Println(t.Field(i).Name, t.Field(i).Tag.Get("json"))
	}
	out, err := json.Marshal(map[string]any{"p": point{1, 2}})
	fmt.Println(string(out), err, reflect.DeepEqual(point{}, point{}), unsafe.Sizeof(point{}))
}
