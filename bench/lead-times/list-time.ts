import { budgetLine, planVariant, spendBudget } from '../../packages/forecasting/src/index.ts'
import { randomNumbers } from '../product/random-numbers.ts'
import { drawLeadTimes, drawVariant, TODAY } from './shop.ts'

/** Returns the milliseconds for the plans of a shop, and for spending a budget on those that are due. */
export function listTime(
  variants: number,
  suppliers: number,
): { plans: number; budget: number; due: number } {
  const random = randomNumbers(5)
  const leadTimes = drawLeadTimes(random, suppliers)
  const shop = Array.from({ length: variants }, () => drawVariant(random, leadTimes))
  const start = performance.now()
  const plans = shop.map((variant) => planVariant(variant, TODAY)[0]!)
  const planned = performance.now()
  const due = plans.filter((plan) => plan.units > 0)
  const full = due.reduce((sum, plan) => sum + plan.units * (plan.unitCost as number), 0)
  spendBudget(due.map(budgetLine), 0.6 * full)
  return { plans: planned - start, budget: performance.now() - planned, due: due.length }
}
