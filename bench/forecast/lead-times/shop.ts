import { steadyDistribution } from '../../../packages/forecasting/src/distribution/example-distributions.ts'
import {
  equallyLikelyDays,
  type SupplierOffer,
  type VariantToPlan,
} from '../../../packages/forecasting/src/index.ts'
import { between, normal, pick, type Random } from './draws.ts'

/** Monday, 23 November 2026. */
export const TODAY = 20_780

/** Returns suppliers with a learned lead time each: 7 to 45 days, log standard deviation 0.15 to 0.45. */
export function drawLeadTimes(random: Random, suppliers: number): number[][] {
  return Array.from({ length: suppliers }, () =>
    equallyLikelyDays({
      degrees: 12,
      centre: Math.log(between(random, 7, 45)),
      scale: 0.15 + 0.3 * random(),
    }),
  )
}

/** Returns a variant with invented demand, price, margin of 20 to 70 %, packs of 1, 6 or 12, and stock. */
export function drawVariant(random: Random, leadTimes: readonly number[][]): VariantToPlan {
  const mean = Math.exp(-0.5 + 1.2 * normal(random))
  const price = between(random, 500, 8000)
  const margin = 0.2 + 0.5 * random()
  const supplier = between(random, 0, leadTimes.length - 1)
  const own = leadTimes[supplier] as number[]
  return {
    distribution: steadyDistribution(mean, 1.2 + 3 * random()),
    available: Math.floor(mean * 75 * random()),
    safetyStock: 0,
    serviceLevel: 0.9,
    price,
    medianMarginRatio: 0.45,
    offers: [offerOf(supplier, own, Math.max(1, Math.round(price * (1 - margin))), pick(random, [1, 6, 12]))],
  }
}

function offerOf(supplierId: number, leadTimes: number[], unitCost: number, packSize: number): SupplierOffer {
  return {
    supplierId,
    leadTimes,
    calendar: { review: { kind: 'any_day' }, shutdowns: [] },
    cover: { chosenDays: null, shopDays: 30 },
    unitCost,
    priceBreaks: [],
    packSize,
    minimumUnits: null,
    maximumUnits: null,
  }
}
