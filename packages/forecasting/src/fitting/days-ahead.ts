import type { ShopPeriod, ToldEvent } from '../types.ts'
import { yearsBefore } from './closed-days.ts'
import { occurrences } from './event-times.ts'
import type { LearnedSale } from './sales-of-some.ts'

/** What the days ahead sell ÷ usual days, and the standard deviation of that. Plain data. */
export interface DaysAhead {
  ratios: Float64Array
  deviations: Float64Array
  /** Whether the merchant told of some of them; all were found otherwise. */
  isTold: boolean
}

/** Largest ratio of a day on which several events meet. */
const MAX_RATIO = 10
/** Standard deviation of a sale's effect, as a share of it, if it was told and if it was learned. */
const DEVIATION = { told: 0.15, learned: 0.25 }
/** Standard deviation of the effect of a sale of which nobody knows anything, as a share of it. */
const UNKNOWN = 0.5
/** Weight, in days of sales, of a sale without effect. */
const SHRINKAGE_IN_DAYS = 3
/** Most days between the same sale of two years, and between a sale and one that took its place. */
const NEARNESS = 6
const IN_ITS_PLACE = 30

interface Shop {
  /** Past periods, of which those that were found may have no end yet. */
  periods: readonly ShopPeriod[]
  /** The one of them that lasts until the origin and was not told of, so that nobody knows its end. */
  running: ShopPeriod | null
  told: readonly ToldEvent[]
  /** Past sales of some series, from which the effect of later ones is learned. */
  salesOfSome: readonly LearnedSale[]
  /** Sales on the days of a told sale that has begun ÷ usual ones; null where they are not known. */
  getRatio: (days: { from: number; to: number }) => number | null
  /** First day of data. */
  firstDay: number
  origin: number
  horizonDays: number
}

/** Returns which days of the horizon will be unusual for the whole shop; null if none. */
export function daysAhead(args: Shop): DaysAhead | null {
  const { running, told, origin, horizonDays } = args
  const ahead = {
    ratios: new Float64Array(horizonDays).fill(1),
    deviations: new Float64Array(horizonDays),
    isTold: told.length > 0,
  }
  const learned = learnedRatio(getSales(args))
  for (const event of told.flatMap((one) => occurrences(one, origin, horizonDays))) {
    if (event.kind === 'usual' || event.kind === 'fault') continue
    const begun = event.from <= origin ? args.getRatio({ from: event.from, to: origin }) : null
    if (event.kind === 'closed') apply(ahead, origin, event, { ratio: 0, deviation: 0 })
    else
      apply(
        ahead,
        origin,
        event,
        begun === null ? getEffect(event, learned) : toldEffect(event.effect ?? begun),
      )
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
      apply(ahead, origin, { from: origin + day, to: origin + day }, { ratio, deviation: spread * ratio })
    }
  }
  for (const sale of returningSales(args)) if (!isTold(sale)) apply(ahead, origin, sale, sale)
  return isUsual(ahead) ? null : ahead
}

/** Returns the days ahead of a series with events of its own, which multiply those of all. */
export function aheadOfSome(
  all: DaysAhead | null,
  { told, origin, horizonDays, ...shop }: Shop,
): DaysAhead | null {
  const ahead = {
    ratios: all?.ratios.slice() ?? new Float64Array(horizonDays).fill(1),
    deviations: all?.deviations.slice() ?? new Float64Array(horizonDays),
    isTold: true,
  }
  const pooled = learnedRatio(getSales(shop))
  for (const event of told.flatMap((one) => occurrences(one, origin, horizonDays))) {
    if (event.kind !== 'sale') continue
    const alike = shop.salesOfSome.filter(({ series }) => event.series?.some((id) => series.has(id)))
    const learned = learnedRatio(alike, pooled.ratio)
    apply(ahead, origin, event, getEffect(event, alike.length > 0 ? learned : pooled))
  }
  return isUsual(ahead) ? null : ahead
}

const isUsual = ({ ratios, deviations }: DaysAhead) =>
  ratios.every((ratio, day) => ratio === 1 && deviations[day] === 0)

interface Effect {
  ratio: number
  deviation: number
}

function getEffect({ effect }: ToldEvent, learned: { ratio: number; sales: number }): Effect {
  if (effect !== undefined) return toldEffect(effect)
  const { ratio, sales } = learned
  // No earlier sale tells the effect, so the range is wide.
  return {
    ratio,
    deviation: Math.max(DEVIATION.learned * Math.abs(ratio - 1), (UNKNOWN * ratio) / (1 + sales)),
  }
}

const toldEffect = (ratio: number): Effect => ({ ratio, deviation: DEVIATION.told * Math.abs(ratio - 1) })

/** Returns the past sales whose effects are known, of all series and of some. */
function getSales({ periods, salesOfSome }: Pick<Shop, 'periods' | 'salesOfSome'>) {
  return [...periods.filter(({ kind, ratio }) => kind === 'sale' && ratio > 0), ...salesOfSome]
}

function apply(
  { ratios, deviations }: DaysAhead,
  origin: number,
  { from, to }: { from: number; to: number },
  { ratio, deviation }: Effect,
): void {
  for (let i = Math.max(0, from - origin - 1); i < Math.min(ratios.length, to - origin); i++) {
    deviations[i] = Math.hypot(deviations[i]! * ratio, deviation * ratios[i]!)
    ratios[i] = Math.min(Math.max(MAX_RATIO, ratio, ratios[i]!), ratios[i]! * ratio)
  }
}

/** Returns the ratio of past sales, shrunk to that of other ones or to 1 with a few days, and how many sales there were. */
function learnedRatio(
  sales: readonly { from: number; to: number; ratio: number }[],
  prior = 1,
): { ratio: number; sales: number } {
  let [sum, days] = [SHRINKAGE_IN_DAYS * Math.log(prior), SHRINKAGE_IN_DAYS]
  for (const { from, to, ratio } of sales) {
    sum += (to - from + 1) * Math.log(ratio)
    days += to - from + 1
  }
  return { ratio: Math.exp(sum / days), sales: sales.length }
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
}: Shop): { from: number; to: number; ratio: number; deviation: number }[] {
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
