import { setTimeout as sleep } from 'node:timers/promises'

const AT_ONCE = 5
const PAUSE_MS = 100

/**
 * Returns a function to await before each of many small reads of a shop, so that a backlog does not overload
 * it after an outage.
 */
export function createPace(signal: AbortSignal): () => Promise<void> {
  let reads = 0
  return async () => {
    signal.throwIfAborted()
    reads++
    if (reads > AT_ONCE) await sleep(PAUSE_MS, undefined, { signal })
  }
}
