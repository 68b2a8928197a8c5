import { setTimeout as sleep } from 'node:timers/promises'
import type { Merchant } from '../launch/merchant.ts'
import { quantile } from '../launch/quantiles.ts'

const PATHS = ['/api/session', '/api/dashboard', '/api/products', '/api/alerts', '/api/billing']
const AT_ONCE = 2
const PAUSE_MS = 250

export interface Reads {
  /** Returns the reads since the last call, and the time of the slowest percent of them. */
  take(): { count: number; p99Ms: number }
  stop(): Promise<string[]>
}

/** Reads the screens of these merchants all the time, as their open pages do. */
export function keepReading(merchants: readonly Merchant[]): Reads {
  let times: number[] = []
  const failures: string[] = []
  let isOver = false
  const reading = merchants.flatMap((merchant) =>
    Array.from({ length: AT_ONCE }, async (_, first) => {
      for (let n = first; !isOver; n++) {
        const start = performance.now()
        await merchant.get(PATHS[n % PATHS.length]!).catch((error: Error) => failures.push(error.message))
        times.push(performance.now() - start)
        await sleep(PAUSE_MS)
      }
    }),
  )
  return {
    take: () => {
      const taken = times
      times = []
      return { count: taken.length, p99Ms: quantile(taken, 0.99) }
    },
    stop: async () => {
      isOver = true
      await Promise.all(reading)
      return failures
    },
  }
}
