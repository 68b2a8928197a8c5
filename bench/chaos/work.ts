import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 200
const PATIENCE_MS = 120_000

/** Something that merchants and stores keep doing while processes are killed. */
export interface Work {
  name: string
  /** Does one piece of it; a piece that was begun is ended before the next one. */
  doOne(): Promise<void>
  /** Compares what was acknowledged with what the product has. A sentence for each difference. */
  judge(): Promise<string[]>
}

/** Asks again, as people and programs do, until it succeeds. A product that stays away for two minutes is a failure. */
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

/** The same for a change; a refusal says that it was done before, or cannot be done now. False for a refusal. */
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

/** Goes on with each kind of work by itself, with pauses, until it is stopped. */
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
  // A failure is told to whoever stops the work.
  all.catch(() => undefined)
  return {
    stop: () => {
      isOver = true
      return all
    },
  }
}
