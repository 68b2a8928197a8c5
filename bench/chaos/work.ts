import { setTimeout as sleep } from 'node:timers/promises'

/** An activity of merchants and stores that continues while processes are disturbed. */
export interface Work {
  name: string
  /** Does one step; each step is completed before the next one. */
  doOne(): Promise<void>
  /** Compares what was acknowledged with what the product has. Returns a sentence for each difference. */
  judge(): Promise<string[]>
}

/** Repeats each activity independently, with pauses, until stopped; then tells how often. */
export function keepWorking(works: readonly Work[], pauseMs: number): { stop(): Promise<string[]> } {
  const end = new AbortController()
  const all = Promise.all(
    works.map(async (work) => {
      let pieces = 0
      for (; !end.signal.aborted; pieces++) {
        await work.doOne()
        await sleep(pauseMs)
      }
      return `${pieces} ${work.name}`
    }),
  )
  // A failure is reported by stop().
  all.catch(() => undefined)
  return {
    stop: () => {
      end.abort()
      return all
    },
  }
}
