import { equallyLikelyDays, learnLeadTime, probabilityOfSelling, replenishment } from '@stockcast/forecasting'
import { steadyDistribution } from '../../../packages/forecasting/src/distribution/example-distributions.ts'
import { Draws } from '../../stress/random-units.ts'
import type { Findings } from '../findings.ts'

const RUNS = 300
const RECEIPTS = [3, 10, 20]
const LOG_DEVIATIONS = [0.15, 0.35]
const LEVEL = 0.95
const MEDIAN_DAYS = 20
const TRUE_LEAD_TIMES = 4000
/** Units a day, and their variance divided by their mean. */
const DEMAND = steadyDistribution(4, 2)
/** The service that is wanted with few receipts, and with 10 or more. */
const WANTED_OF_FEW = [0.9, 1] as const
const WANTED = [0.92, 0.98] as const

export function benchLeadTimes(findings: Findings): void {
  console.log(
    `\nLead times learned from receipts, log-normal with a median of ${MEDIAN_DAYS} days: service realised`,
  )
  for (const deviation of LOG_DEVIATIONS)
    for (const receipts of RECEIPTS) {
      const { learned, stated } = realisedService(deviation, receipts)
      console.log(`  the stated number alone: ${stated.toFixed(3)}`)
      const wanted = receipts < 10 ? WANTED_OF_FEW : WANTED
      findings.within(`lead times/log-sd ${deviation}, ${receipts} receipts/service`, learned, wanted)
    }
}

/** Returns the share of lead times without a stockout, with what receipts teach and with the stated number alone. */
function realisedService(deviation: number, receipts: number): { learned: number; stated: number } {
  const draws = new Draws(Math.round(1000 * deviation) + 7 * receipts + MEDIAN_DAYS)
  const draw = () => Math.max(1, Math.round(MEDIAN_DAYS * Math.exp(deviation * draws.normal())))
  const truth = Map.groupBy(Array.from({ length: TRUE_LEAD_TIMES }, draw), (days) => days)
  const getService = (leadTimes: readonly number[]) => {
    const leadTimeDays = leadTimes[Math.floor(leadTimes.length / 2)]!
    const policy = { leadTimeDays, leadTimes, safetyStock: 0, serviceLevel: LEVEL, reviewPeriodDays: 30 }
    const { reorderPoint } = replenishment({ distribution: DEMAND, available: 1000, policy })
    return [...truth].reduce((service, [days, { length }]) => {
      const isEnough = 1 - probabilityOfSelling(DEMAND, days, reorderPoint + 1)
      return service + (length / TRUE_LEAD_TIMES) * isEnough
    }, 0)
  }
  let learned = 0
  for (let run = 0; run < RUNS; run++) {
    const observedDays = Array.from({ length: receipts }, draw)
    learned += getService(equallyLikelyDays(learnLeadTime({ statedDays: MEDIAN_DAYS, observedDays }))) / RUNS
  }
  return { learned, stated: getService([MEDIAN_DAYS]) }
}
