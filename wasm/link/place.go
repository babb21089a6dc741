// This file lays out memory:
//
//	0          unused, so that small addresses are nobody's
//	4096       read-only data
//	scanStart  data that may point into the heap, first with contents, then zero
//	scanEnd    other data, likewise
//	heapStart  (64 KiB aligned)

package link

import (
	"encoding/binary"
	"slices"
	"strings"
)

const (
	firstAddr = 4096
	pageSize  = 64 << 10

	functabSym = "link.functab"
	itabsSym   = "link.itabs"
	typesSym   = "link.types"
	bridgesSym = "link.bridges"
)

// placement is where everything is.
type placement struct {
	rodataStart, rodataEnd, scanStart, scanEnd, heapStart uint32

	image  []byte // all contents
	pieces []piece
	itabs  []*entry
	types  []*entry
}

// piece is a part of the image and where it goes.
type piece struct{ addr, off, size uint32 }

func (l *linker) place() *placement {
	p := &placement{rodataStart: firstAddr}
	for _, e := range l.data {
		l.fill(e)
		switch {
		case strings.HasPrefix(e.Name, "itab:"):
			p.itabs = append(p.itabs, e)
		case strings.HasPrefix(e.Name, "type:"):
			p.types = append(p.types, e)
		}
	}
	byName := func(a, b *entry) int { return strings.Compare(a.Name, b.Name) }
	slices.SortFunc(p.itabs, byName)
	slices.SortFunc(p.types, byName)
	l.tableData(functabSym, 4*len(l.table))
	if l.entries[bridgesSym].live {
		l.tableData(bridgesSym, 4*len(l.table))
	}
	l.tableData(itabsSym, 8*len(p.itabs))
	l.tableData(typesSym, 8*len(p.types))

	var rodata, scan, noscan []*entry
	for _, e := range l.data {
		switch {
		case e.RoData:
			rodata = append(rodata, e)
		case e.Ptrs:
			scan = append(scan, e)
		default:
			noscan = append(noscan, e)
		}
	}
	p.rodataEnd = p.group(rodata, p.rodataStart)
	p.scanStart = align(p.rodataEnd, 64)
	p.scanEnd = p.group(scan, p.scanStart)
	end := p.group(noscan, align(p.scanEnd, 64))
	p.heapStart = align(end, pageSize)
	return p
}

// fill gives data room for what relocations and the link write. The symbol
// itself may be in other links, so it is not changed.
func (l *linker) fill(e *entry) {
	need := 0
	if e.Name == l.opts.LinkInfo {
		need = int(e.Size)
	}
	for i := range e.Relocs {
		if r := &e.Relocs[i]; r.size() > 0 {
			need = max(need, int(r.Off+r.size()))
		}
	}
	if len(e.Bytes) < need {
		s := *e.Symbol
		s.Bytes = make([]byte, need)
		copy(s.Bytes, e.Bytes)
		e.Symbol = &s
	}
}

// tableData gives one of our own symbols its size, and makes it live.
func (l *linker) tableData(name string, size int) {
	e := l.reach(name, "link")
	e.Symbol = &Symbol{Name: name, Kind: Data, Align: 8, RoData: true, Size: uint32(size), Bytes: make([]byte, size)}
}

func align(a, to uint32) uint32 { return (a + to - 1) &^ (to - 1) }

// group places symbols from addr on: contents first, and in each half those of
// large alignment first.
func (p *placement) group(es []*entry, addr uint32) (end uint32) {
	slices.SortStableFunc(es, func(a, b *entry) int {
		if za, zb := len(a.Bytes) == 0, len(b.Bytes) == 0; za != zb {
			if zb {
				return -1
			}
			return 1
		}
		return int(b.Align) - int(a.Align)
	})
	start := addr
	off := uint32(len(p.image))
	for _, e := range es {
		addr = align(addr, max(e.Align, 1))
		e.addr = addr
		if len(e.Bytes) > 0 {
			p.image = append(p.image, make([]byte, int(off+addr-start)-len(p.image))...)
			p.image = append(p.image, e.Bytes...)
		}
		addr += max(e.Size, uint32(len(e.Bytes)))
	}
	if size := uint32(len(p.image)) - off; size > 0 {
		p.pieces = append(p.pieces, piece{start, off, size})
	}
	return addr
}

// at is the place of address addr in the image. Zero data that get contents
// late have none.
func (p *placement) at(addr uint32) []byte {
	for _, q := range p.pieces {
		if addr >= q.addr && addr < q.addr+q.size {
			return p.image[q.off+addr-q.addr : q.off+q.size]
		}
	}
	return nil
}

func put32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }
func put64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }
