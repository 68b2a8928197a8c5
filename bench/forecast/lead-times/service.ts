import { steadyDistribution } from '../../../packages/forecasting/src/distribution/example-distributions.ts'
import { probabilityOfSelling } from '../../../packages/forecasting/src/distribution/read-distribution.ts'
import { equallyLikelyDays, learnLeadTime, replenishment } from '../../../packages/forecasting/src/index.ts'
import { randomNumbers } from '../../launch/random-numbers.ts'
import { normal } from './draws.ts'

const MEDIAN_DAYS = 20
const TRUE_LEAD_TIMES = 400
/** Units a day, and their variance divided by their mean. */
const DEMAND = steadyDistribution(4, 2)

/** A supplier whose lead times are log-normal with a median of 20 days. */
export interface ServiceCase {
  level: number
  logDeviation: number
  receipts: number
  statedDays: number
}

/** Returns the share of lead times without a stockout, with what is learned and with the stated number alone. */
export function realisedService(given: ServiceCase, runs: number): { learned: number; stated: number } {
  const random = randomNumbers(Math.round(1000 * given.logDeviation) + 7 * given.receipts + given.statedDays)
  const draw = () => Math.max(1, Math.round(MEDIAN_DAYS * Math.exp(given.logDeviation * normal(random))))
  const truth = new Map<number, number>()
  for (let i = 0; i < TRUE_LEAD_TIMES * 10; i++) {
    const days = draw()
    truth.set(days, (truth.get(days) ?? 0) + 1 / (TRUE_LEAD_TIMES * 10))
  }
  const serviceOf = (reorderPoint: number) => {
    let service = 0
    for (const [days, share] of truth) {
      service += share * (1 - probabilityOfSelling(DEMAND, days, reorderPoint + 1))
    }
    return service
  }
  let learned = 0
  for (let run = 0; run < runs; run++) {
    const observedDays = Array.from({ length: given.receipts }, draw)
    const distribution = learnLeadTime({ statedDays: given.statedDays, observedDays })
    learned += serviceOf(reorderPointFor(given, equallyLikelyDays(distribution))) / runs
  }
  return { learned, stated: serviceOf(reorderPointFor(given, [given.statedDays])) }
}

function reorderPointFor({ level }: ServiceCase, leadTimes: readonly number[]): number {
  const policy = {
    leadTimeDays: leadTimes[Math.floor(leadTimes.length / 2)] as number,
    leadTimes,
    safetyStock: 0,
    serviceLevel: level,
    reviewPeriodDays: 30,
  }
  return replenishment({ distribution: DEMAND, available: 1000, policy }).reorderPoint
}
