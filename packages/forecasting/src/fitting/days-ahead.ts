import type { ShopPeriod, ToldEvent } from '../types.ts'
import { yearsBefore } from './closed-days.ts'

/** What the days ahead sell ÷ usual days, and the standard deviation of that. Plain data. */
export interface DaysAhead {
  ratios: Float64Array
  deviations: Float64Array
}

/** Times of a repeated event that matter: histories have little more than three years. */
const TIMES = 5
const WEEKS_OF_YEAR = 364
/** Largest ratio of a day. */
const MOST_RATIO = 10
/** Standard deviation of a sale's effect, as a share of it, if it was told and if it was learned. */
const DEVIATION = { told: 0.15, learned: 0.25 }
/** Weight, in days of sales, of a sale without effect. */
const SHRINKAGE_IN_DAYS = 3
/** Most days between the same sale of two years, and between a sale and one that took its place. */
const NEARNESS = 6
const IN_ITS_PLACE = 30

/** Returns which days of the horizon will be unusual for the whole shop; null if none. */
export function daysAhead(args: {
  /** Past periods, of which those that were found may have no end yet. */
  periods: readonly ShopPeriod[]
  /** The one of them that lasts until the origin and was not told of, so that nobody knows its end. */
  running: ShopPeriod | null
  told: readonly ToldEvent[]
  /** Sales on the days of a told sale that has begun ÷ usual ones; null where they are not known. */
  ratioOf: (days: { from: number; to: number }) => number | null
  /** First day of data. */
  firstDay: number
  origin: number
  horizonDays: number
}): DaysAhead | null {
  const { periods, running, told, origin, horizonDays } = args
  const ahead = { ratios: new Float64Array(horizonDays).fill(1), deviations: new Float64Array(horizonDays) }
  const learned = learnedRatio(periods)
  for (const event of told.flatMap((one) => occurrences(one, origin, horizonDays))) {
    if (event.kind === 'usual' || event.kind === 'fault') continue
    const begun = event.from <= origin ? args.ratioOf({ from: event.from, to: origin }) : null
    const ratio = event.kind === 'closed' ? 0 : (event.effect ?? begun ?? learned)
    const share = event.effect === undefined && begun === null ? DEVIATION.learned : DEVIATION.told
    apply(ahead, origin, event, ratio, ratio === 0 ? 0 : share * Math.abs(ratio - 1))
  }
  const isTold = ({ from, to }: { from: number; to: number }) =>
    told.some((one) =>
      occurrences(one, origin, horizonDays).some((event) => event.from <= to && event.to >= from),
    )
  if (running) {
    // What has lasted so long goes on as long again in half of the cases. It is as wide from the first day as it is after a week.
    const lasted = running.to - running.from + 1
    const chance = lasted / (lasted + 7)
    const spread =
      (Math.sqrt(chance * (1 - chance)) * Math.abs(running.ratio - 1)) / (1 + chance * (running.ratio - 1))
    for (let day = 1; day <= horizonDays; day++) {
      const ratio = 1 + (lasted / (lasted + day)) * (running.ratio - 1)
      apply(ahead, origin, { from: origin + day, to: origin + day }, ratio, spread * ratio)
    }
  }
  for (const sale of returningSales(args))
    if (!isTold(sale)) apply(ahead, origin, sale, sale.ratio, sale.deviation)
  return ahead.ratios.every((ratio) => ratio === 1) ? null : ahead
}

function apply(
  { ratios, deviations }: DaysAhead,
  origin: number,
  { from, to }: { from: number; to: number },
  ratio: number,
  deviation: number,
): void {
  for (let i = Math.max(0, from - origin - 1); i < Math.min(ratios.length, to - origin); i++) {
    deviations[i] = Math.hypot(deviations[i]! * ratio, deviation * ratios[i]!)
    ratios[i] = Math.min(MOST_RATIO * Math.max(1, ratio), ratios[i]! * ratio)
  }
}

/** Returns the times of an event that end after the first day of the horizon begins, and not after its end. */
export function occurrences(event: ToldEvent, origin: number, horizonDays: number): ToldEvent[] {
  return allTimes(event, origin + horizonDays).filter(
    ({ to, from }) => to > origin && from <= origin + horizonDays,
  )
}

/** Returns all times of an event up to a day: itself, and the same dates of later and earlier years where it repeats. */
export function allTimes(event: ToldEvent, until: number): ToldEvent[] {
  const { from, to, repeats } = event
  if (!repeats) return [event]
  const later = (years: number) =>
    repeats === 'yearly' ? yearsBefore(from, -years) : from + years * WEEKS_OF_YEAR
  let latest = 0
  while (later(latest + 1) <= until) latest++
  return Array.from({ length: TIMES }, (_, back) => {
    const start = later(latest - back)
    return { ...event, from: start, to: start + to - from }
  })
}

/** Returns the ratio of the shop's past sales, shrunk to 1 with a few days of no effect. */
function learnedRatio(periods: readonly ShopPeriod[]): number {
  let [sum, days] = [0, SHRINKAGE_IN_DAYS]
  for (const { kind, from, to, ratio } of periods) {
    if (kind !== 'sale' || !(ratio > 0)) continue
    sum += (to - from + 1) * Math.log(ratio)
    days += to - from + 1
  }
  return Math.exp(sum / days)
}

/**
 * Returns the sales of the horizon that were found on about the same dates of earlier years. One year before is half a reason,
 * two that agree nearly a whole one; a year without it counts against it.
 */
function returningSales({
  periods,
  firstDay,
  origin,
  horizonDays,
}: Parameters<typeof daysAhead>[0]): { from: number; to: number; ratio: number; deviation: number }[] {
  const sales = periods.filter(({ kind, to }) => kind === 'sale' && to < origin)
  const found: ReturnType<typeof returningSales> = []
  for (const sale of sales) {
    // The next time after the latest one; of a sale of several years, only the latest is a start.
    const near = (day: number, other: ShopPeriod) => Math.abs(other.from - day) <= NEARNESS
    const next = yearsBefore(sale.from, -1)
    if (next + sale.to - sale.from <= origin || next > origin + horizonDays) continue
    if (sales.some((one) => one !== sale && Math.abs(one.from - next) <= IN_ITS_PLACE)) continue
    const earlier: ShopPeriod[] = [sale]
    let known = 1
    for (let back = 1; back < 4; back++) {
      const day = yearsBefore(sale.from, back)
      if (day < firstDay) break
      known++
      const same = sales.find((one) => near(day, one))
      if (same) earlier.push(same)
    }
    const chance = earlier.length / (known + 1 / earlier.length)
    const logs = earlier.map(({ ratio }) => Math.log(ratio))
    const ratio = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
    const spread = Math.hypot(
      Math.sqrt(chance * (1 - chance)) * (ratio - 1),
      (DEVIATION.learned * (ratio - 1)) / earlier.length,
    )
    found.push({
      from: next,
      to: next + sale.to - sale.from,
      ratio: 1 + chance * (ratio - 1),
      deviation: spread,
    })
  }
  return found
}
