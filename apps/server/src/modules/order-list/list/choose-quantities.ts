import { type BudgetLine, fillMinimum, largerOrders, spendBudget } from '@stockcast/forecasting'
import { type PlanTerms, shopCostOf, unitCostMinorAt } from '../plans/order-plan.ts'
import type { Candidate, ListedSupplier } from './list-queries.ts'

/** A variant with the quantity that budget and suppliers' minimums leave it. */
export interface Chosen {
  candidate: Candidate
  units: number
  /** Units that the budget took away, and those that a supplier's minimum added. */
  cutUnits: number
  addedUnits: number
}

/** What is missing to a supplier's minimum, in its currency or in units. */
export type Missing = ReadonlyMap<number, number>

/**
 * Returns the quantity of each candidate. What stands in an open draft is left out. A budget is spent on the variants
 * with a known cost; then each supplier's minimum is filled with the variants that lose least, within the money left.
 */
export function chooseQuantities(args: {
  candidates: readonly Candidate[]
  drafted: ReadonlySet<number>
  suppliers: ReadonlyMap<number, ListedSupplier>
  budget: number | undefined
}): { chosen: Chosen[]; missing: Missing } {
  const { candidates, drafted, budget } = args
  const chosen = candidates.map((candidate): Chosen => {
    const units = drafted.has(candidate.variantId) ? 0 : candidate.units
    return { candidate, units, cutUnits: 0, addedUnits: 0 }
  })
  if (budget !== undefined) spend(chosen, budget)
  const spent = chosen.reduce((sum, one) => sum + costOf(one), 0)
  const left = budget === undefined ? Number.POSITIVE_INFINITY : budget - spent
  return { chosen, missing: fillMinimums(chosen, { ...args, left }) }
}

function costOf({ candidate, units }: Chosen): number {
  return candidate.terms ? (shopCostOf(candidate.terms, units) ?? 0) : 0
}

/** Costs are rounded to minor units, so the steps of a line are told apart from its cost by less than one each. */
function spend(chosen: readonly Chosen[], budget: number): void {
  const priced = chosen.filter(
    ({ candidate, units }) => units > 0 && candidate.terms !== null && candidate.terms.steps.length > 0,
  )
  const units = spendBudget(
    priced.map((one) => lineOf(one.candidate.terms!)),
    budget,
  )
  priced.forEach((one, i) => {
    one.cutUnits = Math.max(0, one.units - units[i]!)
    one.units = units[i]!
  })
}

function lineOf(terms: PlanTerms): BudgetLine {
  const { rate, sales, price } = terms
  return {
    steps: terms.steps,
    costOf: (units) => shopCostOf(terms, units) ?? 0,
    largerOrders: (units) => {
      if (!sales || price === null || rate === null) return []
      const inShop = (cost: number) => cost * rate
      const offer = {
        ...terms,
        unitCost: terms.unitCostMinor === null ? null : inShop(terms.unitCostMinor),
        priceBreaks: terms.priceBreaks.map((step) => ({
          fromUnits: step.fromUnits,
          unitCost: inShop(step.unitCostMinor),
        })),
      }
      return largerOrders(offer, units, { sales, price })
    },
  }
}

function fillMinimums(
  chosen: readonly Chosen[],
  args: { suppliers: ReadonlyMap<number, ListedSupplier>; drafted: ReadonlySet<number>; left: number },
): Missing {
  const missing = new Map<number, number>()
  let { left } = args
  for (const [supplierId, own] of Map.groupBy(chosen, ({ candidate }) => candidate.supplierId)) {
    const supplier = args.suppliers.get(supplierId ?? 0)
    const rate = own[0]?.candidate.terms?.rate ?? null
    if (!supplier || supplier.minimumKind === 'none' || supplier.minimumAmount === null || rate === null)
      continue
    const isValue = supplier.minimumKind === 'value'
    const topUps = own.filter(
      ({ candidate, units }) =>
        units === 0 && candidate.due !== 'due' && !args.drafted.has(candidate.variantId),
    )
    const filled = fillMinimum({
      minimum: {
        kind: supplier.minimumKind,
        amount: isValue ? supplier.minimumAmount * rate : supplier.minimumAmount,
      },
      ordered: {
        units: own.reduce((sum, { units }) => sum + units, 0),
        cost: own.reduce((sum, one) => sum + costOf(one), 0),
      },
      topUps: topUps.map(({ candidate }) => ({ steps: candidate.terms?.steps ?? [] })),
      left,
    })
    topUps.forEach((one, i) => {
      one.addedUnits = filled.added[i]!
      one.units = filled.added[i]!
      left -= costOf(one)
    })
    if (filled.missing > 0)
      missing.set(supplierId!, Math.ceil(isValue ? filled.missing / rate : filled.missing))
  }
  return missing
}

/** Returns the value of a quantity: the plan's own, otherwise the sum of its steps; null if it is unknown. */
export function valueOfChosen({ candidate, units }: Chosen): number | null {
  if (candidate.valueMinor === null || candidate.terms === null) return null
  if (units === candidate.units) return candidate.valueMinor
  let [bought, value] = [0, 0]
  for (const step of candidate.terms.steps) {
    if (bought + step.units > units) break
    bought += step.units
    value += step.value
  }
  return Math.round(value)
}

/** Returns the cost of a unit in the supplier's currency at the chosen quantity; null if it is unknown. */
export function unitCostOf({ candidate, units }: Chosen): number | null {
  return candidate.terms ? unitCostMinorAt(candidate.terms, units) : null
}
