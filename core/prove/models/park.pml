/* Parking and waking: an M that makes work must get a second M to run it, whatever others are doing.
 *
 * In core/sched: wakep, resetspinning and startm (wake.go), findRunnable, goIdle and recheck (find.go), the note
 * (note.go). Each step is one access to shared memory or one that sched.lock guards.
 *
 * Job 0 makes jobs one by one, and waits for each without giving up its P: somebody else must take
 * it. If a wake-up is lost, all others sleep and job 0 waits for ever: timeout, with jobs left.
 *
 * Checked: all jobs are done, and then all but one sleep. With BROKEN a wake-up is lost:
 *   1  no last look at the queues before an M sleeps
 *   2  the last look comes before the M stops counting as a searcher
 *   3  wakep is called before the work is in the queue
 *   4  needspinning is never looked at
 */
#ifndef BROKEN
#define BROKEN 0
#endif

#define MS 4
#define PS 2
#define JOBS 3
#define NONE 255

byte queue[PS];		/* length of each P's queue */
bool idle[PS];		/* on the idle list */
byte npidle;
byte nmspinning;
bool needspinning;
bool locked;		/* sched.lock */
bool sleeps[MS];	/* on the idle list of Ms */
bool note[MS];
byte nextp[MS];
bool spinning[MS];
byte done;

inline lock() { atomic { !locked -> locked = true } }
inline unlock() { locked = false }

inline pidleget(q) {
	d_step {
		q = NONE;
		if
		:: idle[0] -> q = 0
		:: !idle[0] && idle[1] -> q = 1
		:: else
		fi;
		if
		:: q != NONE -> idle[q] = false; npidle--
		:: else
		fi
	}
}

inline pidlegetSpinning(q) {
	pidleget(q);
	if
	:: q == NONE -> needspinning = true
	:: else
	fi
}

inline startm(q) {
	lock();
	d_step {	/* mget; those that never ran count as asleep, so there is always one */
		w = 0;
		do
		:: w < MS && !sleeps[w] -> w++
		:: else -> break
		od;
		assert(w < MS);
		sleeps[w] = false
	}
	nextp[w] = q;
	spinning[w] = true;
	unlock();
	note[w] = true
}

inline wakep() {
	if
	:: nmspinning != 0 -> skip
	:: else ->
		atomic {
			if
			:: nmspinning == 0 -> nmspinning = 1; won = true
			:: else -> won = false
			fi
		}
		if
		:: won ->
			lock();
			pidlegetSpinning(q);
			unlock();
			if
			:: q == NONE -> nmspinning--
			:: else -> startm(q)
			fi
		:: else
		fi
	fi
}

inline becomeSpinning() {
	spinning[me] = true;
	nmspinning++;
	needspinning = false
}

/* take tries to take one from P q. */
inline take(q) {
	atomic {
		if
		:: queue[q] > 0 -> queue[q]--; got = true
		:: else -> got = false
		fi
	}
}

inline recheck() {
	q = 0;
	do
	:: q < PS ->
		if
		:: !idle[q] && queue[q] > 0 ->
			lock();
			pidlegetSpinning(p);
			unlock();
			break
		:: else -> q++
		fi
	:: else -> break
	od
}

proctype M(byte me; byte p) {
	byte q, w, made;
	bool got, won;
	if
	:: me == 0 -> goto job0
	:: else -> goto stop
	fi;

find:
	take(p);
	if
	:: got -> goto found
	:: else
	fi;
	if
	:: spinning[me] || 2 * nmspinning < PS - npidle ->
		if
		:: !spinning[me] -> becomeSpinning()
		:: else
		fi;
		take(1 - p);
		if
		:: got -> goto found
		:: else
		fi
	:: else
	fi;
	/* goIdle */
	lock();
	if
	:: BROKEN != 4 && !spinning[me] && needspinning -> becomeSpinning(); unlock(); goto find
	:: else
	fi;
	d_step { idle[p] = true; npidle++; p = NONE };
	unlock();
	if
	:: spinning[me] ->
#if BROKEN == 2
		recheck();
		spinning[me] = false;
		nmspinning--;
#else
		spinning[me] = false;
		nmspinning--;
#if BROKEN != 1
		recheck();
#endif
#endif
		if
		:: p != NONE -> becomeSpinning(); goto find
		:: else
		fi
	:: else
	fi;
stop:
	lock();
	note[me] = false;
	sleeps[me] = true;
	unlock();
end:	note[me];
	p = nextp[me];
	goto find;

found:
	if
	:: spinning[me] -> spinning[me] = false; nmspinning--; wakep()
	:: else
	fi;
	done++;
	goto find;

job0:	/* waits until all have gone to sleep once, then makes jobs */
	sleeps[1] && sleeps[2] && sleeps[3];
	do
	:: made < JOBS ->
		made++;
#if BROKEN == 3
		wakep();
		queue[p]++;
#else
		queue[p]++;
		wakep();
#endif
		done == made
	:: else -> break
	od
}

active proctype Watch() {
	timeout -> assert(done == JOBS)
}

init {
	atomic {
		idle[1] = true;
		npidle = 1;
		run M(0, 0);
		run M(1, NONE);
		run M(2, NONE);
		run M(3, NONE)
	}
}
