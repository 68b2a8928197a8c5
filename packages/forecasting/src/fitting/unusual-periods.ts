import { MAX_DAYS } from '../history.ts'
import { WEEKDAYS } from '../models/weekday-profile.ts'
import type { ShopPeriod } from '../types.ts'
import type { ShopSales } from './shop-sales.ts'

/** Weeks on each side of a day whose same weekdays say what is usual. */
const WEEKS = 10
/** Longest closing and longest sale, in days. */
const LONGEST = { closed: 62, sale: 21 }
/** Longest sale that lasts until the origin, in days; after a longer one, the level may simply have changed. */
const LONGEST_RUNNING = 14
/** Shorter closings are holidays, which every month may have. */
const SHORTEST_CLOSED = 3
/** Largest sales of a closed day, and smallest sales of a day of a sale, ÷ those of a usual day. */
const MAX_OF_CLOSED = 0.05
const MIN_OF_SALE = 1.4
/** Share of a sale's rise that the days on both sides may have. */
const MAX_AROUND = 0.35
const DAYS_AROUND = 5
/** Days of data before a period, because it is unknown what is usual on the first days. */
export const DAYS_BEFORE = 28
/**
 * Minimum logarithm of the likelihood ratio of unusual to usual days: by chance, one shop in several hundred has a period that
 * reaches it.
 */
const MIN_EVIDENCE = 14
/** Minimum days of history, and minimum series on sale. */
const MIN_DAYS = 42
const MIN_SERIES = 5
/** Maximum number of passes; each finds one period. */
const MAX_PERIODS = 60

/**
 * Finds the days on which the whole shop sold nothing or much more than usual, from its own sales: runs of days whose
 * likelihood is much larger with a factor of their own. What is usual is the median of the same weekdays in the weeks around,
 * without days that were found before. The noise of usual days is their median deviation. A sale must begin and end abruptly,
 * so that a season or growth does not count as a sale; only a period that lasts until the origin may have no end.
 */
export function unusualPeriods(
  sales: Pick<ShopSales, 'sums' | 'broad' | 'series'>,
  origin: number,
): ShopPeriod[] {
  const first = sales.sums.findIndex((sum) => sum > 0)
  if (first < 0 || MAX_DAYS - first < MIN_DAYS || sales.series < MIN_SERIES) return []
  const days = { first, origin, isFound: new Uint8Array(MAX_DAYS) }
  const found: ShopPeriod[] = []
  for (const kind of ['closed', 'sale'] as const) {
    // A large order, or a few products in fashion, are not a sale of the whole shop.
    const sums = kind === 'closed' ? sales.sums : sales.broad
    while (found.length < MAX_PERIODS) {
      const period = likeliest(kind, sums, days)
      if (!period) break
      days.isFound.fill(1, period.start, period.end)
      found.push({
        kind,
        isTold: false,
        ...getDays(period, origin),
        ratio: kind === 'closed' ? 0 : (ratioOfDays(sales, origin, getDays(period, origin)) ?? period.ratio),
      })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

function getDays({ start, end }: Run, origin: number): Pick<ShopPeriod, 'from' | 'to'> {
  return { from: origin - MAX_DAYS + 1 + start, to: origin - MAX_DAYS + end }
}

interface Days {
  /** Index of the first day with a sale. */
  first: number
  origin: number
  isFound: Uint8Array
}

interface Run {
  start: number
  end: number
  ratio: number
}

function likeliest(kind: ShopPeriod['kind'], sums: Float64Array, days: Days): Run | null {
  const usual = usualSales(sums, days, days.first, MAX_DAYS)
  const { sold, expected, noise } = totals(sums, usual, days)
  let best: Run | null = null
  let most = MIN_EVIDENCE
  for (let start = days.first + DAYS_BEFORE; start < MAX_DAYS; start++) {
    if (!mayBegin(kind, sums[start]!, usual[start]!)) continue
    const last = Math.min(MAX_DAYS, start + LONGEST[kind])
    for (let end = start + 1; end <= last && !days.isFound[end - 1]; end++) {
      const wanted = expected[end]! - expected[start]!
      if (!mayBegin(kind, sums[end - 1]!, usual[end - 1]!)) {
        if (kind === 'closed') break
        continue
      }
      const ratio = (sold[end]! - sold[start]!) / wanted
      if (kind === 'closed' ? !(ratio <= MAX_OF_CLOSED) : !(ratio >= MIN_OF_SALE)) continue
      const evidence = (wanted * (ratio > 0 ? ratio * Math.log(ratio) - ratio + 1 : 1)) / noise
      if (evidence <= most || (kind === 'closed' && end - start < SHORTEST_CLOSED)) continue
      if (kind === 'sale' && end === MAX_DAYS && end - start > LONGEST_RUNNING) continue
      if (kind === 'sale' && !isUsualAround({ start, end, ratio }, sums, usual, days)) continue
      most = evidence
      best = { start, end, ratio }
    }
  }
  return best
}

function mayBegin(kind: ShopPeriod['kind'], sold: number, usual: number): boolean {
  return kind === 'closed' ? sold <= MAX_OF_CLOSED * usual : usual > 0 && sold > MIN_OF_SALE * usual
}

function isUsualAround(
  { start, end, ratio }: Run,
  sums: Float64Array,
  usual: Float64Array,
  days: Days,
): boolean {
  const most = 1 + MAX_AROUND * (ratio - 1)
  for (const [from, step] of [
    [start - 1, -1],
    [end, 1],
  ] as const) {
    let [sold, expected] = [0, 0]
    for (let t = from, count = 0; count < DAYS_AROUND && t > days.first && t < MAX_DAYS; t += step) {
      if (days.isFound[t]) break
      sold += sums[t]!
      expected += usual[t]!
      count++
    }
    if (sold > most * expected) return false
  }
  return true
}

/** Returns for each day between two indices the median of the same weekdays around it. */
function usualSales(sums: Float64Array, { first, isFound }: Days, start: number, end: number): Float64Array {
  const usual = new Float64Array(MAX_DAYS)
  const near = new Float64Array(2 * WEEKS)
  for (let t = start; t < end; t++) {
    let count = 0
    for (let week = -WEEKS; week <= WEEKS; week++) {
      const other = t + WEEKDAYS * week
      if (week !== 0 && other >= first && other < MAX_DAYS && !isFound[other]) near[count++] = sums[other]!
    }
    usual[t] = getMedian(near.subarray(0, count))
  }
  return usual
}

/** Returns the running totals of both, and the variance-to-mean ratio of usual days. */
function totals(sums: Float64Array, usual: Float64Array, { first, isFound }: Days) {
  const sold = new Float64Array(MAX_DAYS + 1)
  const expected = new Float64Array(MAX_DAYS + 1)
  const deviations = new Float64Array(MAX_DAYS)
  let count = 0
  for (let t = first; t < MAX_DAYS; t++) {
    // A weekday on which the shop is closed says nothing about a sale.
    sold[t + 1] = sold[t]! + (usual[t]! > 0 ? sums[t]! : 0)
    expected[t + 1] = expected[t]! + usual[t]!
    if (!isFound[t] && usual[t]! > 0)
      deviations[count++] = Math.abs(sums[t]! - usual[t]!) / Math.sqrt(usual[t]!)
  }
  // The median deviation of a normal variable is .674 standard deviations.
  return { sold, expected, noise: Math.max(1, (getMedian(deviations.subarray(0, count)) / 0.674) ** 2) }
}

function getMedian(values: Float64Array): number {
  if (values.length === 0) return 0
  const sorted = values.sort()
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

/** Returns the sales of these days ÷ those of usual ones; null if they are not known. */
export function ratioOfDays(
  sales: Pick<ShopSales, 'sums'>,
  origin: number,
  { from, to }: Pick<ShopPeriod, 'from' | 'to'>,
): number | null {
  const first = sales.sums.findIndex((sum) => sum > 0)
  const indexOf = (day: number) => Math.min(MAX_DAYS, Math.max(first, MAX_DAYS - 1 + day - origin))
  const [start, end] = [indexOf(from), indexOf(to + 1)]
  if (first < 0 || end <= start) return null
  const isFound = new Uint8Array(MAX_DAYS).fill(1, start, end)
  const usual = usualSales(sales.sums, { first, origin, isFound }, start, end)
  const sum = (values: Float64Array) => values.subarray(start, end).reduce((total, one) => total + one, 0)
  const wanted = sum(usual)
  return wanted > 0 ? sum(sales.sums) / wanted : null
}
