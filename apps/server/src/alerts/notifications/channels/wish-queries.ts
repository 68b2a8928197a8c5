import type { AlertWish } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { tagKeys } from '../../../kernel/database/product-groups.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { type ChannelKey, getRecipient } from '../delivery.ts'
import { ofRecipient } from '../delivery-queries.ts'
import type { QuietHours } from './due-time.ts'

type RecipientKey = Omit<ChannelKey, 'channel'>

const EVERYTHING: AlertWish = {
  supplierIds: null,
  vendors: null,
  tags: null,
  quietFrom: '00:00',
  quietTo: '00:00',
}

/** Returns what a recipient wants to hear of, and when not: everything, at any time, unless they said so. */
export async function getWish(tx: Tx, key: RecipientKey): Promise<AlertWish> {
  const row = await tx
    .selectFrom('alert_recipients')
    .select([
      'supplier_ids as supplierIds',
      'vendors',
      'tags',
      'quiet_from as quietFrom',
      'quiet_to as quietTo',
    ])
    .where(ofRecipient(key))
    .executeTakeFirst()
  if (!row) return EVERYTHING
  return { ...row, supplierIds: row.supplierIds?.map(Number) ?? null }
}

/** Returns the quiet hours of a recipient; undefined if they said nothing. */
export async function findWish(tx: Tx, key: RecipientKey): Promise<{ quiet: QuietHours } | undefined> {
  const wish = await getWish(tx, key)
  return wish === EVERYTHING ? undefined : { quiet: { from: wish.quietFrom, to: wish.quietTo } }
}

export async function saveWish(tx: Tx, key: RecipientKey, wish: AlertWish): Promise<void> {
  const values = {
    supplier_ids: wish.supplierIds,
    vendors: wish.vendors,
    tags: wish.tags,
    quiet_from: wish.quietFrom,
    quiet_to: wish.quietTo,
  }
  await tx
    .insertInto('alert_recipients')
    .values({ merchant_id: key.merchantId, recipient_id: getRecipient(key), ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'recipient_id']).doUpdateSet(values))
    .execute()
}

/**
 * Returns a function that tells whether a recipient wants an alert or a late order: one of a product that their suppliers
 * sell, their vendors make or their tags name, or of an order with such a supplier or product.
 */
export async function wantedSubjects(
  { merchantId, tx }: Context,
  { alertIds, orderIds }: { alertIds: readonly number[]; orderIds: readonly number[] },
): Promise<(recipientId: number, subject: { alertId?: number; orderId?: number }) => boolean> {
  const { rows } = await sql<{ recipientId: number; alerts: number[]; orders: number[] }>`
    select w.recipient_id as "recipientId",
      array(
        select a.id from alerts a where a.merchant_id = ${merchantId} and a.id = any(${alertIds}::bigint[])
          and ${fits(merchantId, sql`a.variant_id`)}
      ) as alerts,
      array(
        select o.id from purchase_orders o where o.merchant_id = ${merchantId} and o.id = any(${orderIds}::bigint[])
          and (o.supplier_id = any(w.supplier_ids) or exists (select from purchase_order_lines l
            where l.merchant_id = ${merchantId} and l.order_id = o.id and ${fits(merchantId, sql`l.variant_id`)}))
      ) as orders
    from alert_recipients w
    where w.merchant_id = ${merchantId} and (w.supplier_ids is not null or w.vendors is not null or w.tags is not null)
  `.execute(tx)
  const chosen = new Map(
    rows.map(({ recipientId, alerts, orders }) => [
      recipientId,
      { alerts: new Set(alerts.map(Number)), orders: new Set(orders.map(Number)) },
    ]),
  )
  return (recipientId, { alertId = 0, orderId = 0 }) => {
    const own = chosen.get(recipientId)
    return own === undefined || own.alerts.has(alertId) || own.orders.has(orderId)
  }
}

/** Tests whether a variant is sold by one of the suppliers, made by one of the vendors, or has one of the tags, of the wish `w`. */
function fits(merchantId: number, variantId: ReturnType<typeof sql>) {
  return sql`(
    exists (select from supplier_variants s where s.merchant_id = ${merchantId} and s.variant_id = ${variantId}
      and s.supplier_id = any(w.supplier_ids))
    or exists (select from variants v join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
      where v.merchant_id = ${merchantId} and v.variant_id = ${variantId} 
        and (p.vendor = any(w.vendors) or ${tagKeys} && array(select lower(tag) from unnest(w.tags) as t (tag)))))`
}
