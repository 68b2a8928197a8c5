import type { OrderStep, OrderSteps } from '@stockcast/forecasting'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { PlanTerms } from '../plans/order-plan.ts'

/** The parts of a plan that a budget or a supplier's minimum needs besides its prices. */
export interface PlanSteps {
  steps: OrderSteps
  /** Null without price breaks. */
  terms: PlanTerms | null
}

/**
 * Returns the steps of these variants' plans; a variant without a plan or without steps is left out. All steps leave the
 * database as one value, which takes a fraction of the time of rows.
 */
export async function listSteps(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<Map<number, PlanSteps>> {
  if (variantIds.length === 0) return new Map()
  const { rows } = await sql<{
    variantIds: string
    sizes: string
    terms: Record<string, PlanTerms> | null
    steps: Buffer | null
  }>`
    select coalesce(array_to_json(array_agg(variant_id))::text, '[]') as "variantIds",
      coalesce(array_to_json(array_agg(octet_length(steps)))::text, '[]') as sizes,
      json_object_agg(variant_id, terms) filter (where price_breaks is not null) as terms,
      string_agg(steps, ''::bytea) as steps
    from order_plans
    where merchant_id = ${merchantId} and steps is not null
      and variant_id = any(${`{${variantIds.join(',')}}`}::bigint[])
  `.execute(tx)
  const { steps, terms, ...lists } = rows[0]!
  const found = new Map<number, PlanSteps>()
  if (steps === null) return found
  const bytes = new DataView(steps.buffer, steps.byteOffset, steps.byteLength)
  const sizes = JSON.parse(lists.sizes) as number[]
  let start = 0
  for (const [i, variantId] of (JSON.parse(lists.variantIds) as number[]).entries()) {
    const packed = new PackedSteps(bytes, start, sizes[i]! / STEP_BYTES)
    found.set(variantId, { steps: packed, terms: terms?.[variantId] ?? null })
    start += sizes[i]!
  }
  return found
}

const NUMBER_BYTES = 8
const STEP_BYTES = 3 * NUMBER_BYTES

/** Steps as the function `order_steps` of the database wrote them, which are read when they are asked for. */
class PackedSteps implements OrderSteps {
  private readonly bytes: DataView
  private readonly start: number
  readonly length: number

  constructor(bytes: DataView, start: number, length: number) {
    this.bytes = bytes
    this.start = start
    this.length = length
  }

  at(index: number): OrderStep | undefined {
    if (index >= this.length) return undefined
    const at = this.start + index * STEP_BYTES
    return {
      units: this.bytes.getFloat64(at),
      cost: this.bytes.getFloat64(at + NUMBER_BYTES),
      value: this.bytes.getFloat64(at + 2 * NUMBER_BYTES),
    }
  }
}
