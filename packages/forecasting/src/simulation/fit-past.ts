import {
  type DemandDistribution,
  dropElapsedDays,
  noDemandDistribution,
} from '../distribution/demand-distribution.ts'
import { learnShop } from '../fitting/learn-shop.ts'
import { forecastSeries } from '../forecast-series.ts'
import { cutTo } from '../histories.ts'
import type { SeriesInput } from '../types.ts'
import { REFIT_DAYS } from './simulation-input.ts'

/** Returns the demand distribution of series `index` as known on the morning of `day` (epoch day). */
export type PastDistributions = (index: number, day: number) => DemandDistribution

/**
 * Fits the shop at the end of `firstOrigin` and every week after it, up to the day before `lastMorning`. A
 * fit uses only the days up to its origin; until the next fit, its elapsed days are dropped.
 */
export function fitPastWeeks(args: {
  series: readonly SeriesInput[]
  firstOrigin: number
  lastMorning: number
  horizonDays: number
}): PastDistributions {
  const { series, firstOrigin, lastMorning } = args
  const weeks: DemandDistribution[][] = []
  for (let origin = firstOrigin; origin < lastMorning; origin += REFIT_DAYS) {
    weeks.push(fitPast(series, origin, args.horizonDays + REFIT_DAYS))
  }
  return (index, day) => {
    const elapsed = day - 1 - firstOrigin
    const week = Math.floor(elapsed / REFIT_DAYS)
    return dropElapsedDays(weeks[week]?.[index] as DemandDistribution, elapsed - week * REFIT_DAYS)
  }
}

/** Returns the demand distributions in the given order; a series that begins after `origin` has no demand. */
function fitPast(series: readonly SeriesInput[], origin: number, horizonDays: number): DemandDistribution[] {
  const begun = series
    .filter(({ firstDay }) => firstDay <= origin)
    .map((one) => cutTo(one, origin - one.firstDay + 1))
  const { knowledge: learned, trained } = learnShop({ origin, series: begun, horizonDays })
  // Sums are read, not single days.
  const knowledge = { ...learned, empiricalWeight: 0 }
  const distributions = begun.map((one, i) => forecastSeries(one, knowledge, trained[i]).distribution)
  let next = 0
  return series.map(({ firstDay }) =>
    firstDay <= origin ? (distributions[next++] as DemandDistribution) : noDemandDistribution(horizonDays),
  )
}
