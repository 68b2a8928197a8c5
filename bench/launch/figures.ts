import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const LOOK_EVERY_MS = 20

/** Returns the quantile of the values at `share`; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Returns median, 95th percentile and maximum of times in milliseconds, as text. */
export function spread(times: readonly number[]): string {
  const [median, p95, most] = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0))
  return `median ${median} ms, p95 ${p95} ms, longest ${most} ms of ${times.length}`
}

export function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

export function mean<T>(all: readonly T[], of: (one: T) => number): number {
  return sum(all, of) / all.length
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Returns a clock that tells the seconds since now. */
export function stopwatch(): () => number {
  const start = performance.now()
  return () => (performance.now() - start) / 1000
}

/** Asks again until the answer is yes; failures count as no. Throws after two minutes, or this many milliseconds. */
export function until(what: string, isSo: () => Promise<boolean>, patienceMs = 120_000): Promise<void> {
  const ask = async () => {
    if (!(await isSo())) throw new Error(`${what}: not within ${patienceMs / 1000} s`)
  }
  return insist(ask, patienceMs, LOOK_EVERY_MS)
}

/** Retries until the request succeeds; throws its failure after two minutes, or this many milliseconds. */
export async function insist<T>(ask: () => Promise<T>, patienceMs = 120_000, pauseMs = 200): Promise<T> {
  const end = performance.now() + patienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(pauseMs)
    }
  }
}

/** Reads the options of a command, which have these defaults; those whose default is a number are numbers. */
export function readOptions<T extends Record<string, string | number>>(defaults: T): T {
  const texts = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: 'string', default: `${value}` },
  ])
  const given = parseArgs({ options: Object.fromEntries(texts) }).values as Record<string, string>
  const read = Object.entries(defaults).map(([name, value]) => {
    return [name, typeof value === 'number' ? Number(given[name]) : given[name]]
  })
  return Object.fromEntries(read) as T
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

export function print(what: string, value: string): void {
  console.log(`${what.padEnd(36)} ${value}`)
}

export function fail(fault: string): void {
  console.log(`FAILED  ${fault}`)
  process.exitCode = 1
}

export function insistOn(holds: boolean, otherwise: string): void {
  if (!holds) fail(otherwise)
}
