import { type SupplierImport, supplierImportSchema } from '@stockcast/contract'
import { expect } from 'vitest'
import { dayFromEpoch, epochDay, today } from '../kernel/calendar.ts'
import type { Tx } from '../kernel/database/app-database.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { TestApp, TestMerchant } from './test-app.ts'

export interface SupplierSeed {
  merchantId: number
  name: string
  currency?: string
  statedDays?: number | null
  worstDays?: number | null
  coverDays?: number | null
  /** Orders only on these weekdays; 1 is Monday. */
  weekdays?: number[]
  minimumValue?: number
  isArchived?: boolean
  items: readonly {
    variantId: number
    unitCostMinor?: number | null
    packSize?: number
    minimumUnits?: number | null
    maximumUnits?: number | null
    leadTimeDays?: number | null
    rank?: number
  }[]
  /** Orders of the first item, with the days after which they were received; null: not yet. */
  orders?: readonly { orderedDaysAgo: number; receivedAfterDays: number | null }[]
}

/** Writes a supplier with its items, orders and receipts, and returns its id. */
export async function insertSupplier(
  kernel: Pick<Kernel, 'db' | 'clock'>,
  seed: SupplierSeed,
): Promise<number> {
  const { merchantId, name, items, orders = [] } = seed
  const at = kernel.clock.now()
  return kernel.db.withTenant(merchantId, async (tx) => {
    const { id } = await tx
      .insertInto('suppliers')
      .values({
        merchant_id: merchantId,
        name,
        currency: seed.currency ?? 'EUR',
        stated_lead_time_days: seed.statedDays ?? null,
        worst_lead_time_days: seed.worstDays ?? null,
        cover_days: seed.coverDays ?? null,
        review_kind: seed.weekdays ? 'weekdays' : 'any_day',
        review_weekdays: seed.weekdays ?? null,
        minimum_kind: seed.minimumValue === undefined ? 'none' : 'value',
        minimum_amount: seed.minimumValue ?? null,
        archived_at: seed.isArchived ? at : null,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const item of items) {
      await tx
        .insertInto('supplier_variants')
        .values({
          merchant_id: merchantId,
          supplier_id: id,
          variant_id: item.variantId,
          unit_cost_minor: item.unitCostMinor ?? null,
          pack_size: item.packSize ?? 1,
          minimum_units: item.minimumUnits ?? null,
          maximum_units: item.maximumUnits ?? null,
          lead_time_days: item.leadTimeDays ?? null,
          rank: item.rank ?? 1,
          updated_at: at,
        })
        .execute()
    }
    const day = epochDay(today(kernel.clock, 'UTC'))
    for (const [i, order] of orders.entries()) {
      await insertOrder(tx, {
        ...order,
        merchantId,
        supplierId: id,
        day,
        at,
        number: id * 100 + i,
        item: items[0]!,
      })
    }
    return id
  })
}

async function insertOrder(
  tx: Tx,
  args: {
    merchantId: number
    supplierId: number
    number: number
    orderedDaysAgo: number
    receivedAfterDays: number | null
    day: number
    at: Date
    item: { variantId: number }
  },
): Promise<void> {
  const { merchantId, number, at, day, orderedDaysAgo, receivedAfterDays } = args
  const isReceived = receivedAfterDays !== null
  const order = await tx
    .insertInto('purchase_orders')
    .values({
      merchant_id: merchantId,
      number,
      supplier_id: args.supplierId,
      status: isReceived ? 'received' : 'ordered',
      currency: 'EUR',
      ordered_on: dayFromEpoch(day - orderedDaysAgo),
      created_at: at,
      updated_at: at,
      closed_at: isReceived ? at : null,
      closed_because: isReceived ? 'arrived' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = await tx
    .insertInto('purchase_order_lines')
    .values({
      merchant_id: merchantId,
      order_id: order.id,
      position: 1,
      variant_id: args.item.variantId,
      title: 'Product',
      ordered_units: 10,
      received_units: isReceived ? 10 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!isReceived) return
  const receipt = await tx
    .insertInto('receipts')
    .values({
      merchant_id: merchantId,
      order_id: order.id,
      received_on: dayFromEpoch(day - orderedDaysAgo + receivedAfterDays),
      recorded_at: at,
      idempotency_key: `receipt-${order.id}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('receipt_lines')
    .values({ merchant_id: merchantId, receipt_id: receipt.id, line_id: line.id, accepted_units: 10 })
    .execute()
}

/** Opens a shop with three products, whose SKUs are MUG-1, CUP-1 and JAR-1. */
export async function openSmallShop(app: TestApp): Promise<TestMerchant> {
  const variants = ['MUG-1', 'CUP-1', 'JAR-1'].map((sku) => ({ title: `Product ${sku}`, sku }))
  return app.openShop(variants)
}

/** Applies a file of suppliers, of what they sell, or of orders, and returns its report. */
export async function applySupplierFile(
  shop: TestMerchant,
  kind: SupplierImport['kind'],
  lines: readonly string[] | Uint8Array<ArrayBuffer>,
): Promise<SupplierImport> {
  const body = lines instanceof Uint8Array ? lines : lines.join('\n')
  const path = `/api/suppliers/import/apply?kind=${kind}&fileName=file.csv`
  const answer = await shop.request(path, { method: 'POST', body })
  const report = await answer.json()
  expect([answer.status, report]).toEqual([200, expect.anything()])
  return supplierImportSchema.parse(report)
}
