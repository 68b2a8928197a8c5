import { learnShop } from '../fitting/learn-shop.ts'
import { forecastSeries } from '../forecast-series.ts'
import { type DemandLaw, dropElapsedDays, noDemandLaw } from '../law/demand-law.ts'
import type { SeriesInput } from '../types.ts'
import { REFIT_DAYS } from './replay-input.ts'

/** The law of series `index` as it was known in the morning of `day` (epoch day), seen from that morning. */
export type PastLaws = (index: number, day: number) => DemandLaw

/**
 * Fits the shop at the end of `firstOrigin` and every week after it, up to the day before `lastMorning`. A fit sees the
 * days up to its origin and nothing else; between two fits the older one is read a few days on.
 */
export function fitPastWeeks(args: {
  series: readonly SeriesInput[]
  firstOrigin: number
  lastMorning: number
  horizonDays: number
}): PastLaws {
  const { series, firstOrigin, lastMorning } = args
  const weeks: DemandLaw[][] = []
  for (let origin = firstOrigin; origin < lastMorning; origin += REFIT_DAYS) {
    weeks.push(fitPast(series, origin, args.horizonDays + REFIT_DAYS))
  }
  return (index, day) => {
    const elapsed = day - 1 - firstOrigin
    const week = Math.floor(elapsed / REFIT_DAYS)
    return dropElapsedDays(weeks[week]?.[index] as DemandLaw, elapsed - week * REFIT_DAYS)
  }
}

/** In the order given; a series that begins after `origin` has a law under which nothing sells. */
function fitPast(series: readonly SeriesInput[], origin: number, horizonDays: number): DemandLaw[] {
  const begun = series.filter(({ firstDay }) => firstDay <= origin).map((one) => cutAfter(one, origin))
  const { knowledge, trained } = learnShop({ origin, series: begun, horizonDays })
  const laws = begun.map((one, i) => forecastSeries(one, knowledge, trained[i]).law)
  let next = 0
  return series.map(({ firstDay }) =>
    firstDay <= origin ? (laws[next++] as DemandLaw) : noDemandLaw(horizonDays),
  )
}

function cutAfter({ id, firstDay, unitsSold, outOfStock }: SeriesInput, origin: number): SeriesInput {
  const days = origin - firstDay + 1
  return {
    id,
    firstDay,
    unitsSold: unitsSold.subarray(0, days),
    ...(outOfStock && { outOfStock: outOfStock.subarray(0, days) }),
  }
}
