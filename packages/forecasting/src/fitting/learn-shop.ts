import { requireCount } from '../arguments.ts'
import { getLongest } from '../histories.ts'
import { requireUnits } from '../history.ts'
import type { SeriesInput, SeriesList, ShopInput } from '../types.ts'
import { answerTask, learnInSteps } from './learn-in-steps.ts'
import { getParts, learnedRows } from './learned-series.ts'
import type { ShopKnowledge } from './shop-knowledge.ts'
import type { TrainedSeries } from './training-origins.ts'

export const DEFAULT_HORIZON_DAYS = 90

/** The learned parameters, and the levels of the series in the order given, which make `forecastSeries` faster. */
export interface LearnedShop {
  knowledge: ShopKnowledge
  /** Without an element for a series that was not learned from. */
  trained: readonly (TrainedSeries | undefined)[]
}

/** Learns what `forecastSeries` needs from all series of a shop. Their order affects only rounding. */
export function learnShop(shop: ShopInput): LearnedShop {
  const { horizonDays = DEFAULT_HORIZON_DAYS } = shop
  requireCount('horizonDays', horizonDays, 1)
  requireShop(shop)
  return learnFrom(shop.series, { ...shop, horizonDays })
}

/** Throws a RangeError if units are negative or not finite, or if a series does not end on the origin. */
export function requireShop({ origin, series }: ShopInput): void {
  for (let i = 0; i < series.length; i++) {
    const one = series.at(i) as SeriesInput
    const last = one.firstDay + one.unitsSold.length - 1
    if (last !== origin)
      throw new RangeError(`series ${one.id} must end on the origin ${origin}, it ends on ${last}`)
    requireUnits(one)
  }
}

/** Learns as `learnShop` does, from series that are already checked. */
export function learnFrom(
  series: SeriesList,
  shop: Pick<ShopInput, 'origin' | 'expectsFirstSales' | 'events' | 'shopEvents' | 'found'> & {
    horizonDays: number
  },
): LearnedShop {
  const { origin, horizonDays, expectsFirstSales = false, events = [], shopEvents, found } = shop
  const rows = learnedRows(series)
  const longest = getLongest(series)
  const parts = getParts(series, rows, { longest })
  const steps = learnInSteps({
    origin,
    horizonDays,
    expectsFirstSales,
    events,
    shopEvents,
    found,
    longest,
    series: rows.length,
  })
  let next = steps.next()
  while (!next.done) {
    const step = next.value
    const answers =
      'tasks' in step ? step.tasks.map(answerTask) : parts.map(({ part }) => part.answer(step.ofEachPart))
    next = steps.next(answers)
  }
  const trained: (TrainedSeries | undefined)[] = new Array(series.length)
  for (const one of parts)
    one.rows.forEach((row, i) => {
      trained[row] = one.part.trained[i]
    })
  return { knowledge: next.value, trained }
}
