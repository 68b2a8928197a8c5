import type { OrderSteps } from './spend-budget.ts'

/** The minimum that a supplier delivers in one order. */
export interface SupplierMinimum {
  kind: 'none' | 'value' | 'units'
  /** An amount, or units. */
  amount: number
}

/** A variant between its reorder point and its order-up-to level. */
export interface TopUp {
  /** The steps up to the order-up-to level, all at the price of the first. */
  steps: OrderSteps
  /** Cost of this many units after price breaks, in the currency of the minimum. */
  getCost: (units: number) => number
}

export interface FilledMinimum {
  /** Units to add of each top-up. */
  added: number[]
  /** What is still missing, an amount or units; 0 if nothing is. */
  missing: number
}

/**
 * Fills an order up to the supplier's minimum with the variants that cost the least value: steps in descending order of value
 * per cost, whether or not they are worth buying by themselves, until the minimum is reached by what they cost after price
 * breaks, while they fit in the money that is left. An empty order is not filled.
 */
export function fillMinimum(args: {
  minimum: SupplierMinimum
  ordered: { units: number; cost: number }
  topUps: readonly TopUp[]
  /** Money left, in the currency of the steps; infinite without a budget. */
  left: number
}): FilledMinimum {
  const { minimum, ordered, topUps } = args
  const added = topUps.map(() => 0)
  if (minimum.kind === 'none' || ordered.units === 0) return { added, missing: 0 }
  let missing = minimum.amount - (minimum.kind === 'value' ? ordered.cost : ordered.units)
  let { left } = args
  const bought = topUps.map(() => 0)
  const next = topUps.map(({ steps }) => steps.at(0))
  while (missing > 0) {
    let best = -1
    let bestRatio = Number.NEGATIVE_INFINITY
    next.forEach((step, i) => {
      if (!step || step.cost > left || !(step.cost > 0)) return
      if (step.value / step.cost > bestRatio) {
        best = i
        bestRatio = step.value / step.cost
      }
    })
    const step = next[best]
    if (!step) break
    const { steps, getCost } = topUps[best] as TopUp
    const before = added[best] as number
    bought[best] = (bought[best] as number) + 1
    next[best] = steps.at(bought[best] as number)
    added[best] = before + step.units
    left -= step.cost
    missing -=
      minimum.kind === 'value'
        ? getCost(before + step.units) - (before > 0 ? getCost(before) : 0)
        : step.units
  }
  return { added, missing: Math.max(0, missing) }
}
