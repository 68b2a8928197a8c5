import { sql } from 'kysely'
import { z } from 'zod'
import { toDay } from '../kernel/calendar.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** A store as rows of text: the product's data and the sandbox's own are compared as equal texts. */
export interface StoreRows {
  timeZone: string
  variants: string[]
  levels: string[]
  /** Each order with its day, whether it counts, and its stored lines. */
  orders: string[]
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
  orderId: z.string(),
  createdAt: z.string(),
  isTest: z.boolean(),
  cancelledAt: z.string().nullable(),
  sentFrom: z.array(z.string()),
  lines: z.array(
    z.object({
      lineId: z.string(),
      variantId: z.string().nullable(),
      quantity: z.number(),
      currentQuantity: z.number(),
    }),
  ),
  refunds: z.array(
    z.object({ isEdit: z.boolean(), lines: z.array(z.object({ lineId: z.string(), quantity: z.number() })) }),
  ),
})

/** Returns what the product stores of a merchant's store. */
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
      orders: await rows(sql<{ row: string }>`
        select concat_ws('|', o.order_id, o.day, o.is_counted, coalesce(o.location_id::text, '-'), l.lines) as row
        from orders o
        cross join lateral (
          select string_agg(concat_ws(':', l.line_id, l.variant_id, l.units), ' ' order by l.line_id) as lines
          from order_lines l
          join variants v on v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
          where l.merchant_id = ${merchantId} and l.order_id = o.order_id
        ) l
        where o.merchant_id = ${merchantId}`),
      sales: await rows(sql<{ row: string }>`
        select concat_ws('|', variant_id, day, units_sold) as row
        from sales_daily where merchant_id = ${merchantId}`),
    }
  })
}

/** Returns what is in the store, from the sandbox itself. */
export async function storeThere(sandboxUrl: string, shop: string): Promise<StoreRows> {
  const text = await (await fetch(`${sandboxUrl}/api/shops/${shop}/state`)).text()
  const lines = text.split('\n').filter((line) => line !== '')
  const objects = lines.map((line) => JSON.parse(line) as { type: string; timeZone?: string })
  const variants = objects.filter(({ type }) => type === 'variant').map((each) => variantLine.parse(each))
  const orders = objects.filter(({ type }) => type === 'order').map((each) => orderLine.parse(each))
  const timeZone = objects.find(({ type }) => type === 'shop')?.timeZone ?? ''
  const known = { timeZone, variantIds: new Set(variants.map((each) => each.variantId)) }
  return {
    timeZone,
    variants: variants.map(variantText).sort(),
    levels: variants.flatMap(levelTexts).sort(),
    orders: orders.map((order) => orderText(order, known)).sort(),
    sales: salesTexts(orders, known),
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

type StoreOrder = z.infer<typeof orderLine>

interface Known {
  timeZone: string
  variantIds: ReadonlySet<string>
}

const isCounted = (order: StoreOrder) => !order.isTest && order.cancelledAt === null

/**
 * Returns the lines that count: of existing variants, in units as ordered, without those that an edit
 * removed.
 */
function keptLines(order: StoreOrder, { variantIds }: Known) {
  if (!isCounted(order)) return []
  const refunds = order.refunds.flatMap((refund) => (refund.isEdit ? [] : refund.lines))
  return order.lines
    .map(({ lineId, variantId, currentQuantity }) => {
      const back = refunds.filter((line) => line.lineId === lineId)
      return { lineId, variantId, quantity: back.reduce((sum, line) => sum + line.quantity, currentQuantity) }
    })
    .filter(({ variantId, quantity }) => variantId !== null && variantIds.has(variantId) && quantity > 0)
}

function orderText(order: StoreOrder, known: Known): string {
  const lines = keptLines(order, known)
    .sort((a, b) => Number(a.lineId) - Number(b.lineId))
    .map(({ lineId, variantId, quantity }) => `${lineId}:${variantId}:${quantity}`)
  const day = toDay(new Date(order.createdAt), known.timeZone)
  const [sentFrom = '-', ...others] = order.sentFrom
  const parts = [order.orderId, day, isCounted(order) ? 't' : 'f', others.length === 0 ? sentFrom : '-']
  return [...parts, ...(lines.length > 0 ? [lines.join(' ')] : [])].join('|')
}

function salesTexts(orders: readonly StoreOrder[], known: Known): string[] {
  const units = new Map<string, number>()
  for (const order of orders) {
    const day = toDay(new Date(order.createdAt), known.timeZone)
    for (const { variantId, quantity } of keptLines(order, known)) {
      const key = `${variantId}|${day}`
      units.set(key, (units.get(key) ?? 0) + quantity)
    }
  }
  return [...units].map(([key, sum]) => `${key}|${sum}`).sort()
}
