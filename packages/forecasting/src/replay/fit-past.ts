import { learnShop } from '../fitting/learn-shop.ts'
import { forecastSeries } from '../forecast-series.ts'
import { type DemandLaw, dropElapsedDays, noDemandLaw } from '../law/demand-law.ts'
import type { SeriesInput } from '../types.ts'
import { REFIT_DAYS } from './replay-input.ts'

/** Returns the demand distribution of series `index` as known on the morning of `day` (epoch day). */
export type PastLaws = (index: number, day: number) => DemandLaw

/**
 * Fits the shop at the end of `firstOrigin` and every week after it, up to the day before `lastMorning`. A
 * fit uses only the days up to its origin; until the next fit, its elapsed days are dropped.
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

/** Returns the demand distributions in the given order; a series that begins after `origin` has no demand. */
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
