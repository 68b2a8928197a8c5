import { toWeekday, WEEKDAYS } from '../models/weekday-profile.ts'
import type { LeftOut } from '../shop-days/left-out.ts'
import type { ShopPeriod, ToldEvent } from '../types.ts'
import { monthsLater } from './closed-days.ts'
import { occurrences } from './event-times.ts'
import type { LearnedSale } from './sales-of-some.ts'
import { DAYS_BEFORE } from './unusual-periods.ts'

/** What the days ahead sell ÷ usual days, and the standard deviation of that. Plain data. */
export interface DaysAhead {
  ratios: Float64Array
  deviations: Float64Array
  /** Whether the merchant entered some of these days; otherwise all were detected in the sales. */
  isTold: boolean
}

/** Largest ratio of a day on which several events meet. */
const MAX_RATIO = 10
/** Standard deviation of a sale's effect, as a share of it: if the merchant entered the effect, and if it was learned. */
const DEVIATION = { told: 0.15, learned: 0.25 }
/** Standard deviation of the effect of a sale about which nothing is known, as a share of it. */
const UNKNOWN = 0.5
/** Weight, in days of sales, of a sale without effect. */
const SHRINKAGE_IN_DAYS = 3

interface Shop {
  /** Past periods; a detected period may have no end yet. */
  periods: readonly ShopPeriod[]
  /** The detected period that lasts until the origin, whose end is unknown because the merchant did not enter it. */
  running: ShopPeriod | null
  told: readonly ToldEvent[]
  /** Past sales of some series, from which the effect of later ones is learned. */
  salesOfSome: readonly LearnedSale[]
  /** Sales on the days of an entered sale that has begun ÷ those of usual days; null if unknown. */
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
  const left = running && daysLeft(running, args)
  if (running && left !== null) {
    const { from, ratio } = running
    apply(
      ahead,
      origin,
      { from, to: origin + left },
      { ratio, deviation: DEVIATION.learned * Math.abs(ratio - 1) },
    )
  } else if (running) {
    // A period that has lasted for some time goes on as long again in half of all cases. Its uncertainty is the same on the
    // first day as after a week.
    const lasted = running.to - running.from + 1
    const chance = lasted / (lasted + 7)
    const spread =
      (Math.sqrt(chance * (1 - chance)) * Math.abs(running.ratio - 1)) / (1 + chance * (running.ratio - 1))
    for (let day = 1; day <= horizonDays; day++) {
      const ratio = 1 + (lasted / (lasted + day)) * (running.ratio - 1)
      apply(ahead, origin, { from: origin + day, to: origin + day }, { ratio, deviation: spread * ratio })
    }
  }
  for (const one of returning(args)) if (!isTold(one)) apply(ahead, origin, one, one)
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

/** A period with a larger chance of returning is taken as certain. */
const CERTAIN = 0.98
/** Rhythms in which a period may return: months between occurrences, how many are compared, and how many are enough; and days by which they may differ. */
const RHYTHMS = [
  { months: 1, most: 12, least: 3, nearness: 3, inItsPlace: 10 },
  { months: 12, most: 4, least: 1, nearness: 6, inItsPlace: 30 },
]

/**
 * Returns closings and sales expected within the horizon because they occurred on about the same dates in earlier years or months.
 * After one occurrence the chance is a half, after two nearly one; a date without an occurrence lowers it.
 */
function returning(shop: Shop): (Effect & LeftOut)[] {
  const { periods, origin, horizonDays } = shop
  const found: (Effect & LeftOut)[] = []
  for (const rhythm of RHYTHMS) {
    for (const period of periods) {
      // The next time after the latest occurrence; of a period that occurred several times, only the latest occurrence counts.
      const { kind, from, to } = period
      const { months, least, inItsPlace } = rhythm
      const next = monthsLater(from, months)
      if (next + to - from <= origin || next > origin + horizonDays) continue
      if (periods.some((one) => one.kind === kind && Math.abs(one.from - next) <= inItsPlace)) continue
      const { times, known } = timesUntil(period, rhythm, shop)
      if (times.length < least || (to >= origin && times.length === 1)) continue
      const likely = times.length / (known + times.length ** -3)
      const chance = likely > CERTAIN ? 1 : likely
      const logs = times.map(({ ratio }) => Math.log(ratio))
      const rise = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length) - 1
      const deviation = Math.hypot(
        Math.sqrt(chance * (1 - chance)) * rise,
        kind === 'sale' ? (DEVIATION.learned * rise) / times.length : 0,
      )
      const days = Math.max(to - from, times[1] ? times[1].to - times[1].from : 0)
      for (let time = 1; ; time++) {
        const date = monthsLater(from, time * months)
        const start = date + toSameWeekday(times, date)
        if (start > origin + horizonDays) break
        if (found.some((one) => one.from <= start + days && one.to >= start)) continue
        found.push({ from: start, to: start + days, ratio: 1 + chance * rise, deviation })
      }
    }
  }
  return found
}

/** Returns the earlier occurrences of a period, itself first, and how many such dates the history covers. */
function timesUntil(
  period: ShopPeriod,
  { months, most, nearness }: (typeof RHYTHMS)[number],
  { periods, firstDay }: Shop,
): { times: ShopPeriod[]; known: number } {
  const times = [period]
  for (let known = 1; ; known++) {
    const day = monthsLater(period.from, -known * months)
    // Nothing is found in the first weeks.
    if (known === most || day < firstDay + DAYS_BEFORE) return { times, known }
    const same = periods.find(({ kind, from }) => kind === period.kind && Math.abs(from - day) <= nearness)
    if (same) times.push(same)
  }
}

/** Returns how many days a running period has left, judged by its earlier occurrences; null without any. */
function daysLeft(running: ShopPeriod, shop: Shop): number | null {
  for (const rhythm of RHYTHMS) {
    const { times } = timesUntil(running, rhythm, shop)
    if (times.length <= Math.max(1, rhythm.least - 1)) continue
    const lengths = times.slice(1).map(({ from, to }) => to - from + 1)
    return Math.max(
      0,
      Math.round(lengths.reduce((sum, one) => sum + one, 0) / lengths.length) -
        (running.to - running.from + 1),
    )
  }
  return null
}

/** Returns the shift, in days, to the nearest day with the weekday on which all periods began; 0 if they began on different ones. */
function toSameWeekday([latest, ...others]: readonly ShopPeriod[], day: number): number {
  if (others.length === 0 || others.some(({ from }) => (latest!.from - from) % WEEKDAYS !== 0)) return 0
  return toWeekday(latest!.from - day) - 3
}
