import { fillNegativeBinomialTails } from '../distribution/negative-binomial.ts'
import { RECALIBRATED_AT } from '../distribution/recalibration-map.ts'
import { ANCHOR_DAYS } from '../models/variance-to-mean.ts'
import type { Outcomes } from './dispersion.ts'

/** Recalibrations by expected units over 30 days: for sums below each of `limits` in turn, and for all others. */
export interface Recalibration {
  limits: readonly number[]
  maps: readonly Float64Array[]
}

/** Lengths of the sums that are compared, in days. */
const COMPARED_DAYS: readonly number[] = [14, 30]
const CLASSES = 3
/** Weight, in outcomes, of leaving probabilities as they are. */
const SHRINKAGE = 500
/** Minimum slope of a map, so that every probability keeps a place. */
const MIN_SLOPE = 0.1

/**
 * Learns how often demand really was below each quantile of past forecasts, in three classes by volume, from the
 * probability integral transforms of the actual demand; identities with few outcomes, null without any. `outcomes` are
 * by anchor; `shopWeight` is below 1 in a small shop, whose outcomes are those of few series. A probability that belongs
 * to a whole number of units counts in equal parts across its range.
 * Sources: Czado, Gneiting and Held 2009, "Predictive model assessment for count data"; Kuleshov, Fenner and Ermon
 * 2018, "Accurate uncertainties for deep learning using calibrated regression".
 */
export function fitRecalibration(outcomes: readonly Outcomes[], shopWeight: number): Recalibration | null {
  const compared = ANCHOR_DAYS.flatMap((days, a) =>
    COMPARED_DAYS.includes(days) ? [{ days, ...outcomes[a]! }] : [],
  )
  const volumes = compared.flatMap(({ days, mean }) => mean.map((units) => (units * 30) / days))
  if (volumes.length === 0) return null
  volumes.sort((a, b) => a - b)
  const limits = Array.from(
    { length: CLASSES - 1 },
    (_, c) => volumes[Math.floor(((c + 1) * volumes.length) / CLASSES)]!,
  )
  const classes = Array.from({ length: CLASSES }, () => new TransformCounts())
  for (const { days, mean, varianceToMean, actual } of compared) {
    for (let i = 0; i < mean.length; i++) {
      classes[getClass(limits, (mean[i]! * 30) / days)]!.add(actual[i]!, mean[i]!, varianceToMean[i]!)
    }
  }
  return { limits, maps: classes.map((one) => one.map(shopWeight)) }
}

/** Counts how many outcomes lie below each of the probabilities `RECALIBRATED_AT`. */
class TransformCounts {
  private count = 0
  private readonly below = new Float64Array(RECALIBRATED_AT.length)
  private readonly tails = new Float64Array(2)

  add(actual: number, mean: number, varianceToMean: number): void {
    const units = Math.round(actual)
    fillNegativeBinomialTails([units, units + 1], mean, varianceToMean, this.tails)
    const low = 1 - this.tails[0]!
    const high = 1 - this.tails[1]!
    this.count++
    for (let k = 0; k < this.below.length; k++) {
      const at = RECALIBRATED_AT[k]!
      this.below[k]! += at >= high ? 1 : at <= low ? 0 : (at - low) / (high - low)
    }
  }

  /** Returns the share below each probability, shrunk towards that probability, with at least the least slope. */
  map(shopWeight: number): Float64Array {
    const independent = this.count / COMPARED_DAYS.length
    const weight = (shopWeight * independent) / (independent + SHRINKAGE)
    let before = 0
    let share = 0
    return this.below.map((below, k) => {
      const at = RECALIBRATED_AT[k]!
      const own = this.count > 0 ? weight * (below / this.count) + (1 - weight) * at : at
      share = Math.min(1 - MIN_SLOPE * (1 - at), Math.max(own, share + MIN_SLOPE * (at - before)))
      before = at
      return share
    })
  }
}

function getClass(limits: readonly number[], volume: number): number {
  const found = limits.findIndex((limit) => volume < limit)
  return found === -1 ? limits.length : found
}

/** Returns the map for a series that is expected to sell `volume` units in 30 days; null if nothing was learned. */
export function getRecalibration(recalibration: Recalibration | null, volume: number): Float64Array | null {
  return recalibration?.maps[getClass(recalibration.limits, volume)] ?? null
}
