import { describe, expect, it } from 'vitest'
import { fillMinimum } from './supplier-minimum.ts'

const steps = (values: readonly number[]) => values.map((value) => ({ units: 1, cost: 10, value }))
const getCost = (units: number) => 10 * units
const left = Number.POSITIVE_INFINITY

describe('fillMinimum', () => {
  it('adds the products that lose least until the minimum is reached', () => {
    const topUps = [
      { steps: steps([3, -2]), getCost },
      { steps: steps([1, -1]), getCost },
    ]
    const filled = fillMinimum({
      minimum: { kind: 'value', amount: 130 },
      ordered: { units: 4, cost: 100 },
      topUps,
      left,
    })
    expect(filled).toEqual({ added: [1, 2], missing: 0 })
  })

  it('says what is still missing if the products do not suffice', () => {
    const filled = fillMinimum({
      minimum: { kind: 'units', amount: 12 },
      ordered: { units: 4, cost: 100 },
      topUps: [{ steps: steps([3]), getCost }],
      left,
    })
    expect(filled).toEqual({ added: [1], missing: 7 })
  })

  it('adds nothing to an empty order, to a full one, or beyond the money', () => {
    const topUps = [{ steps: steps([3]), getCost }]
    const minimum = { kind: 'value' as const, amount: 50 }
    expect(fillMinimum({ minimum, ordered: { units: 0, cost: 0 }, topUps, left })).toEqual({
      added: [0],
      missing: 0,
    })
    expect(fillMinimum({ minimum, ordered: { units: 9, cost: 50 }, topUps, left })).toEqual({
      added: [0],
      missing: 0,
    })
    expect(fillMinimum({ minimum, ordered: { units: 4, cost: 45 }, topUps, left: 9 })).toEqual({
      added: [0],
      missing: 5,
    })
  })

  it('counts what the units cost after price breaks, which may be less than the steps', () => {
    // From 3 units on, each costs 4 instead of 10.
    const topUps = [
      { steps: steps([3, 2, 1, 0, -1]), getCost: (units: number) => units * (units < 3 ? 10 : 4) },
    ]
    const filled = (amount: number) =>
      fillMinimum({ minimum: { kind: 'value', amount }, ordered: { units: 4, cost: 100 }, topUps, left })
    expect(filled(120)).toEqual({ added: [2], missing: 0 })
    expect(filled(121)).toEqual({ added: [5], missing: 1 })
    expect(filled(130)).toEqual({ added: [5], missing: 10 })
  })
})
