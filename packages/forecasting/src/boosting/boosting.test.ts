import { describe, expect, it } from 'vitest'
import { binRows } from './binned-rows.ts'
import { boostTrees } from './boost-trees.ts'
import { sumOfTrees } from './regression-trees.ts'

/** Returns rows of two features: the first from 0 to 1, the second without meaning. */
function toRows(count: number): Float64Array {
  return Float64Array.from({ length: 2 * count }, (_, i) =>
    i % 2 === 0 ? i / 2 / count : ((i * 7919) % 101) / 101,
  )
}

const everyRow = (count: number) => Int32Array.from({ length: count }, (_, i) => i)
const oneTree = { trees: 1, rate: 1, leastRows: 1, penalty: 0 }

describe('binRows', () => {
  it('a value is in the first bin whose edge is not below it', () => {
    const values = toRows(500)
    const { bins, edges } = binRows(values, 2)
    for (let i = 0; i < 500; i++) {
      const bin = bins[2 * i]!
      if (bin > 0) expect(values[2 * i]).toBeGreaterThan(edges[0]![bin - 1]!)
      if (bin < edges[0]!.length) expect(values[2 * i]).toBeLessThanOrEqual(edges[0]![bin]!)
    }
    expect(new Set(bins.filter((_, i) => i % 2 === 0)).size).toBe(32)
  })

  it('a feature with one value has one bin', () => {
    const { bins, edges } = binRows(new Float64Array(40).fill(3), 1)
    expect(edges[0]).toHaveLength(0)
    expect(bins.every((bin) => bin === 0)).toBe(true)
  })
})

describe('boostTrees', () => {
  it('one tree has the means of the parts into which a step function falls', () => {
    // Breiman, Friedman, Olshen and Stone 1984: the best splits are the steps, each leaf is the mean of its rows.
    const values = toRows(640)
    const step = (x: number) => (x <= 0.25 ? 2 : x <= 0.5 ? -1 : 5)
    const target = Float64Array.from({ length: 640 }, (_, i) => step(values[2 * i]!))
    const trees = boostTrees(binRows(values, 2), everyRow(640), target, oneTree)
    for (const x of [0.1, 0.4, 0.7])
      expect(sumOfTrees(trees, Float64Array.of(x, 0.5))).toBeCloseTo(step(x), 9)
  })

  it('many trees come close to a smooth function of two features', () => {
    const values = toRows(3000)
    const wave = (x: number, z: number) => Math.sin(5 * x) + x * z
    const target = Float64Array.from({ length: 3000 }, (_, i) => wave(values[2 * i]!, values[2 * i + 1]!))
    const settings = { trees: 150, rate: 0.2, leastRows: 20, penalty: 1 }
    const trees = boostTrees(binRows(values, 2), everyRow(3000), target, settings)
    for (const [x, z] of [
      [0.1, 0.2],
      [0.5, 0.8],
      [0.9, 0.4],
    ] as const)
      expect(Math.abs(sumOfTrees(trees, Float64Array.of(x, z)) - wave(x, z))).toBeLessThan(0.1)
  })

  it('the penalty draws a leaf towards zero as rows without any effect would', () => {
    const values = new Float64Array(50).fill(1)
    const target = new Float64Array(50).fill(6)
    const trees = boostTrees(binRows(values, 1), everyRow(50), target, { ...oneTree, penalty: 100 })
    expect(sumOfTrees(trees, Float64Array.of(1))).toBeCloseTo(2, 9)
  })

  it('of two features that divide the rows alike, the first one is taken, whatever rounding says', () => {
    // The second feature has ten bins on each side, so that its sums are added in another order.
    const values = Float64Array.from({ length: 800 }, (_, i) => {
      const row = i >> 1
      return i % 2 === 0 ? row % 2 : 10 * (row % 2) + ((row * 7) % 10)
    })
    const data = binRows(values, 2)
    for (let seed = 1; seed <= 50; seed++) {
      const noise = (row: number) => ((row * 7919 * seed) % 1009) / 10_090
      const target = Float64Array.from({ length: 400 }, (_, row) => (row % 2) + noise(row))
      expect(boostTrees(data, everyRow(400), target, { ...oneTree, leastRows: 150 }).features[0]).toBe(0)
    }
  })

  it('the trees of some rows do not depend on the others', () => {
    const values = toRows(400)
    const members = everyRow(200)
    const data = binRows(values, 2)
    const getTarget = (later: number) =>
      Float64Array.from({ length: 400 }, (_, i) => (i < 200 ? i % 7 : later))
    const [one, other] = [0, 99].map((later) =>
      boostTrees(data, members, getTarget(later).subarray(0, 200), oneTree),
    )
    expect(one).toEqual(other)
  })
})
