import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The first hint after a quiet time waits this long for others. */
const FIRST_MS = 100
/** A busy store reloads the screen at most this often. */
const NEXT_MS = 400
/** A reload that takes longer no longer delays the next. */
const LONGEST_RELOAD_MS = 2_000

/**
 * Gathers hints that arrive close together, then invalidates each key once. A read in progress finishes
 * before the key is read again: otherwise a store that sells all the time would never show anything.
 */
export function gatherReloads(
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
): (keys: readonly QueryKey[]) => void {
  const waiting = new Map<string, QueryKey>()
  let isBusy = false

  const reload = async () => {
    isBusy = true
    await pause(FIRST_MS)
    while (waiting.size > 0) {
      const due = [...waiting.values()]
      waiting.clear()
      const reloads = Promise.all(due.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      await Promise.all([pause(NEXT_MS), Promise.race([reloads, pause(LONGEST_RELOAD_MS)])])
    }
    isBusy = false
  }
  return (keys) => {
    for (const key of keys) waiting.set(JSON.stringify(key), key)
    if (!isBusy) void reload()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
