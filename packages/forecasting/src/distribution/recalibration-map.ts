/** Probabilities at which a recalibration is given; 0 and 1 stay as they are. */
export const RECALIBRATED_AT = Float64Array.of(0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)

/**
 * Returns the recalibrated probability of at least this many units, by linear interpolation; without a map, the given
 * probability.
 */
export function recalibratedTail(map: Float64Array | null | undefined, tail: number): number {
  return map ? 1 - interpolated(RECALIBRATED_AT, map, 1 - tail) : tail
}

/** Returns the probability of at most this many units before recalibration, given the one after it. */
export function uncalibrated(map: Float64Array | null | undefined, probability: number): number {
  return map ? interpolated(map, RECALIBRATED_AT, probability) : probability
}

function interpolated(from: Float64Array, to: Float64Array, at: number): number {
  let i = 0
  while (i < from.length && from[i]! < at) i++
  const fromBefore = i === 0 ? 0 : from[i - 1]!
  const toBefore = i === 0 ? 0 : to[i - 1]!
  const fromAfter = i === from.length ? 1 : from[i]!
  const toAfter = i === from.length ? 1 : to[i]!
  return toBefore + ((at - fromBefore) / (fromAfter - fromBefore)) * (toAfter - toBefore)
}
