import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const isLinux = process.platform === 'linux'
/** Others get three times as much of a processor that is wanted by both. */
const LOW_PRIORITY = 5
const MAX_ATTEMPTS = 50
const RETRY_MS = 150

/**
 * Lets every thread that serves somebody run before this one, which computes. Only Linux gives a thread a priority of its own;
 * elsewhere it would be the whole process's, and nothing is changed.
 */
export function computeInBackground(): void {
  if (isLinux) lower(0)
}

/** Does the same for all threads of this process, and those that they start. */
export function workInBackground(): void {
  if (!isLinux) return
  for (const thread of readdirSync('/proc/self/task')) lower(Number(thread))
  tryTo(() => isSession() && lowerSession(process.pid))
}

/**
 * Does the same for the process of PostgreSQL that serves a connection, if it runs on this machine and may be changed. `pid` is what
 * the server calls it, which may be the number of any process here when the server is elsewhere.
 */
export function serveInBackground(pid: number): void {
  tryTo(() => {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres: ')) return
    lower(pid)
    lowerSession(pid)
  })
}

/** Lowers a process or thread, 0 for this one. One that was started with a lower priority keeps it: only root may raise it. */
function lower(pid: number): void {
  if (getPriority(pid) < LOW_PRIORITY) setPriority(pid, LOW_PRIORITY)
}

/** Lowers the whole session. Linux may share processors first among sessions; then a priority counts only inside its session. See sched(7), "autogroup". */
function lowerSession(pid: number): void {
  writeFileSync(`/proc/${pid}/autogroup`, `${LOW_PRIORITY}`)
}

/** Returns whether this process leads a session of its own, as the services of `npm start` and of a container do. */
function isSession(): boolean {
  const [, , , session] = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ')
  return Number(session) === process.pid
}

/**
 * Changes a priority, and ignores a system that does not allow or have it. Linux changes at most ten sessions a second for all but
 * root, and refuses the others, as when a pool opens several connections at once: they are tried again.
 */
function tryTo(change: () => unknown, attempts = MAX_ATTEMPTS): void {
  try {
    change()
  } catch (error) {
    const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
    if (isTooSoon && attempts > 1) setTimeout(() => tryTo(change, attempts - 1), RETRY_MS).unref()
  }
}
