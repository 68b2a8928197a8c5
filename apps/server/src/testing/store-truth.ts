import { sql } from 'kysely'
import { z } from 'zod'
import { dayOf } from '../calendar.ts'
import type { Kernel } from '../kernel.ts'

/** A store as rows of text: what is here and what the sandbox says of itself are compared as equal texts. */
export interface StoreRows {
  timeZone: string
  variants: string[]
  levels: string[]
  sales: string[]
}

const variantLine = z.object({
  type: z.literal('variant'),
  variantId: z.string(),
  productId: z.string(),
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  price: z.string(),
  status: z.string(),
  isTracked: z.boolean(),
  levels: z.array(
    z.object({
      locationId: z.string(),
      available: z.number(),
      onHand: z.number(),
      committed: z.number(),
      incoming: z.number(),
    }),
  ),
})

const orderLine = z.object({
  type: z.literal('order'),
  createdAt: z.string(),
  isTest: z.boolean(),
  cancelledAt: z.string().nullable(),
  lines: z.array(z.object({ variantId: z.string().nullable(), quantity: z.number() })),
})

/** What the product holds of a merchant's store. */
export async function storeHere(kernel: Pick<Kernel, 'db'>, merchantId: number): Promise<StoreRows> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const rows = async (statement: ReturnType<typeof sql<{ row: string }>>) =>
      (await statement.execute(tx)).rows.map((each) => each.row).sort()
    const zone = await sql<{ time_zone: string }>`
      select time_zone from merchants where id = ${merchantId}`.execute(tx)
    return {
      timeZone: zone.rows[0]?.time_zone ?? '',
      variants: await rows(sql<{ row: string }>`
        select concat_ws('|', v.variant_id, v.product_id, v.title, coalesce(v.sku, ''), v.price, p.status, v.is_tracked) as row
        from variants v
        join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
        where v.merchant_id = ${merchantId}`),
      levels: await rows(sql<{ row: string }>`
        select concat_ws('|', variant_id, location_id, available, on_hand, committed, incoming) as row
        from inventory_levels where merchant_id = ${merchantId}`),
      sales: await rows(sql<{ row: string }>`
        select concat_ws('|', variant_id, day, units_sold) as row
        from sales_daily where merchant_id = ${merchantId}`),
    }
  })
}

/** What there is in the store, by the sandbox's own account. */
export async function storeThere(sandboxUrl: string, shop: string): Promise<StoreRows> {
  const text = await (await fetch(`${sandboxUrl}/api/shops/${shop}/state`)).text()
  const lines = text.split('\n').filter((line) => line !== '')
  const objects = lines.map((line) => JSON.parse(line) as { type: string; timeZone?: string })
  const variants = objects.filter(({ type }) => type === 'variant').map((each) => variantLine.parse(each))
  const orders = objects.filter(({ type }) => type === 'order').map((each) => orderLine.parse(each))
  const timeZone = objects.find(({ type }) => type === 'shop')?.timeZone ?? ''
  return {
    timeZone,
    variants: variants.map(variantText).sort(),
    levels: variants.flatMap(levelTexts).sort(),
    sales: salesTexts(orders, { timeZone, variantIds: new Set(variants.map((each) => each.variantId)) }),
  }
}

function variantText(variant: z.infer<typeof variantLine>): string {
  const { variantId, productId, title, variantTitle, sku, price, status, isTracked } = variant
  const name = variantTitle === 'Default Title' ? title : `${title}, ${variantTitle}`
  return [variantId, productId, name, sku, price, status.toLowerCase(), isTracked ? 't' : 'f'].join('|')
}

function levelTexts({ variantId, levels }: z.infer<typeof variantLine>): string[] {
  return levels.map(({ locationId, available, onHand, committed, incoming }) =>
    [variantId, locationId, available, onHand, committed, incoming].join('|'),
  )
}

function salesTexts(
  orders: readonly z.infer<typeof orderLine>[],
  { timeZone, variantIds }: { timeZone: string; variantIds: ReadonlySet<string> },
): string[] {
  const units = new Map<string, number>()
  for (const order of orders) {
    if (order.isTest || order.cancelledAt !== null) continue
    for (const { variantId, quantity } of order.lines) {
      if (variantId === null || !variantIds.has(variantId) || quantity <= 0) continue
      const key = `${variantId}|${dayOf(new Date(order.createdAt), timeZone)}`
      units.set(key, (units.get(key) ?? 0) + quantity)
    }
  }
  return [...units].map(([key, sum]) => `${key}|${sum}`).sort()
}
