import type { OrderReason } from '@stockcast/contract'
import {
  type BudgetLine,
  fillMinimum,
  largerOrders,
  type OrderSteps,
  spendBudget,
} from '@stockcast/forecasting'
import { getCostMinor, getShopCost, type PlanPrices, type PlanTerms } from '../plans/order-plan.ts'
import type { Candidate, ListedSupplier } from './list-queries.ts'
import type { PlanSteps } from './step-queries.ts'

/** A variant with its quantity after the budget and the suppliers' minimums. */
export interface Chosen {
  candidate: Candidate
  units: number
  /** What the budget removed, and why; null if it removed nothing. */
  cut: BudgetCut | null
  /** Units that a supplier's minimum added. */
  addedUnits: number
  /** The steps of its plan; empty if neither budget nor minimum can change the quantity. */
  steps: OrderSteps
}

export type BudgetCut = Omit<Extract<OrderReason, { code: 'budget' }>, 'code'>

/** By supplier, what is missing to its minimum: an amount in its currency, or units. */
export type Missing = ReadonlyMap<number, number>

interface Shop {
  candidates: readonly Candidate[]
  drafted: ReadonlySet<number>
  suppliers: ReadonlyMap<number, ListedSupplier>
  budget: number | undefined
  /** Whether the quantities are a location's part of the shop's, to which no minimum adds anything. */
  isPart?: boolean
  /** Reads the steps of the plans of these variants. */
  readSteps(variantIds: readonly number[]): Promise<ReadonlyMap<number, PlanSteps>>
}

/**
 * Returns the quantity of each candidate. Products in an open draft get none. A budget is spent on the variants with a
 * known cost; then each supplier's minimum is filled with the variants for which ordering early costs least, within the
 * money that is left.
 */
export async function chooseQuantities(shop: Shop): Promise<{ chosen: Chosen[]; missing: Missing }> {
  const { candidates, drafted, budget } = shop
  const chosen = candidates.map((candidate): Chosen => {
    const units = drafted.has(candidate.variantId) ? 0 : candidate.units
    return { candidate, units, cut: null, addedUnits: 0, steps: [] }
  })
  if (budget !== undefined) await spend(chosen, budget, shop)
  const spent = chosen.reduce((sum, one) => sum + getCost(one), 0)
  const left = budget === undefined ? Number.POSITIVE_INFINITY : budget - spent
  return { chosen, missing: await fillMinimums(chosen, left, shop) }
}

function getCost({ candidate, units }: Chosen): number {
  return getShopCost(candidate, units) ?? 0
}

async function withSteps(chosen: readonly Chosen[], { readSteps }: Pick<Shop, 'readSteps'>) {
  const read = await readSteps(chosen.map(({ candidate }) => candidate.variantId))
  for (const one of chosen) one.steps = read.get(one.candidate.variantId)?.steps ?? []
  return read
}

/** Spends the budget. Costs are rounded to minor units, so each step may differ from its part of the cost by less than one. */
async function spend(chosen: readonly Chosen[], budget: number, shop: Shop): Promise<void> {
  const ordered = chosen.filter(({ candidate, units }) => units > 0 && candidate.unitCostMinor !== null)
  const read = await withSteps(ordered, shop)
  const priced = ordered.filter(({ steps }) => steps.length > 0)
  const lines = priced.map(({ candidate, steps }) =>
    getLine(candidate, { steps, terms: read.get(candidate.variantId)?.terms ?? null }),
  )
  const units = spendBudget(lines, budget)
  priced.forEach((one, i) => {
    if (units[i]! < one.units) one.cut = getCut(one, { units: units[i]!, budget })
    one.units = units[i]!
  })
}

function getCut(
  { units: wanted, steps }: Chosen,
  { units, budget }: { units: number; budget: number },
): BudgetCut {
  const least = steps.at(0)!
  const because = least.value <= 0 ? 'no_profit' : least.cost > budget ? 'above_budget' : 'others_earn_more'
  return {
    cutUnits: wanted - units,
    because,
    leastUnits: least.units,
    leastCostMinor: Math.round(least.cost),
  }
}

function getLine(prices: PlanPrices, { steps, terms }: PlanSteps): BudgetLine {
  return {
    steps,
    getCost: (units) => getShopCost(prices, units) ?? 0,
    largerOrders: (units) => (terms ? getLargerOrders(terms, units) : []),
  }
}

function getLargerOrders(terms: PlanTerms, units: number) {
  const { rate, sales, price } = terms
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
}

async function fillMinimums(chosen: readonly Chosen[], left: number, shop: Shop): Promise<Missing> {
  const short = [...Map.groupBy(chosen, ({ candidate }) => candidate.supplierId)].flatMap(
    ([supplierId, own]) => getShort(own, shop.suppliers.get(supplierId ?? 0), shop) ?? [],
  )
  await withSteps(
    short.flatMap(({ topUps }) => topUps),
    shop,
  )
  const missing = new Map<number, number>()
  for (const { supplierId, minimum, ordered, topUps } of short) {
    const priced = topUps.map(({ candidate, steps }) => ({
      steps,
      getCost: (units: number) => getCostMinor(candidate, units) ?? 0,
    }))
    const filled = fillMinimum({ minimum, ordered, topUps: priced, left })
    topUps.forEach((one, i) => {
      one.addedUnits = filled.added[i]!
      one.units = filled.added[i]!
      left -= getCost(one)
    })
    if (filled.missing > 0) missing.set(supplierId, filled.missing)
  }
  return missing
}

/**
 * Returns what is ordered of a supplier below its minimum, in the supplier's currency, and what can be added; null where
 * nothing is missing.
 */
function getShort(
  own: readonly Chosen[],
  supplier: ListedSupplier | undefined,
  { drafted, isPart = false }: Shop,
) {
  if (!supplier || supplier.minimumKind === 'none' || supplier.minimumAmount === null) return null
  const kind = supplier.minimumKind
  const minimum = { kind, amount: supplier.minimumAmount }
  const ordered = {
    units: own.reduce((sum, { units }) => sum + units, 0),
    cost: own.reduce((sum, { candidate, units }) => sum + (getCostMinor(candidate, units) ?? 0), 0),
  }
  const reached = kind === 'value' ? ordered.cost : ordered.units
  if (ordered.units === 0 || reached >= minimum.amount) return null
  const topUps = own.filter(
    ({ candidate, units }) =>
      !isPart && units === 0 && candidate.due !== 'due' && !drafted.has(candidate.variantId),
  )
  return { supplierId: supplier.id, minimum, ordered, topUps }
}

/** Returns the value of a quantity: the plan's own, otherwise the sum of its steps; null if it is unknown. */
export function valueOfChosen({ candidate, units, steps }: Chosen): number | null {
  if (candidate.valueMinor === null) return null
  if (units === candidate.units) return candidate.valueMinor
  let [bought, value] = [0, 0]
  for (let i = 0; i < steps.length; i++) {
    const step = steps.at(i)!
    if (bought + step.units > units) break
    bought += step.units
    value += step.value
  }
  return Math.round(value)
}
