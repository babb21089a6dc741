/* The ring of a P: an owner that puts and gets, and two thieves that take half, all at once.
 *
 * In core/sched: runqput, runqputslow, runqget and runqgrab (runq.go), with a ring of 4 instead of 256.
 * Each step below is one access to shared memory; accesses are sequentially consistent, as Go's atomics are.
 *
 * Checked: every G comes out exactly once. With BROKEN it does not:
 *   1  the tail is moved before the slot is filled
 *   2  the head is moved without a compare-and-swap
 *   3  the thief reads the slots after it has moved the head
 */
#ifndef BROKEN
#define BROKEN 0
#endif

#define RING 4
#define GS 5
#define TRIES 1

byte head, tail;
byte slot[RING];	/* 0: never filled */
byte out[GS + 1];	/* how often each came out */
byte ended;

inline cas_head(h, to, ok) {
	atomic {
		if
		:: BROKEN == 2 || head == h -> head = to; ok = true
		:: else -> ok = false
		fi
	}
}

inline took(g) {
	d_step {
		out[g]++;
		assert(g != 0 && out[g] == 1);
		g = 0
	}
}

proctype Owner() {
	byte g = 1, h, t, x, y;
	bool ok;
	do
	:: g <= GS ->	/* runqput */
		h = head;
		t = tail;
		if
		:: t - h < RING ->
#if BROKEN == 1
			tail = t + 1;
			slot[t % RING] = g;
#else
			slot[t % RING] = g;
			tail = t + 1;
#endif
			g++
		:: else ->	/* runqputslow: half of them, and g, to the global queue */
			cas_head(h, h + RING / 2, ok);
			if
			:: ok ->
				x = slot[h % RING];
				y = slot[(h + 1) % RING];
				took(x);
				took(y);
				x = g;
				g++;
				took(x)
			:: else
			fi
		fi
	:: g % 3 == 0 || g > GS ->	/* runqget, now and then, and at the end until it is empty */
		h = head;
		if
		:: tail == h ->
			if
			:: g > GS -> break
			:: else -> skip
			fi
		:: else ->
			x = slot[h % RING];
			cas_head(h, h + 1, ok);
			if
			:: ok -> took(x)
			:: else
			fi
		fi
	od;
	ended++
}

proctype Thief() {
	byte h, t, n, tries, x, y;
	bool ok;
	do
	:: tries < TRIES ->	/* runqgrab */
		h = head;
		t = tail;
		n = t - h;
		n = n - n / 2;
		if
		:: n == 0 -> tries++
		:: n > RING / 2 -> skip	/* head moved between the two reads */
		:: else ->
#if BROKEN == 3
			cas_head(h, h + n, ok);
			x = slot[h % RING];
			y = slot[(h + 1) % RING];
#else
			x = slot[h % RING];
			y = slot[(h + 1) % RING];
			cas_head(h, h + n, ok);
#endif
			if
			:: ok ->
				tries++;
				took(x);
				if
				:: n == 2 -> took(y)
				:: else
				fi
			:: else
			fi
		fi
	:: else -> break
	od;
	ended++
}

init {
	byte g;
	atomic {
		run Owner();
		run Thief();
		run Thief()
	}
	ended == 3;
	d_step {
		g = 1;
		do
		:: g <= GS -> assert(out[g] == 1); g++
		:: else -> break
		od
	}
}
