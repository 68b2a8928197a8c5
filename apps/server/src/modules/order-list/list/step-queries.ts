import type { OrderStep } from '@stockcast/forecasting'
import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'
import type { PlanTerms } from '../plans/order-plan.ts'

/** The parts of a plan that a budget or a supplier's minimum needs besides its prices. */
export interface PlanSteps {
  steps: readonly OrderStep[]
  /** Null without price breaks. */
  terms: PlanTerms | null
}

/** Returns the steps of these variants' plans; a variant without a plan or without steps is left out. */
export async function listSteps(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<Map<number, PlanSteps>> {
  if (variantIds.length === 0) return new Map()
  const { rows } = await sql<{ variantId: number; steps: Buffer; terms: PlanTerms | null }>`
    select variant_id as "variantId", steps, case when price_breaks is not null then terms end as terms
    from order_plans
    where merchant_id = ${merchantId} and steps is not null and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ variantId, steps, terms }) => [variantId, { steps: stepsOf(steps), terms }]))
}

const NUMBER_BYTES = 8
const STEP_BYTES = 3 * NUMBER_BYTES

/** Reads what the function `order_steps` of the database wrote. */
function stepsOf({ buffer, byteOffset, byteLength }: Buffer): OrderStep[] {
  const view = new DataView(buffer, byteOffset, byteLength)
  const steps: OrderStep[] = []
  for (let at = 0; at < byteLength; at += STEP_BYTES) {
    steps.push({
      units: view.getFloat64(at),
      cost: view.getFloat64(at + NUMBER_BYTES),
      value: view.getFloat64(at + 2 * NUMBER_BYTES),
    })
  }
  return steps
}
