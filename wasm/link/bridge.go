// This file adds bridges: functions that are made when a program is linked, since only then it is known
// which are wanted. A bridge goes with a signature, which is in its name.
//
// A program that refers to the symbol link.bridges finds there, for each table slot whose function is called
// through the table, the slot of the bridge "bridge.call:" of its signature: an i32 each.

package link

import (
	"strings"

	"github.com/gopark/gopark/wasm/encode"
)

const (
	bridgePrefix = "bridge."
	callBridge   = bridgePrefix + "call:"
)

// bridge makes the bridge of that name, or gives nil.
func (l *linker) bridge(name string) *entry {
	if l.opts.Bridge == nil || !strings.HasPrefix(name, bridgePrefix) || strings.Contains(name, "·") {
		return nil
	}
	syms, err := l.opts.Bridge(name)
	if err != nil {
		l.fail("%w", err)
		return nil
	}
	for _, s := range syms {
		if l.entries[s.Name] == nil && (l.opts.Library == nil || l.opts.Library.lookup(s.Name) == nil) {
			l.entries[s.Name] = &entry{Symbol: s}
		}
	}
	return l.entries[name]
}

// forBridges reports whether only bridges wait for a key.
func (l *linker) forBridges(key string) bool {
	list := l.waiting[key]
	return len(list) > 0 && list[0].Kind == DataBridge32
}

// bridges makes what link.bridges leads to live. Bridges are called through the table too.
func (l *linker) bridges() {
	if !l.entries[bridgesSym].live {
		return
	}
	for i := 1; i < len(l.table); i++ {
		if name, ok := bridgeOf(l.table[i]); ok {
			l.reachSlot(name, bridgesSym)
			l.drain()
		}
	}
}

// writeBridges fills link.bridges in.
func (l *linker) writeBridges(p *placement) {
	if !l.entries[bridgesSym].live {
		return
	}
	b := p.at(l.entries[bridgesSym].addr)
	for slot, e := range l.table {
		if name, ok := bridgeOf(e); ok {
			put32(b[4*slot:], l.entries[name].slot)
		}
	}
}

// bridgeOf names the bridge of a function that takes a closure first and fuel last, and gives fuel last.
func bridgeOf(e *entry) (name string, ok bool) {
	if e == nil || len(e.Sig.Params) < 2 || len(e.Sig.Results) < 1 {
		return "", false
	}
	params, results := e.Sig.Params, e.Sig.Results
	if params[0] != encode.I32 || params[len(params)-1] != encode.I32 || results[len(results)-1] != encode.I32 {
		return "", false
	}
	b := []byte(callBridge)
	for _, t := range params[1 : len(params)-1] {
		b = append(b, letter(t))
	}
	b = append(b, ':')
	for _, t := range results[:len(results)-1] {
		b = append(b, letter(t))
	}
	return string(b), true
}

func letter(t encode.ValType) byte {
	return map[encode.ValType]byte{encode.I32: 'i', encode.I64: 'l', encode.F32: 'f', encode.F64: 'd'}[t]
}
