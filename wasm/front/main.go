//go:build js && wasm

// Front is the compile service of the page: it runs in a worker of its own,
// which the page ends when it takes too long. Messages in, calls, messages out;
// what it is to say stands in site/ui/compile/protocol.ts:
//
//	archive {bytes, index}       ->  ready
//	compile {id, files}          ->  need {parts}, if parts of the library are missing
//	parts {list}                 ->
//	                                 compiled {id, module, diagnostics}
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
	waiting *request // for parts of the library
}

// request is a program that is to be compiled.
type request struct {
	id    safejs.Value
	files []load.File
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
		err = w.request(data)
	case "parts":
		err = w.add(data)
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
	index, err := bytesOf(data, "index")
	if err != nil {
		return err
	}
	if w.service, err = newService(archive, index); err != nil {
		return err
	}
	if err := w.service.warm(); err != nil {
		return err
	}
	return w.post(map[string]any{"kind": "ready"})
}

// request compiles a program, or asks for what is missing to do so.
func (w *worker) request(data safejs.Value) error {
	id, err := data.Get("id")
	if err != nil {
		return err
	}
	files, err := filesOf(data)
	if err != nil {
		return err
	}
	r := &request{id, files}
	missing, err := w.service.missing(files)
	if err != nil {
		return err
	}
	if len(missing) == 0 {
		return w.compile(r)
	}
	w.waiting = r
	parts := make([]any, len(missing))
	for i, n := range missing {
		parts[i] = n
	}
	return w.need(parts)
}

// need asks the script of this worker for parts of the library: it answers with a message of kind parts.
func (w *worker) need(parts []any) error {
	class, err := w.self.Get("CustomEvent")
	if err != nil {
		return err
	}
	event, err := class.New("need", map[string]any{"detail": parts})
	if err != nil {
		return err
	}
	_, err = w.self.Call("dispatchEvent", event)
	return err
}

// add takes the parts that were asked for, and compiles the program that waits for them.
func (w *worker) add(data safejs.Value) error {
	list, err := data.Get("list")
	if err != nil {
		return err
	}
	n, err := list.Length()
	if err != nil {
		return err
	}
	for i := range n {
		part, err := bytesAt(list, i)
		if err != nil {
			return err
		}
		if err := w.service.add(part); err != nil {
			return err
		}
	}
	r := w.waiting
	if r == nil {
		return nil
	}
	w.waiting = nil
	return w.compile(r)
}

func (w *worker) compile(r *request) error {
	defer func() { go runtime.GC() }()
	module, diagnostics, err := w.service.compile(r.files)
	if err != nil {
		return err
	}
	list := make([]any, len(diagnostics))
	for i, d := range diagnostics {
		list[i] = map[string]any{"file": d.File, "line": d.Line, "col": d.Col, "msg": d.Msg}
	}
	answer := map[string]any{"kind": "compiled", "id": r.id, "module": nil, "diagnostics": list}
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
	return bytesIn(array)
}

// bytesAt copies a Uint8Array out of a list.
func bytesAt(list safejs.Value, i int) ([]byte, error) {
	array, err := list.Index(i)
	if err != nil {
		return nil, err
	}
	return bytesIn(array)
}

func bytesIn(array safejs.Value) ([]byte, error) {
	n, err := array.Length()
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	_, err = safejs.CopyBytesToGo(b, array)
	return b, err
}
