//go:build !gopark || goparkrace

// This file is about goroutines, and about what orders them.

package race

import "unsafe"

// thread is what is known of a goroutine. Its place among all is its slot, which is used again when
// some time has passed since it ended.
type thread struct {
	vec     uint32 // what it knows of others
	clock   uint32 // its own
	start   uint32 // its clock when it began
	created uint32 // stack of the go statement
	goid    uint64
	next    uint32 // dead: the next
	before  uint32 // who had the slot before: a past
	live    bool
}

// past is a goroutine that had a slot.
type past struct {
	goid    uint64
	start   uint32
	created uint32
	before  uint32
}

const (
	gHash   = 1 << 14
	restful = 1024 // so many goroutines end before a slot is used again
)

func threadAt(slot uint32) *thread {
	return (*thread)(at(det.threads + slot*uint32(unsafe.Sizeof(thread{}))))
}

func address(p unsafe.Pointer) uintptr { return uintptr(p) }

// slotOf is where the slot of a G is written: its address, then the slot.
func slotOf(g unsafe.Pointer) *[2]uint32 {
	a := uint32(address(g))
	for i := (a * 2654435761) >> (32 - 14); ; i = (i + 1) & (gHash - 1) {
		e := (*[2]uint32)(at(det.gs + i*8))
		if e[0] == a || e[0] == 0 {
			e[0] = a
			return e
		}
	}
}

// newSlot gives a goroutine a slot.
func newSlot(goid uint64) uint32 {
	slot := det.deadFirst
	if slot != 0 && (det.dead >= restful || det.nslots == maxSlots) {
		t := threadAt(slot)
		det.deadFirst = t.next
		det.dead--
		ref := keep(uint32(unsafe.Sizeof(past{})))
		*(*past)(at(ref)) = past{t.goid, t.start, t.created, t.before}
		t.before = ref
	} else {
		if det.nslots == maxSlots {
			die("race: limit on 8128 simultaneously alive goroutines is exceeded, dying\n")
		}
		slot = det.nslots
		det.nslots++
	}
	t := threadAt(slot)
	t.clock++
	t.start = t.clock
	t.goid = goid
	t.next = 0
	t.live = true
	return slot
}

// Go tells that the running goroutine starts another.
func Go(g unsafe.Pointer, goid uint64) {
	if !det.on {
		return
	}
	slot := newSlot(goid)
	t := threadAt(slot)
	t.created = Stack
	assign(&t.vec, 0)
	if det.cur != 0 {
		give(&t.vec)
	} else {
		t.created = lost
	}
	slotOf(g)[1] = slot
}

// Exit tells that a goroutine has ended.
func Exit(g unsafe.Pointer) {
	if !det.on {
		return
	}
	slot := slotOf(g)[1]
	if slot == 0 {
		return
	}
	slotOf(g)[1] = 0
	t := threadAt(slot)
	t.live = false
	freeVec(t.vec)
	t.vec = 0
	if det.deadFirst == 0 {
		det.deadFirst = slot
	} else {
		threadAt(det.deadLast).next = slot
	}
	det.deadLast = slot
	det.dead++
	det.cur = 0
}

// Run tells that g runs from now on; nil: nobody.
func Run(g unsafe.Pointer) {
	if !det.on {
		return
	}
	Stack = lost
	det.cur = 0
	if g != nil {
		det.cur = slotOf(g)[1]
	}
}

// Top tells that the function that is called next is the outermost of its goroutine.
func Top() { Stack = lost }

// give leaves in the vector at p a copy of what the running goroutine knows, and begins its next time.
func give(p *uint32) {
	t := threadAt(det.cur)
	assign(p, t.vec)
	setClock(p, det.cur, t.clock)
	t.clock++
}

// Acquire: what was released at p came before what the running goroutine does now.
func Acquire(p unsafe.Pointer) {
	if det.cur == 0 {
		return
	}
	if o := find(p); o != nil {
		join(&threadAt(det.cur).vec, o.vec)
	}
}

// Release: what the running goroutine has done comes before what acquires at p. What was released
// there before does not any more.
func Release(p unsafe.Pointer) {
	if det.cur == 0 {
		return
	}
	give(&get(p).vec)
}

// ReleaseMerge is Release that adds to what was released before.
func ReleaseMerge(p unsafe.Pointer) {
	if det.cur == 0 {
		return
	}
	o := get(p)
	t := threadAt(det.cur)
	join(&o.vec, t.vec)
	setClock(&o.vec, det.cur, t.clock)
	t.clock++
}

// exchange acquires at p what was released there, and releases what was known before that.
func exchange(p unsafe.Pointer) {
	if det.cur == 0 {
		return
	}
	o := get(p)
	t := threadAt(det.cur)
	old := o.vec
	o.vec = 0
	give(&o.vec)
	join(&t.vec, old)
	freeVec(old)
}

// AcquireFor is Acquire for g, which waits.
func AcquireFor(g, p unsafe.Pointer) {
	if !det.on {
		return
	}
	cur := det.cur
	det.cur = slotOf(g)[1]
	Acquire(p)
	det.cur = cur
}

// Wake: what the running goroutine has done comes before what g does next.
func Wake(g unsafe.Pointer) {
	if det.cur == 0 {
		return
	}
	if slot := slotOf(g)[1]; slot != 0 {
		t, u := threadAt(det.cur), threadAt(slot)
		join(&u.vec, t.vec)
		setClock(&u.vec, det.cur, t.clock)
		t.clock++
	}
}

// Meet: the running goroutine and g, which waits, pass a value without a buffer. Each has done what it
// did before the other goes on.
func Meet(g unsafe.Pointer) {
	if !det.on {
		return
	}
	slot := slotOf(g)[1]
	switch {
	case det.cur == 0 || slot == 0:
		return
	}
	t, u := threadAt(det.cur), threadAt(slot)
	join(&t.vec, u.vec)
	setClock(&t.vec, slot, u.clock)
	assign(&u.vec, t.vec)
	setClock(&u.vec, det.cur, t.clock)
	t.clock++
	u.clock++
}

// place is the address that stands for a slot of a channel's buffer: i is the index there, c the channel. Values of no size
// have no slots, and values that were passed to a receiver that waited moved the others on.
func place(c, buf unsafe.Pointer, i, size, n uintptr) unsafe.Pointer {
	if size == 0 {
		return unsafe.Add(c, 16)
	}
	if o := find(unsafe.Add(c, 8)); o != nil {
		i = (i + uintptr(o.moved)) % n
	}
	return unsafe.Add(buf, i*size)
}

// pass is a value that enters or leaves the buffer at p.
func pass(p unsafe.Pointer, size uintptr) {
	if size == 0 { // no slot of its own: all are ordered
		Acquire(p)
		Release(p)
		return
	}
	exchange(p)
}

func passFor(g, p unsafe.Pointer, size uintptr) {
	cur := det.cur
	det.cur = slotOf(g)[1]
	pass(p, size)
	det.cur = cur
}

// Buffer: the running goroutine puts a value into slot i of a channel's buffer, or takes it out.
func Buffer(c, buf unsafe.Pointer, i, size, n uintptr) {
	if det.on {
		pass(place(c, buf, i, size, n), size)
	}
}

// Handed: a value goes to g, which waits to receive, past a buffer that is empty; as if it had been in
// slot i.
func Handed(g, c, buf unsafe.Pointer, i, size, n uintptr) {
	if !det.on {
		return
	}
	if n == 0 {
		Meet(g)
		return
	}
	p := place(c, buf, i, size, n)
	pass(p, size)
	passFor(g, p, size)
	get(unsafe.Add(c, 8)).moved++
}

// Refilled: the running goroutine takes the value of slot i, and that of g, which waits to send, takes its place.
func Refilled(g, c, buf unsafe.Pointer, i, size, n uintptr) {
	if !det.on {
		return
	}
	if n == 0 {
		Meet(g)
		return
	}
	p := place(c, buf, i, size, n)
	pass(p, size)
	passFor(g, p, size)
}

// Timer: what runs now is the function of the timer at p, and comes after what started it. It gives
// what TimerDone wants.
func Timer(p unsafe.Pointer) uint32 {
	if !det.on {
		return 0
	}
	cur := det.cur
	det.cur = det.timerSlot
	Stack = lost
	t := threadAt(det.cur)
	t.clock++
	t.start = t.clock
	assign(&t.vec, 0)
	Acquire(p)
	return cur
}

// TimerDone ends Timer.
func TimerDone(cur uint32) {
	if det.on {
		det.cur = cur
	}
}

// AcquireAll: everything that was done comes before what the running goroutine does now, which runs
// finalizers.
func AcquireAll() {
	if det.cur == 0 {
		return
	}
	t := threadAt(det.cur)
	for s := uint32(1); s < det.nslots; s++ {
		if s != det.cur {
			u := threadAt(s)
			join(&t.vec, u.vec)
			setClock(&t.vec, s, u.clock)
			u.clock++
		}
	}
}

// LoadAt, StoreAt and ChangeAt are an atomic load, store and change of size bytes at p.
func LoadAt(p unsafe.Pointer, what, parent uint32, info unsafe.Pointer, line uint32) {
	Access(p, what|atomic, parent, info, line)
	Acquire(p)
}

func StoreAt(p unsafe.Pointer, what, parent uint32, info unsafe.Pointer, line uint32) {
	Access(p, what|atomic|write, parent, info, line)
	Release(p)
}

func ChangeAt(p unsafe.Pointer, what, parent uint32, info unsafe.Pointer, line uint32) {
	Access(p, what|atomic|write, parent, info, line)
	Acquire(p)
	ReleaseMerge(p)
}

// CompareAt is a compare-and-swap: one that fails only looks.
func CompareAt(p unsafe.Pointer, what, parent uint32, info unsafe.Pointer, line uint32, did bool) {
	if did {
		ChangeAt(p, what, parent, info, line)
	} else {
		LoadAt(p, what, parent, info, line)
	}
}

// ---- package sync

// group is the begin of a sync.WaitGroup.
type group struct {
	state uint64 // counter, a flag, waiters
	sema  uint32
}

// GroupAdd is the begin of Add. The first Add must not happen at the same time as Wait: this is a read of what the first
// Wait writes.
func GroupAdd(p unsafe.Pointer, delta int, parent uint32, info unsafe.Pointer, line uint32) {
	g := (*group)(p)
	switch {
	case p == nil:
	case delta < 0:
		ReleaseMerge(p)
	case delta > 0 && g.state>>32 == 0:
		Access(unsafe.Pointer(&g.sema), 4<<2, parent, info, line)
	}
}

// GroupWait is the begin of Wait.
func GroupWait(p unsafe.Pointer, parent uint32, info unsafe.Pointer, line uint32) {
	g := (*group)(p)
	if p != nil && g.state>>32 != 0 && g.state&(1<<31-1) == 0 {
		Access(unsafe.Pointer(&g.sema), 4<<2|write, parent, info, line)
	}
}

// PoolPut and PoolGet: what is in a sync.Pool is used by one after the other. The object is known by its address; the
// distance is so that nothing else is.
func PoolPut(x unsafe.Pointer) {
	if x != nil {
		ReleaseMerge(unsafe.Add(x, poolKey))
	}
}

func PoolGet(x unsafe.Pointer) {
	if x != nil {
		Acquire(unsafe.Add(x, poolKey))
	}
}

const poolKey = 3

// ReleaseIO and AcquireIO: what is written to a file or connection may be read by another goroutine.
func ReleaseIO() { ReleaseMerge(unsafe.Pointer(&ioSync)) }
func AcquireIO() { Acquire(unsafe.Pointer(&ioSync)) }

var ioSync uint64

// Switch: from lets to go on in its place.
func Switch(from, to unsafe.Pointer) {
	if !det.on || to == nil {
		return
	}
	cur := det.cur
	det.cur = slotOf(from)[1]
	Wake(to)
	det.cur = cur
}

// ---- reports

// Race is two accesses that race.
type Race struct {
	Addr      uintptr
	Write     [2]bool
	Stack     [2]uint32
	Goroutine [2]Goroutine
}

// Goroutine is one that had part in a race.
type Goroutine struct {
	ID      uint64
	Running bool
	Created uint32 // stack of its go statement
}

// last is the one reported last: the detector allocates nothing.
var last Race

// races reports that an access of the running goroutine races with c, if that is new.
func races(c *cell, a uintptr, bytes, kind uint8, stack uint32) {
	if det.inReport || !fresh(stack, c.stack) {
		return
	}
	det.found++
	first := uintptr(0)
	for both := c.bytes & bytes; both>>first&1 == 0; {
		first++
	}
	r := &last
	r.Addr = a + first
	r.Stack[0], r.Stack[1] = stack, c.stack
	r.Write[0], r.Write[1] = kind&write != 0, c.kind&write != 0
	r.Goroutine[0] = who(det.cur, threadAt(det.cur).clock)
	r.Goroutine[1] = who(uint32(c.slot), c.clock)
	det.inReport = true
	report(r)
	det.inReport = false
}

// pair is two places.
type pair struct{ info1, line1, info2, line2 uint32 }

// fresh reports whether no race between these two places was reported yet.
func fresh(a, b uint32) bool {
	x, y := nodeAt(a), nodeAt(b)
	if x.info > y.info || x.info == y.info && x.line > y.line {
		x, y = y, x
	}
	for i := uint32(0); i < maxReports; i++ {
		e := (*pair)(at(det.reported + i*16))
		if e.info1 == x.info && e.line1 == x.line && e.info2 == y.info && e.line2 == y.line && e.info2 != 0 {
			return false
		}
		if e.info1 == 0 && e.info2 == 0 {
			e.info1, e.line1, e.info2, e.line2 = x.info, x.line, y.info, y.line
			return true
		}
	}
	return false
}

// who is the goroutine that had a slot at that time.
func who(slot, clock uint32) Goroutine {
	t := threadAt(slot)
	g := Goroutine{t.goid, t.live, t.created}
	start, before := t.start, t.before
	for clock < start && before != 0 {
		p := (*past)(at(before))
		g = Goroutine{p.goid, false, p.created}
		start, before = p.start, p.before
	}
	return g
}

// Found is how many races there were.
func Found() int { return int(det.found) }

// ExitCode is the exit code of a program that ends with this one, and says how many races there were.
func ExitCode(code int32) int32 {
	if code != 0 || det.found == 0 {
		return code
	}
	finish(int(det.found))
	return 66
}
