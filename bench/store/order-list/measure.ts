import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../launch/database.ts'
import { quantile } from '../../launch/quantiles.ts'

const LOOK_EVERY_MS = 20
const PATIENCE_MS = 60_000

/** Prints each measurement beside a bare count of the shop's plans, and collects those above their limit. */
export interface Measure {
  /** Measures a bare count, so that it is spread over the measurements beside it. */
  count(): Promise<void>
  /** Prints p50 and p95 of what took so many milliseconds. */
  print(what: string, took: readonly number[], mostMs: number): void
  failures: readonly string[]
}

export function createMeasure(database: Database, merchantId: number): Measure {
  let bare: number[] = []
  const failures: string[] = []
  return {
    failures,
    count: async () => {
      // Nobody reads lists for minutes without a pause.
      await database.rows('delete from limit_counts')
      const query = 'select count(*) from order_plans where merchant_id = $1'
      bare.push(await timed(() => database.rows(query, [merchantId])))
    },
    print: (what, took, mostMs) => {
      const [middle, p95, counted] = [quantile(took, 0.5), quantile(took, 0.95), quantile(bare, 0.5)]
      bare = []
      console.log(
        `${what.padEnd(42)} p50 ${middle.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${took.length}, limit ${mostMs} ms; ` +
          `a bare count ${counted.toFixed(1)} ms: ${(middle / counted).toFixed(1)} ×`,
      )
      if (p95 > mostMs) failures.push(`${what}: p95 ${p95.toFixed(0)} ms, limit ${mostMs} ms`)
    },
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Looks every 20 ms until it is true. */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${what}: not within a minute`)
    await sleep(LOOK_EVERY_MS)
  }
}
