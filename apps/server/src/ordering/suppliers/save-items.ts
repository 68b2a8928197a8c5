import type { SavedSupplierVariants, SaveSupplierVariants } from '@stockcast/contract'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { announceChange } from './announce-change.ts'
import { holdVariants, listItemsOfVariants, writeItems } from './item-queries.ts'
import { faultOfItem, type ItemChange, planItems } from './plan-items.ts'
import { holdSuppliers, lockSuppliers } from './queries.ts'

/** Saves what suppliers sell, in one call: if any row is at fault, nothing is written. */
export async function saveItems(
  context: Context<'clock' | 'jobs' | 'live'>,
  { rows }: SaveSupplierVariants,
): Promise<SavedSupplierVariants> {
  const { merchantId, tx } = context
  await lockSuppliers(tx, merchantId)
  assertOneRowEach(rows)
  await assertKnown(context, rows)
  const variantIds = [...new Set(rows.map((row) => row.variantId))]
  const plan = planItems(rows, await listItemsOfVariants(tx, { merchantId, variantIds }))
  for (const [index, { after }] of plan.outcomes.entries()) {
    const fault = after && faultOfItem(after)
    if (fault) throw rowFault('invalid_input', `rows.${index}.${fault.field}`, fault.reason)
  }
  await writeItems(tx, { merchantId, written: plan.written, removed: plan.removed, at: context.clock.now() })
  const count = (state: string) => plan.outcomes.filter((outcome) => outcome.state === state).length
  const changed = [...plan.written, ...plan.removed].map((item) => item.variantId)
  if (changed.length > 0) await announceChange(context, { variantIds: [...new Set(changed)] })
  return { added: count('added'), changed: count('changed'), removed: count('removed') }
}

/** Refuses two rows of one supplier and product, and two suppliers with the same rank. */
function assertOneRowEach(rows: readonly ItemChange[]): void {
  const places = new Map<string, number>()
  for (const [index, { supplierId, variantId, rank }] of rows.entries()) {
    const twin = places.get(`${supplierId}/${variantId}`)
    if (twin !== undefined) {
      const reason = `This supplier and product are in rows.${twin} already.`
      throw rowFault('invalid_input', `rows.${index}.variantId`, reason)
    }
    places.set(`${supplierId}/${variantId}`, index)
    const sameRank = rank === undefined ? undefined : places.get(`rank ${rank}/${variantId}`)
    if (sameRank !== undefined) {
      throw rowFault(
        'invalid_input',
        `rows.${index}.rank`,
        `rows.${sameRank} has this rank for the same product.`,
      )
    }
    if (rank !== undefined) places.set(`rank ${rank}/${variantId}`, index)
  }
}

async function assertKnown({ merchantId, tx }: Context, rows: readonly ItemChange[]): Promise<void> {
  const supplierIds = [...new Set(rows.map((row) => row.supplierId))]
  const suppliers = new Set((await holdSuppliers(tx, { merchantId, supplierIds })).map(({ id }) => id))
  const variants = await holdVariants(tx, { merchantId, variantIds: rows.map((row) => row.variantId) })
  for (const [index, row] of rows.entries()) {
    if (!suppliers.has(row.supplierId)) {
      throw rowFault('not_found', `rows.${index}.supplierId`, refusalTexts.unknownSupplier)
    }
    if (!variants.has(row.variantId)) {
      throw rowFault('not_found', `rows.${index}.variantId`, refusalTexts.unknownProduct)
    }
  }
}

function rowFault(code: 'invalid_input' | 'not_found', field: string, reason: string): AppError {
  return new AppError(code, `${field}: ${reason}`, { field })
}
