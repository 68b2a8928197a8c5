import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const isLinux = process.platform === 'linux'

/**
 * Lets every thread that serves somebody run before this one, which computes. Only Linux gives a thread a priority of its own;
 * elsewhere it would be the whole process's, and nothing is changed.
 */
export function computeInBackground(): void {
  if (isLinux) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

/** Does the same for all threads of this process, and those that they start. */
export function workInBackground(): void {
  if (!isLinux) return
  for (const thread of readdirSync('/proc/self/task'))
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
}
