// The lists of core/policy for the page. Written by
// go test -run TestPoliciesOfThePage -update ./site/build: change core/policy instead.

export interface Preset {
  name: string
  group: string
  title: string
  adds: string
  leaves: string
  set: {knob: number; value: number}[]
}

export interface Switch {
  knob: number
  name: string
  about: string
  values: {name: string; means: string}[] // by number; the first is Go 1.26
}

/// What something takes in virtual time, in ns.
export interface Cost {
  knob: number
  name: string
  for: string
  usual: number
}

/// What the machine takes: ns, or a share in millionths.
export interface IO {
  knob: number
  name: string
  for: string
  share: boolean
  max: number
  usual: number
}

/// The highest cost, in ns.
export const maxCost = 1000000

/// The preset that is Go 1.26.
export const standard = "go1.26"

/// The knobs of schedtrace.
export const schedTrace = 59
export const schedDetail = 60

export const presets: Preset[] = [
  {"name":"1:1","group":"Step by step","title":"a thread for each goroutine","adds":"Each goroutine is wired to a thread of its own, as by LockOSThread, which ends with it. The Ps are the cores. The kernel is modelled as one queue, served in turn, a slice of 10 ms each; it preempts anywhere.","leaves":"A core whose thread blocks is free at once only if the call is known to block, else when sysmon has seen it. The thread is made when its goroutine first runs, not by the go statement. Each turn costs two switches, by way of a thread that picks the next. The kernel's own queues per core, its priorities and its fairness by time used; the memory of a thread's stack; the way into the kernel and back at each wait.","set":[{"knob":0,"value":1},{"knob":10,"value":2},{"knob":8,"value":1}]},
  {"name":"pool","group":"Step by step","title":"a pool of threads","adds":"Threads take goroutines from one locked queue; when one ends, its thread takes the next. Repairs: the number of threads. A goroutine that waits still keeps its thread.","leaves":"As 1:1. The pool grows when all its threads wait; one with a fixed number is stuck then: pool,threads=fixed.","set":[{"knob":0,"value":1},{"knob":10,"value":1},{"knob":8,"value":1}]},
  {"name":"m:n","group":"Step by step","title":"goroutines share threads","adds":"A goroutine that waits leaves its thread, which runs another. Repairs: how many threads must be made. There is one locked queue for all. But there are no more threads than Ps, besides one that polls: one that blocks in a system call keeps its P from all others, and the kernel's preemption of threads does not help any more.","leaves":"Nothing that a learner can see; the queue is Go's global queue.","set":[{"knob":0,"value":1},{"knob":7,"value":1},{"knob":8,"value":1},{"knob":9,"value":2}]},
  {"name":"local","group":"Step by step","title":"a queue for each P","adds":"What a P makes runnable waits in its own queue, in front of which is runnext; the global queue takes what does not fit, and is looked at every 61st time. Repairs: the waiting for the lock.","leaves":"Nothing.","set":[{"knob":1,"value":2},{"knob":6,"value":1},{"knob":7,"value":1},{"knob":8,"value":1},{"knob":9,"value":2}]},
  {"name":"steal","group":"Step by step","title":"work stealing","adds":"An M without work searches, and takes half of another P's queue. Repairs: Ps that idle while others have a queue.","leaves":"Nothing.","set":[{"knob":7,"value":1},{"knob":8,"value":1},{"knob":9,"value":2}]},
  {"name":"handoff","group":"Step by step","title":"the P of a blocked M","adds":"If an M blocks in a system call, its P goes to another M. Repairs: Ps, and the goroutines queued on them, that wait for a system call to end.","leaves":"Nothing.","set":[{"knob":8,"value":1},{"knob":9,"value":2}]},
  {"name":"netpoll","group":"Step by step","title":"the network poller","adds":"Waiting for the network parks the goroutine, not the thread. Repairs: a thread for each connection that is waited for.","leaves":"Nothing.","set":[{"knob":9,"value":2}]},
  {"name":"preempt","group":"Step by step","title":"preemption: all of Go 1.26","adds":"A goroutine that has run for 10 ms yields, wherever it is. Repairs: an endless loop that keeps its P for ever. This is all of Go 1.26.","leaves":"Goroutines yield where the compiler checks the fuel, not by a signal.","set":[]},
  {"name":"go1.0","group":"Go's history","title":"2012: one queue","adds":"One queue under one lock, and no Ps: GOMAXPROCS only says how many may run. The thread of a system call leaves its place to another. No preemption. Timers are run by a goroutine.","leaves":"A system call left its place at once; here sysmon, which came with 1.1, takes it, unless the call is known to block. The poller was a goroutine of package net and polled through system calls; here it is today's. The collector was not concurrent; here it is today's.","set":[{"knob":0,"value":1},{"knob":9,"value":2},{"knob":13,"value":2}]},
  {"name":"go1.1","group":"Go's history","title":"2013: Ps and work stealing","adds":"Ps with queues, stealing of half, the poller in the runtime, and the 61 rule. No runnext yet (1.5), no preemption yet (1.2). Timers are still run by a goroutine.","leaves":"The queue of a P was under a lock and could grow; it is a ring of 256 since 1.2.","set":[{"knob":3,"value":1},{"knob":9,"value":2},{"knob":12,"value":1},{"knob":13,"value":2}]},
  {"name":"go1.13","group":"Go's history","title":"2019: preemption at calls","adds":"runnext, and preemption where a function is called. Timers are run by a goroutine for each P, timerproc, which blocks a thread while it waits for the next.","leaves":"Functions without a check at their start (small leaf functions) are told from others by our compiler's rules.","set":[{"knob":9,"value":1},{"knob":12,"value":1},{"knob":13,"value":1}]},
  {"name":"go1.14","group":"Go's history","title":"2020: preemption anywhere","adds":"Asynchronous preemption. The flag needspinning came in 1.20.","leaves":"What changed in between besides: how a P in a system call is taken, how many are taken from the global queue at a time, the soft memory limit.","set":[{"knob":12,"value":1}]},
  {"name":"go1.26","group":"Go's history","title":"2026: today","adds":"The default.","leaves":"See the package documentation of core/sched.","set":[]},
  {"name":"lifo","group":"Variants","title":"the owner takes the newest","adds":"The owner takes from the tail of its queue, thieves from the head: the deque of most articles about work stealing. Good for caches, unfair to the oldest.","leaves":"There the queue can grow.","set":[{"knob":4,"value":1}]},
  {"name":"steal-one","group":"Variants","title":"a thief takes one","adds":"Go 1.26, but a thief takes one goroutine, not half of the queue.","leaves":"Nothing.","set":[{"knob":1,"value":1}]},
  {"name":"no-runnext","group":"Variants","title":"no slot in front","adds":"Go 1.26 without runnext.","leaves":"Nothing.","set":[{"knob":3,"value":1}]},
  {"name":"no-61","group":"Variants","title":"the global queue can starve","adds":"Go 1.26 without the look at the global queue on every 61st tick.","leaves":"Nothing.","set":[{"knob":5,"value":1}]},
  {"name":"no-spin","group":"Variants","title":"nobody searches in advance","adds":"Go 1.26 without searching Ms: each new goroutine wakes a thread if a P is idle.","leaves":"Nothing.","set":[{"knob":6,"value":1}]},
  {"name":"asyncpreemptoff","group":"Variants","title":"GODEBUG=asyncpreemptoff=1","adds":"Go 1.26, but a goroutine yields only where it calls a function.","leaves":"As go1.13: which functions are called with a check is told by our compiler's rules.","set":[{"knob":9,"value":1}]},
  {"name":"work-sharing","group":"Variants","title":"work is handed out","adds":"Whoever makes a goroutine runnable gives it, under one lock, to an idle P or the one with the shortest queue.","leaves":"A dispatcher of its own thread; here whoever makes work does the dispatching.","set":[{"knob":11,"value":1}]},
]

export const switches: Switch[] = [
  {"knob":0,"name":"queues","about":"Where runnable goroutines wait.","values":[{"name":"local","means":"each P has a queue of 256, besides the global one"},{"name":"global","means":"one queue for all, under one lock; a P is only the right to run. So there is no runnext, no stealing and no 61"}]},
  {"knob":1,"name":"steal","about":"How much an M takes from another P's queue when it has nothing to run.","values":[{"name":"half","means":"half of it, rounded up"},{"name":"one","means":"one goroutine"},{"name":"none","means":"nothing: it only looks at its own queue and the global one, and runs due timers of others. So nobody searches (spin is off)"}]},
  {"knob":2,"name":"victim","about":"Whose queue a thief looks into first.","values":[{"name":"random","means":"another P each time, then the others in a random order"},{"name":"fixed","means":"the next P by number, always"}]},
  {"knob":3,"name":"runnext","about":"The slot in front of the queue: what was made ready last runs first, in the same time slice.","values":[{"name":"on","means":"a new or woken goroutine takes it, and kicks out who was in it"},{"name":"off","means":"new and woken goroutines go to the tail of the queue"}]},
  {"knob":4,"name":"order","about":"From which end of its queue a P takes.","values":[{"name":"fifo","means":"the oldest, from the head"},{"name":"lifo","means":"the newest, from the tail; thieves still take the oldest, one by one (the deque of Chase and Lev)"}]},
  {"knob":5,"name":"fair","about":"The look at the global queue on every 61st tick, before all others.","values":[{"name":"on","means":"every 61st time"},{"name":"off","means":"only when the own queue is empty"}]},
  {"knob":6,"name":"spin","about":"Ms that search before they sleep, at most half as many as are busy; while one searches, nobody is woken.","values":[{"name":"on","means":"as Go does"},{"name":"off","means":"an M looks once and sleeps; whoever makes work wakes a thread for it, each time"}]},
  {"knob":7,"name":"handoff","about":"What becomes of the P of an M that blocks in a system call.","values":[{"name":"on","means":"another M gets it: at once if the call is known to block, else when sysmon has seen it twice"},{"name":"off","means":"it stays with the blocked M, and nobody can use it"}]},
  {"knob":8,"name":"netpoll","about":"What waiting for the network does.","values":[{"name":"on","means":"the goroutine parks; one M asks the poller for all"},{"name":"off","means":"it is a system call like any other: the M blocks"}]},
  {"knob":9,"name":"preempt","about":"Where a goroutine that has run for 10 ms can be made to yield.","values":[{"name":"async","means":"anywhere: also in a loop without calls"},{"name":"calls","means":"only where it calls a function; a loop without calls runs for ever, and the world cannot stop"},{"name":"off","means":"nowhere: it runs until it waits or yields by itself"}]},
  {"knob":10,"name":"threads","about":"What becomes of the M of a goroutine that waits.","values":[{"name":"shared","means":"it runs another goroutine"},{"name":"pool","means":"it waits, too: a goroutine keeps its thread until it ends; then the thread takes the next one"},{"name":"own","means":"it waits, too: each goroutine has a thread of its own, which ends with it"},{"name":"fixed","means":"as pool, but there are 4 threads for each P and no more: while all have a goroutine the others stay in the queue, which is one for all (queues=global). If all of these wait, the program is stuck"}]},
  {"knob":11,"name":"dispatch","about":"Whether work is fetched or handed out.","values":[{"name":"fetch","means":"an M without work looks for some"},{"name":"push","means":"whoever makes work gives it, under the scheduler's lock, to an idle P or the one with the shortest queue. So there is no stealing and no runnext, and order is fifo"}]},
  {"knob":12,"name":"needspin","about":"The flag needspinning: somebody wanted a searcher and found no idle P.","values":[{"name":"on","means":"the next M without work searches, even if enough do"},{"name":"off","means":"it is not kept in mind"}]},
  {"knob":13,"name":"timers","about":"Who runs what is due.","values":[{"name":"lookers","means":"an M that looks for work: those of its own P first, at last those of others"},{"name":"goroutines","means":"a goroutine of the runtime for each P, timerproc (1.10 to 1.13): it sleeps until the next is due in a system call, which blocks its M and gives the P away"},{"name":"goroutine","means":"one such goroutine for all (before 1.10)"}]},
]

export const costs: Cost[] = [
  {"knob":32,"name":"find","for":"findRunnable looks at its own queue","usual":30},
  {"knob":33,"name":"execute","for":"a goroutine is started or goes on","usual":70},
  {"knob":34,"name":"park","for":"a goroutine parks, yields or is preempted","usual":80},
  {"knob":35,"name":"exit","for":"a goroutine ends","usual":60},
  {"knob":36,"name":"look","for":"a thief looks at another P","usual":15},
  {"knob":37,"name":"steal","for":"it takes goroutines from there","usual":40},
  {"knob":38,"name":"timer","for":"a timer is run, besides what it does","usual":50},
  {"knob":39,"name":"pause","for":"a thief waits before it takes a runnext","usual":3000},
  {"knob":40,"name":"wake","for":"from waking a sleeping thread until it runs","usual":5000},
  {"knob":41,"name":"thread","for":"from making a thread until it runs","usual":15000},
  {"knob":42,"name":"stop","for":"the world is stopped, once all have stopped","usual":1000},
  {"knob":43,"name":"sysmon","for":"sysmon looks once, besides its sleep","usual":1000},
  {"knob":44,"name":"lock","for":"an M holds the scheduler's lock; others that come meanwhile wait","usual":50},
  {"knob":45,"name":"syscall","for":"entering a system call; as much again for coming back","usual":50},
]

export const ios: IO[] = [
  {"knob":56,"name":"file","for":"an access to the disk blocks its thread: open, read, write, truncate, sync, stat, and what changes a directory","share":false,"max":10000000000,"usual":100000},
  {"knob":57,"name":"net","for":"a message is under way, one way","share":false,"max":10000000000,"usual":500000},
  {"knob":58,"name":"loss","for":"of the packets are lost; TCP sends one again after 200ms and two ways, and then after twice as long each time, a SYN after 1s","share":true,"max":1000000,"usual":0},
]
