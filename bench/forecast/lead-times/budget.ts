import { meanDemand } from '../../../packages/forecasting/src/distribution/demand-distribution.ts'
import {
  budgetLine,
  planVariant,
  type SupplierPlan,
  soldOf,
  spendBudget,
} from '../../../packages/forecasting/src/index.ts'
import { randomNumbers } from '../../launch/random-numbers.ts'
import { drawLeadTimes, drawVariant, TODAY } from './shop.ts'

const VARIANTS = 250
const SUPPLIERS = 20

interface DueLine {
  plan: SupplierPlan
  daysLeft: number
}

/** Returns how much more margin a budget saves than ordering by days left, as a share, for each share of the cost. */
export function marginSaved(run: number, shares: readonly number[]): number[] {
  const random = randomNumbers(run + 1)
  const leadTimes = drawLeadTimes(random, SUPPLIERS)
  const due: DueLine[] = []
  for (let i = 0; i < VARIANTS; i++) {
    const variant = drawVariant(random, leadTimes)
    const plan = planVariant(variant, TODAY)[0] as SupplierPlan
    const daysLeft = variant.available / (meanDemand(variant.distribution, 30) / 30)
    if (plan.units > 0) due.push({ plan, daysLeft })
  }
  const full = due.reduce((sum, { plan }) => sum + plan.units * (plan.unitCost as number), 0)
  const lines = due.map(({ plan }) => budgetLine(plan))
  return shares.map((share) => {
    const ours = marginOf(due, spendBudget(lines, share * full))
    return ours / marginOf(due, byDaysLeft(due, share * full)) - 1
  })
}

/** Returns the whole packs that fit into the budget, the fewest days left first. */
function byDaysLeft(due: readonly DueLine[], budget: number): number[] {
  const units = due.map(() => 0)
  let left = budget
  const order = due.map((_, i) => i).sort((a, b) => due[a]!.daysLeft - due[b]!.daysLeft)
  for (const i of order) {
    const { plan } = due[i] as DueLine
    const packCost = plan.offer.packSize * (plan.unitCost as number)
    const packs = Math.min(plan.units / plan.offer.packSize, Math.floor(left / packCost))
    units[i] = packs * plan.offer.packSize
    left -= packs * packCost
  }
  return units
}

function marginOf(due: readonly DueLine[], units: readonly number[]): number {
  return due.reduce(
    (sum, { plan }, i) => sum + soldOf(plan.sales!, units[i] as number) * (plan.margin as number),
    0,
  )
}
