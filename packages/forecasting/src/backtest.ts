import { demandQuantile } from './distribution/read-distribution.ts'
import { EarlierYearSums, type EarlierYears } from './fitting/earlier-years.ts'
import { learnFrom } from './fitting/learn-shop.ts'
import type { ShopKnowledge } from './fitting/shop-knowledge.ts'
import { expectedDemand, plainMean } from './forecast-series.ts'
import { cutTo, EarlierHistories } from './histories.ts'
import type { History } from './history.ts'
import { LEVELS, levelsAt } from './models/levels.ts'
import { regularOrders } from './shop-days/regular-orders.ts'
import type { Accuracy, SeriesInput, SeriesList, ShopInput } from './types.ts'

const HORIZON = 14
const ORIGINS = 6
/** Minimum days of history that a series needs to be scored at an origin. */
const MIN_HISTORY_DAYS = 60

type Outcome = Accuracy['origins'][number]

/**
 * Runs a rolling-origin back-test, and returns the function that scores a series of the shop. At 6 origins 14
 * days apart, it forecasts demand over the next 14 days from earlier days only, and compares the forecast and
 * the plain 30-day mean with actual sales. The parameters shared by all series are learned before the first
 * origin. Origins whose 14 days include a day out of stock are not scored. Gives null for a series without a
 * scored origin; `earlier` must have read the series. The series must have been checked.
 */
export function backtestShop({
  origin,
  series,
  shopEvents,
}: ShopInput): (one: SeriesInput, earlier: EarlierHistories) => Accuracy | null {
  const oldest = HORIZON * ORIGINS
  const backs = Array.from({ length: ORIGINS }, (_, i) => oldest - i * HORIZON)
  const first = { origin: origin - oldest, horizonDays: HORIZON, ...(shopEvents && { shopEvents }) }
  const { knowledge: learned } = learnFrom(withoutLatest(oldest, series), first)
  const years = learned.earlierYears && earlierYearsAt(backs, series, learned)
  const past = backs.map((back) => ({
    back,
    knowledge: {
      ...learned,
      origin: origin - back,
      earlierYears: years?.get(back) ?? null,
      drift: back === oldest ? learned.drift : null,
      ahead: back === oldest ? learned.ahead : null,
      // Sums are scored, not single days.
      empiricalWeight: 0,
    },
  }))
  return (one, earlier) => {
    const levels = levelsBefore(earlier.whole(), backs)
    const outcomes: Outcome[] = []
    past.forEach(({ back, knowledge }, i) => {
      const history = earlier.before(back)
      const isPart = history.demandBefore === earlier.whole().demandBefore
      const row = isPart ? levels.subarray(i * LEVELS, (i + 1) * LEVELS) : levelsAt(history, [history.n])
      const outcome = outcomeAt(one, history, knowledge, row)
      if (outcome) outcomes.push(outcome)
    })
    return getAccuracy(outcomes)
  }
}

/** Returns the series without their last `days` days. */
function withoutLatest(days: number, series: SeriesList): SeriesList {
  const before = (one: SeriesInput) => cutTo(one, Math.max(0, one.unitsSold.length - days))
  return { length: series.length, at: (index) => before(series.at(index) as SeriesInput) }
}

/** Returns the levels of a history at each of these numbers of days before its end. */
function levelsBefore(history: History, backs: readonly number[]): Float64Array {
  return levelsAt(
    history,
    backs.map((back) => Math.max(0, history.n - back)),
  )
}

/** Returns what the earlier years say at these days; the season was learned before the first of them. */
function earlierYearsAt(
  backs: readonly number[],
  series: SeriesList,
  { earlierYears, ...unteaching }: ShopKnowledge,
): Map<number, EarlierYears> {
  const earlier = new EarlierHistories(unteaching)
  const sums = new Map(backs.map((back) => [back, new EarlierYearSums()]))
  for (let i = 0; i < series.length; i++) {
    earlier.read(series.at(i) as SeriesInput)
    for (const [back, each] of sums) each.add(earlier.before(back), 0)
  }
  return new Map([...sums].map(([back, each]) => [back, each.earlierYears(earlierYears!.seasonLearned)]))
}

function outcomeAt(
  series: SeriesInput,
  history: History,
  knowledge: ShopKnowledge,
  levels: Float64Array,
): Outcome | null {
  if (history.n < MIN_HISTORY_DAYS) return null
  const end = knowledge.origin + 1 - series.firstDay
  if (series.outOfStock?.subarray(end, end + HORIZON).includes(1)) return null
  let actual = 0
  for (let t = end; t < end + HORIZON; t++) actual += series.unitsSold[t] as number
  const orders = regularOrders(cutTo(series, end))
  const { distribution } = expectedDemand({ history, orders, knowledge, levels })
  return {
    day: knowledge.origin,
    p10: demandQuantile(distribution, HORIZON, 0.1),
    p50: demandQuantile(distribution, HORIZON, 0.5),
    p90: demandQuantile(distribution, HORIZON, 0.9),
    actual,
    plainMean: plainMean(history) * HORIZON,
  }
}

function getAccuracy(origins: readonly Outcome[]): Accuracy | null {
  if (origins.length === 0) return null
  let sold = 0
  let error = 0
  let plainError = 0
  let covered = 0
  for (const { actual, p10, p50, p90, plainMean: plain } of origins) {
    sold += actual
    error += Math.abs(actual - p50)
    plainError += Math.abs(actual - plain)
    if (actual >= p10 && actual <= p90) covered++
  }
  return {
    horizonDays: HORIZON,
    origins,
    wape: ratio(error, sold),
    plainMeanWape: ratio(plainError, sold),
    coverage: covered / origins.length,
  }
}

/** Returns error ÷ units sold. Without sales it is 0 for no error, otherwise 1. */
function ratio(error: number, sold: number): number {
  return sold > 0 ? error / sold : error > 0 ? 1 : 0
}
