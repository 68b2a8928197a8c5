import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 200
const PATIENCE_MS = 120_000

/** An activity of merchants and stores that continues while processes are killed. */
export interface Work {
  name: string
  /** Does one step; each step is completed before the next one. */
  doOne(): Promise<void>
  /** Compares what was acknowledged with what the product has. Returns a sentence for each difference. */
  judge(): Promise<string[]>
}

/** Retries until the request succeeds. It fails if the product is unavailable for two minutes. */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Retries a change. Returns false for a refusal, which means that it was done before or is not possible now.
 */
export async function insistOnChange(ask: () => Promise<unknown>): Promise<boolean> {
  return insist(() =>
    ask().then(
      () => true,
      (error: Error) => {
        if (/: (400|404|409|412) /.test(error.message)) return false
        throw error
      },
    ),
  )
}

/** Repeats each activity independently, with pauses, until stopped. */
export function keepWorking(works: readonly Work[], pauseMs: number): { stop(): Promise<string[]> } {
  let isOver = false
  const done = works.map(async (work) => {
    let pieces = 0
    for (; !isOver; pieces++) {
      await work.doOne()
      await sleep(pauseMs)
    }
    return `${pieces} ${work.name}`
  })
  const all = Promise.all(done)
  // A failure is reported by stop().
  all.catch(() => undefined)
  return {
    stop: () => {
      isOver = true
      return all
    },
  }
}
