import { requireCount } from '../arguments.ts'
import { Histories } from '../histories.ts'
import { requireUnits } from '../history.ts'
import { type PooledVarianceToMean, poolVarianceToMean } from '../models/variance-to-mean.ts'
import { type PooledProfile, poolProfile } from '../models/weekday-profile.ts'
import { type SimilarProducts, similarProducts } from '../new-products/similar-products.ts'
import type { ShopInput } from '../types.ts'
import { type BoostedResiduals, fitBoostedResiduals } from './boosted-residuals.ts'
import { type Calibration, calibrateVarianceToMean } from './calibration.ts'
import { fitPooledLevel } from './pooled-level.ts'
import type { PooledLevel } from './segments.ts'
import { type ShopDrift, shopDrift } from './shop-drift.ts'
import { type TrainedSeries, trainingOrigins } from './training-origins.ts'

export const DEFAULT_HORIZON_DAYS = 90

/** Parameters learned from all series of a shop. Plain data, which can be sent to a worker thread. */
export interface ShopKnowledge {
  /** Last day of data, epoch day. */
  origin: number
  horizonDays: number
  profile: PooledProfile
  varianceToMean: PooledVarianceToMean
  level: PooledLevel
  /** Trees that correct the level; null for a shop with few rows. */
  boost: BoostedResiduals | null
  /** Annual seasonal indices at the origin; null if the shop's history is too short. */
  seasonalIndices: Float64Array | null
  /** Deviation of the whole shop from its forecasts at the origin; null if it does not persist. */
  drift: ShopDrift | null
  calibration: Calibration
  /** The products from which new ones start. */
  similar: SimilarProducts
  /** Whether a new product without a sale starts from them too. */
  expectsFirstSales: boolean
}

/** The learned parameters, and the levels of the series in the order given, which make `forecastSeries` faster. */
export interface LearnedShop {
  knowledge: ShopKnowledge
  trained: readonly TrainedSeries[]
}

/** Learns what `forecastSeries` needs from all series of a shop. Their order affects only rounding. */
export function learnShop(shop: ShopInput): LearnedShop {
  const { origin, series, horizonDays = DEFAULT_HORIZON_DAYS, expectsFirstSales = false } = shop
  requireCount('horizonDays', horizonDays, 1)
  requireShop(shop)
  const { knowledge, trained } = learnFrom(new Histories(series), origin, horizonDays)
  return { knowledge: { ...knowledge, expectsFirstSales }, trained }
}

/** Throws a RangeError if units are negative or not finite, or if a series does not end on the origin. */
export function requireShop({ origin, series }: ShopInput): void {
  for (const one of series) {
    const last = one.firstDay + one.unitsSold.length - 1
    if (last !== origin)
      throw new RangeError(`series ${one.id} must end on the origin ${origin}, it ends on ${last}`)
    requireUnits(one)
  }
}

/** Learns as `learnShop` does, from series that are already checked. */
export function learnFrom(histories: Histories, origin: number, horizonDays: number): LearnedShop {
  const origins = trainingOrigins(histories)
  const profile = poolProfile(histories)
  const varianceToMean = poolVarianceToMean(histories)
  const { level, trained } = fitPooledLevel(histories, origins)
  const boost = fitBoostedResiduals({ histories, trained, origins, level })
  const model = { level, boost }
  const calibration = calibrateVarianceToMean({ histories, trained, origins, profile, varianceToMean, model })
  const seasonalIndices = origins.seasonalIndices.get(0) ?? null
  const similar = similarProducts(histories)
  const drift = shopDrift({ histories, trained, origins, level })
  const knowledge = {
    origin,
    horizonDays,
    profile,
    varianceToMean,
    level,
    boost,
    seasonalIndices,
    drift,
    calibration,
    similar,
    expectsFirstSales: false,
  }
  return { knowledge, trained }
}
