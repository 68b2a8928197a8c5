import { describe, expect, it } from 'vitest'
import type { Trees } from '../boosting/regression-trees.ts'
import { sumOfTrees } from '../boosting/regression-trees.ts'
import { type BoostedResiduals, crossFitted, fitBoostedResiduals, growTrees } from './boosted-residuals.ts'
import { COLUMNS, type ResidualRows } from './residual-rows.ts'

/** Returns rows of which those of the first half of the catalogue missed 1 too little, those of the other one 1 too much. */
function toRows(count: number): ResidualRows {
  return {
    count,
    features: Float64Array.from({ length: count * COLUMNS }, (_, i) => (i * 7919) % 101),
    missed: Float64Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 1 : -1)),
    half: Uint8Array.from({ length: count }, (_, i) => i % 2),
  }
}

function getBoost(whole: number, series: number): BoostedResiduals | null {
  const steps = fitBoostedResiduals({ parts: [toRows(2000), toRows(2000)], whole }, series)
  let next = steps.next()
  while (!next.done) next = steps.next(next.value.map(growTrees))
  return next.value
}

describe('fitBoostedResiduals', () => {
  const features = new Float64Array(COLUMNS).fill(50)
  const getSum = (trees: Trees | undefined) => sumOfTrees(trees as Trees, features)

  it('the past of a series is forecast by trees of the other half of the catalogue, the future by both', () => {
    const boost = getBoost(2000, 1000) as BoostedResiduals
    expect(boost.parts).toHaveLength(2)
    for (const part of [0, 1]) {
      expect(getSum(crossFitted(boost, 0).parts[part]?.[0])).toBeLessThan(-0.5)
      expect(getSum(crossFitted(boost, 1).parts[part]?.[0])).toBeGreaterThan(0.5)
      expect(crossFitted(boost, 0).parts[part]).toHaveLength(1)
      expect(boost.parts[part]).toHaveLength(2)
    }
  })

  it('the trees weigh more in a larger catalogue, and nothing with few origins', () => {
    expect(getBoost(2000, 250)?.weight).toBe(0.5)
    expect(getBoost(2000, 2250)?.weight).toBe(0.9)
    expect(getBoost(999, 2250)).toBeNull()
  })
})
