// One M of a parallel run: its own Worker and instance over the shared memory.
//
// It never comes back to its event loop: mstart returns only when the M is no
// longer needed. Its messages leave at once all the same.

import { ExitSignal } from "./imports.ts"
import { boot, instantiate } from "./instance.ts"
import { control, type Port, type StartM } from "./protocol.ts"
import { Stdin } from "./stdin.ts"

export function runM(port: Port, start: StartM): void {
  const words = start.control
  const order = (): number => Atomics.add(words, control.order, 1)
  const stdin = new Stdin(start.stdin, words, control.stdin)
  const x = instantiate(start.module, start.memory, {
    write: (fd, bytes) => {
      hold(words)
      port.post({ kind: "output", fd, bytes, order: order() })
    },
    read: into => stdin.read(into),
    exit: code => port.post({ kind: "exit", code, order: order(), digest: "" }),
    newM: m => port.post({ kind: "newM", m }),
    drain: () => {}, // a full ring loses events in Parallel: no M asks for this
  }, { began: start.began })
  try {
    let m = start.m
    if (start.boot) {
      boot(x, start.memory, start.boot, "parallel")
      port.post({ kind: "booted" })
      m = x.m0() >>> 0
    }
    x.mstart(m)
    port.post({ kind: "endedM" })
  } catch (e) {
    if (!(e instanceof ExitSignal)) throw e
  }
}

const maxUnread = 256

// A program that writes faster than the page reads is held back, as by a full pipe.
function hold(words: Int32Array): void {
  for (let n = Atomics.add(words, control.unread, 1); n > maxUnread; n = Atomics.load(words, control.unread)) {
    Atomics.wait(words, control.unread, n, 50)
  }
}
