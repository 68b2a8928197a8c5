import { constants, setPriority } from 'node:os'

/**
 * Lets every thread that serves somebody run before this one, which computes. Only Linux gives a thread a priority of its own;
 * elsewhere it would be the whole process's, and nothing is changed.
 */
export function computeInBackground(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
