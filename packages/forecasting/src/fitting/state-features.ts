import { SES, SMOOTHINGS, WINDOWS } from '../models/levels.ts'
import { YEAR_DAYS } from './annual-seasonal-index.ts'
import { baseLevel, daysSinceSale, getScale, sellingRate, type View } from './features.ts'

const LEVEL_28 = WINDOWS.indexOf(28)
const LEVEL_364 = WINDOWS.indexOf(364)
const SLOW = WINDOWS.length + SMOOTHINGS.indexOf(0.01)
const FAST = WINDOWS.length + SMOOTHINGS.indexOf(0.2)

/** Number of features that say in which state a series is. */
export const STATES = 8

/**
 * Writes in which state a series is, as numbers near 0 to 3 without units: logarithm of the base level, how much
 * the levels of 28 and 364 days differ and which is higher, how much fast and slow smoothing differ, how far sales
 * are overdue, youth, selling days a day in stock, and how much single days vary.
 */
export function writeState(view: View, out: Float64Array, at: number): void {
  const { history, end, levels, offset } = view
  const base = baseLevel(levels, offset)
  const least = 0.05 * base + 1e-9
  const logRatio = (a: number, b: number) =>
    Math.log((levels[offset + a]! + least) / (levels[offset + b]! + least))
  const direction = logRatio(LEVEL_28, LEVEL_364)
  const rate = Math.max(sellingRate(history, end, YEAR_DAYS), 1 / Math.min(YEAR_DAYS, end))
  const overdue = Math.max(0, daysSinceSale(history, end) * rate - 1)
  out[at] = Math.log(base + 1e-9)
  out[at + 1] = Math.abs(direction)
  out[at + 2] = direction
  out[at + 3] = Math.abs(logRatio(FAST, SLOW))
  out[at + 4] = 1 - Math.exp(-overdue / 3)
  out[at + 5] = Math.exp(-end / 180)
  out[at + 6] = rate
  out[at + 7] = Math.log1p((getScale(history, end) / (levels[offset + SES]! + least)) ** 2) / 4
}
