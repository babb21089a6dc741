//go:build js && wasm

// Front is the compile service of the page: it runs in a worker of its own,
// which the page ends when it takes too long. Messages in, calls, messages out;
// what it is to say stands in site/ui/compile/protocol.ts:
//
//	archive {bytes}              ->  ready
//	compile {id, files}          ->  compiled {id, module, diagnostics}
//	                                 failure {message}
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/hack-pad/safejs"
)

func main() {
	// A collection marks the whole library, which takes as long as a compilation: it
	// comes after the answer, not before it.
	debug.SetGCPercent(400)
	w := &worker{self: safejs.Global()}
	listener, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		w.receive(args[0])
		return nil
	})
	if err != nil {
		panic(err)
	}
	if _, err := w.self.Call("addEventListener", "message", listener); err != nil {
		panic(err)
	}
	select {} // the messages do the rest
}

// worker is the worker as this program sees it.
type worker struct {
	self    safejs.Value
	service *service
}

// receive handles one message event.
func (w *worker) receive(event safejs.Value) {
	defer func() {
		if r := recover(); r != nil {
			w.fail(fmt.Errorf("the compiler broke: %v", r))
		}
	}()
	data, err := event.Get("data")
	if err != nil {
		w.fail(err)
		return
	}
	switch kind := text(data, "kind"); kind {
	case "archive":
		err = w.load(data)
	case "compile":
		err = w.compile(data)
	}
	if err != nil {
		w.fail(err)
	}
}

func (w *worker) load(data safejs.Value) error {
	archive, err := bytesOf(data, "bytes")
	if err != nil {
		return err
	}
	if w.service, err = newService(archive); err != nil {
		return err
	}
	if err := w.service.warm(); err != nil {
		return err
	}
	return w.post(map[string]any{"kind": "ready"})
}

func (w *worker) compile(data safejs.Value) error {
	id, err := data.Get("id")
	if err != nil {
		return err
	}
	files, err := filesOf(data)
	if err != nil {
		return err
	}
	defer func() { go runtime.GC() }()
	module, diagnostics, err := w.service.compile(files)
	if err != nil {
		return err
	}
	list := make([]any, len(diagnostics))
	for i, d := range diagnostics {
		list[i] = map[string]any{"file": d.File, "line": d.Line, "col": d.Col, "msg": d.Msg}
	}
	answer := map[string]any{"kind": "compiled", "id": id, "module": nil, "diagnostics": list}
	if module != nil {
		if answer["module"], err = w.array(module); err != nil {
			return err
		}
	}
	return w.post(answer)
}

func (w *worker) fail(err error) {
	w.post(map[string]any{"kind": "failure", "message": err.Error()})
}

func (w *worker) post(message map[string]any) error {
	_, err := w.self.Call("postMessage", message)
	return err
}

// array makes a Uint8Array of bytes.
func (w *worker) array(b []byte) (safejs.Value, error) {
	class, err := w.self.Get("Uint8Array")
	if err != nil {
		return safejs.Value{}, err
	}
	array, err := class.New(len(b))
	if err != nil {
		return safejs.Value{}, err
	}
	_, err = safejs.CopyBytesToJS(array, b)
	return array, err
}

// text is a field of a message; what is no text is empty.
func text(v safejs.Value, field string) string {
	f, err := v.Get(field)
	if err != nil {
		return ""
	}
	s, err := f.String()
	if err != nil {
		return ""
	}
	return s
}

// filesOf are the files of a message: a list of {name, source}.
func filesOf(v safejs.Value) ([]load.File, error) {
	list, err := v.Get("files")
	if err != nil {
		return nil, err
	}
	n, err := list.Length()
	if err != nil {
		return nil, err
	}
	var files []load.File
	for i := range n {
		f, err := list.Index(i)
		if err != nil {
			return nil, err
		}
		files = append(files, load.File{Name: text(f, "name"), Data: []byte(text(f, "source"))})
	}
	return files, nil
}

// bytesOf copies a Uint8Array out of a message.
func bytesOf(v safejs.Value, field string) ([]byte, error) {
	array, err := v.Get(field)
	if err != nil {
		return nil, err
	}
	n, err := array.Length()
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	_, err = safejs.CopyBytesToGo(b, array)
	return b, err
}
