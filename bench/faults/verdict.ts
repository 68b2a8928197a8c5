import { quantile } from '../product/quantiles.ts'
import type { Notified } from './messages.ts'
import type { VisitTimes } from './visitor.ts'

const MOST_SLOWER = 1.5
const MOST_STORM = 2
/** Most minutes until a message: requests time out after 30 s and are tried five times. */
const MESSAGE_MINUTES = 3
/** Faults without a message, because the store is then read page by page instead of in bulk. */
const WITHOUT_MESSAGE = new Set(['bulk_refused'])

/** Requests of one shop to its sandbox in the busiest second. */
export interface Busiest {
  /** The same for the shops of the product without faults. */
  normal: number
  during: number
  after: number
}

export function judgeVisits({ beside, without }: VisitTimes): void {
  const [slow, normal] = [quantile(beside, 0.95), quantile(without, 0.95)]
  const [slowHalf, normalHalf] = [quantile(beside, 0.5), quantile(without, 0.5)]
  const ratio = slow / normal
  print(
    'other merchant, p95 ms',
    `${slow.toFixed(0)} beside / ${normal.toFixed(0)} without: ${ratio.toFixed(2)} ×`,
  )
  print('other merchant, median ms', `${slowHalf.toFixed(0)} beside / ${normalHalf.toFixed(0)} without`)
  print('visits', `${beside.length} + ${without.length}`)
  if (ratio >= MOST_SLOWER) fail(`the other merchant is ${ratio.toFixed(2)} × slower`)
}

export function judgeShop(shop: {
  kind: string
  name: string
  minutes: number
  notified: Notified | null
  busiest: Busiest
}): void {
  const { kind, name, notified, minutes } = shop
  const { normal, during, after } = shop.busiest
  print(`${name}, busiest second`, `${normal} normal / ${during} during / ${after} after`)
  print(
    `${name}, message`,
    notified ? `after ${notified.afterSeconds.toFixed(0)} s: ${notified.message}` : 'none',
  )
  if (after > MOST_STORM * normal) fail(`${name}: ${after} requests in a second after the fault`)
  if (!notified && !WITHOUT_MESSAGE.has(kind) && minutes >= MESSAGE_MINUTES) fail(`${name}: no message`)
}

export function fail(fault: string): void {
  console.log(`FAILED  ${fault}`)
  process.exitCode = 1
}

export function print(what: string, value: string): void {
  console.log(`  ${what.padEnd(34)} ${value}`)
}
