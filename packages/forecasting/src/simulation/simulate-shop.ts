import { getLeadTimes } from '../decisions/replenishment-policy.ts'
import { SERVICE_LEVELS } from '../decisions/service-levels.ts'
import { type CalibrationBin, calibrationTable } from './calibration-table.ts'
import { plainEpisodes, riskEpisodes } from './episodes.ts'
import { estimateStock, fullCover } from './estimate-stock.ts'
import { fitPastWeeks, type PastDistributions } from './fit-past.ts'
import { getScore, getStockouts, type Score, type Stockout } from './score.ts'
import { requireSimulation, type SimulationInput } from './simulation-input.ts'
import { type StockHistory, type VariantDays, variantDays } from './variant-days.ts'

export interface SimulationStep extends Score {
  serviceLevel: number
}

/** Results of a historical simulation of the alerts; days are counted from `firstDay`. */
export interface Simulation {
  /** First simulated day, epoch day. */
  firstDay: number
  days: number
  /** Ids of the series, in the order given. */
  ids: readonly string[]
  stockouts: readonly Stockout[]
  /** In ascending order of service level. */
  steps: readonly SimulationStep[]
  /** The plain rule: an alert at 14 days of average sales. */
  plain: Score
  calibration: readonly CalibrationBin[]
  /** Share of the variants' days whose stock is an estimate, 0–1. */
  estimatedShare: number
}

/**
 * Runs a historical simulation over the last days of a shop. Each morning uses only data known by then, with
 * forecasts renewed every week. The live rule opens and closes alerts at each service level, and the results
 * are compared with actual stockouts. Unrecorded stock is estimated (`estimateStock`). Where incoming units
 * were not recorded, deliveries count from the day they arrived. The same input gives the same output.
 */
export function simulateShop(input: SimulationInput): Simulation {
  const simulated = simulationDays(input)
  const { firstDay, all } = simulated
  const stockouts = getStockouts(all)
  const top = all.map(({ probability }) => probability.reduce((most, p) => (p > most ? p : most), 0))
  const steps = SERVICE_LEVELS.map((serviceLevel) => {
    const episodes = all.map((days, i) =>
      (top[i] as number) > 1 - serviceLevel ? riskEpisodes(days, serviceLevel) : [],
    )
    return { serviceLevel, ...getScore(all, stockouts, episodes) }
  })
  return {
    firstDay,
    days: input.days,
    ids: input.series.map(({ id }) => id),
    stockouts,
    steps,
    plain: getScore(all, stockouts, all.map(plainEpisodes)),
    calibration: calibrationTable({
      ...simulated,
      series: input.series,
      stocks: simulated.histories.map(({ stock }) => stock),
      origin: input.origin,
    }),
    estimatedShare: getEstimatedShare(all),
  }
}

/** Returns the data of every simulated morning, with the underlying forecasts and stock. */
export function simulationDays(input: SimulationInput): {
  firstDay: number
  distributions: PastDistributions
  histories: readonly StockHistory[]
  all: readonly VariantDays[]
} {
  requireSimulation(input)
  const { origin, days, series } = input
  const firstDay = origin - days + 1
  const horizonDays = Math.max(1, ...series.flatMap((variant) => Array.from(getLeadTimes(variant))))
  const distributions = fitPastWeeks({
    series,
    firstOrigin: firstDay - 1,
    lastMorning: origin + 1,
    horizonDays,
  })
  const fullDays = fullCover(series, distributions, origin)
  const histories = series.map((variant, index) =>
    estimateStock({ variant, index, firstDay, distributions, fullDays, variants: series.length }),
  )
  const all = series.map((variant, index) =>
    variantDays({
      variant,
      history: histories[index] as StockHistory,
      firstDay,
      days,
      distributionOn: (day) => distributions(index, day),
    }),
  )
  return { firstDay, distributions, histories, all }
}

function getEstimatedShare(all: readonly VariantDays[]): number {
  let known = 0
  let estimated = 0
  for (const { available, isEstimated } of all) {
    available.forEach((stock, day) => {
      if (Number.isNaN(stock)) return
      known++
      estimated += isEstimated[day] as number
    })
  }
  return known === 0 ? 0 : estimated / known
}
