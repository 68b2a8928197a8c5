import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BudgetLine, type OrderStep, spendBudget } from './spend-budget.ts'

interface ListedLine extends BudgetLine {
  steps: readonly OrderStep[]
}

/** Returns a line whose packs of `packUnits` cost the same and are worth `values`, in descending order. */
function getLine(values: readonly number[], packCost: number, packUnits = 1): ListedLine {
  const steps = values.map((value): OrderStep => ({ units: packUnits, cost: packCost, value }))
  return { steps, getCost: (units) => (units / packUnits) * packCost, largerOrders: () => [] }
}

const anyLine = fc
  .record({
    values: fc.array(fc.double({ min: -5, max: 100, noNaN: true }), { maxLength: 12 }),
    packCost: fc.integer({ min: 1, max: 80 }),
    packUnits: fc.integer({ min: 1, max: 24 }),
    minimumPacks: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ values, packCost, packUnits, minimumPacks }): ListedLine => {
    const packs = getLine(
      values.toSorted((a, b) => b - a),
      packCost,
      packUnits,
    ).steps
    const sum = (of: (step: OrderStep) => number, steps: readonly OrderStep[]) =>
      steps.reduce((total, step) => total + of(step), 0)
    const first = packs.slice(0, minimumPacks)
    const merged = {
      units: sum((s) => s.units, first),
      cost: sum((s) => s.cost, first),
      value: sum((s) => s.value, first),
    }
    return {
      ...getLine([], packCost, packUnits),
      steps: packs.length === 0 ? [] : [merged, ...packs.slice(minimumPacks)],
    }
  })

function getBought(line: ListedLine, units: number): { cost: number; value: number } {
  let [left, cost, value] = [units, 0, 0]
  for (const step of line.steps) {
    if (left < step.units) break
    left -= step.units
    cost += step.cost
    value += step.value
  }
  expect(left).toBe(0)
  return { cost, value }
}

describe('spendBudget', () => {
  it('buys the greatest value per cost first', () => {
    expect(spendBudget([getLine([50, 20], 10), getLine([40, 39], 10)], 30)).toEqual([1, 2])
  })

  it('passes over a step that does not fit, and goes on with cheaper ones', () => {
    expect(spendBudget([getLine([90], 30), getLine([10, 9], 5)], 12)).toEqual([0, 2])
  })

  it('buys nothing that is worth nothing', () => {
    expect(spendBudget([getLine([5, 0, -3], 1)], 100)).toEqual([1])
  })

  it('takes a price break that money allows, and spends what it saves', () => {
    const broken: ListedLine = {
      ...getLine([20, 19, 18], 10),
      getCost: (units) => units * (units >= 5 ? 6 : 10),
      largerOrders: () => [{ units: 5, unitCost: 6, extraValue: 14, extraCost: 0 }],
    }
    expect(spendBudget([broken, getLine([3], 9)], 30)).toEqual([5, 0])
    expect(spendBudget([broken, getLine([3], 9)], 39)).toEqual([5, 1])
  })

  it('never spends more than the budget, in 1,000 cases', () => {
    inCases(1000, fc.array(anyLine, { maxLength: 15 }), fc.nat(1500), (lines, budget) => {
      const units = spendBudget(lines, budget)
      const cost = lines.reduce((sum, line, i) => sum + getBought(line, units[i] as number).cost, 0)
      expect(cost).toBeLessThanOrEqual(budget + 1e-9)
    })
  })

  it('is worth at least the fractional optimum less one step, in 1,000 cases', () => {
    inCases(1000, fc.array(anyLine, { maxLength: 15 }), fc.nat(1500), (lines, budget) => {
      const units = spendBudget(lines, budget)
      const value = lines.reduce((sum, line, i) => sum + getBought(line, units[i] as number).value, 0)
      const steps = lines
        .flatMap((line) => line.steps)
        .filter((step) => step.value > 0)
        .toSorted((a, b) => b.value / b.cost - a.value / a.cost)
      let left = budget
      let optimum = 0
      for (const step of steps) {
        const share = Math.min(1, left / step.cost)
        optimum += share * step.value
        left -= share * step.cost
      }
      const largest = Math.max(0, ...steps.map((step) => step.value))
      expect(value).toBeGreaterThanOrEqual(optimum - largest - 1e-9)
    })
  })
})
