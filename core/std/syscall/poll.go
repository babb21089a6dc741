//go:build gopark

package syscall

// This file is the kernel's side of the network poller: which poll descriptors
// watch an object, and telling them when it is ready.
//
// As with edge-triggered epoll, who was told EAGAIN is told once when it is worth
// trying again. The time of that is known beforehand: a message that is under way
// has a time of arrival. So the news is sent ahead, with its time.
//
// In Go: netpollopen and netpollclose in netpoll_epoll.go.

// A watch is the poll descriptors of an object.
type watch struct{ pds []uintptr }

// watches says which object a poll descriptor watches. It is no map because every
// program that imports os has it.
var watches []watching

type watching struct {
	pd uintptr
	w  *watch
}

// ready says that the object can be read or written ('r', 'w', or their sum) from
// the time when on. The caller holds mu.
func (w *watch) ready(mode int, when int64) {
	for _, pd := range w.pds {
		runtime_netReady(pd, mode, when)
	}
}

// pollOpen begins to watch a descriptor. A disk's file cannot be watched: EPERM, as
// from epoll.
//
//go:linkname pollOpen internal/poll.runtime_pollOpen
func pollOpen(fd uintptr) (pd uintptr, errno int) {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(int(fd), anyWay)
	if err != 0 {
		return 0, int(err)
	}
	w := f.object.poll()
	if w == nil {
		return 0, int(EPERM)
	}
	pd = runtime_pollOpen()
	w.pds = append(w.pds, pd)
	watches = append(watches, watching{pd, w})
	f.object.watched()
	return pd, 0
}

//go:linkname pollClose internal/poll.runtime_pollClose
func pollClose(pd uintptr) {
	mu.Lock()
	defer mu.Unlock()
	last := len(watches) - 1
	i := last
	for watches[i].pd != pd {
		i--
	}
	watches[i].w.remove(pd)
	watches[i] = watches[last]
	watches = watches[:last]
	runtime_pollClose(pd)
}

func (w *watch) remove(pd uintptr) {
	for i, other := range w.pds {
		if other == pd {
			w.pds = append(w.pds[:i], w.pds[i+1:]...)
			return
		}
	}
}

//go:linkname runtime_pollOpen runtime.syscall_pollOpen
func runtime_pollOpen() uintptr

//go:linkname runtime_pollClose runtime.syscall_pollClose
func runtime_pollClose(pd uintptr)

// runtime_netReady says that pd will be ready at the time when.
//
//go:linkname runtime_netReady runtime.syscall_netReady
func runtime_netReady(pd uintptr, mode int, when int64)
