import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callbackQuery, connectFake } from '../../testing/fake-shopify.ts'
import { insertCatalog, never } from '../../testing/index.ts'
import { complianceBody, levelBody, orderBody, shopBody, webhookRequest } from '../../testing/webhooks.ts'
import { withFakeShopify } from '../../testing/with-store.ts'
import { applyWebhooks } from './apply-webhooks.task.ts'
import { confirmDeparture } from './confirm-departure.task.ts'
import { readChanges } from './read-changes.task.ts'
import { readLevels } from './read-levels.task.ts'

const AT = '2026-11-20T09:30:00Z'
const LATER = '2099-01-01T00:00:00.000Z'

const app = withFakeShopify()

beforeEach(() => {
  app.shopify.status = null
  app.shopify.orders.clear()
})

let shops = 0

/** Returns a connected shop with a product of 20 units that sold two on the day before. */
async function newShop() {
  const merchant = await app.signUp()
  const { merchantId, rows } = merchant
  const number = ++shops
  const shop = `forged-${number}.myshopify.com`
  await connectFake(app.kernel, merchant, shop)
  const [variantId = 0] = await insertCatalog(app.kernel, { merchantId, variants: [{ available: 20 }] })
  await rows(sql`update variants set inventory_item_id = variant_id where merchant_id = ${merchantId}`)
  await rows(
    sql`update inventory_levels set updated_at = '2026-11-20T09:00:00Z' where merchant_id = ${merchantId}`,
  )
  await rows(sql`update sync_runs set status = 'succeeded' where merchant_id = ${merchantId}`)
  const post = async (topic: string, body: unknown, triggeredAt = AT) => {
    const answer = await app.request('/webhooks/shopify', webhookRequest({ shop, topic, body, triggeredAt }))
    expect(answer.status).toBe(200)
    await applyWebhooks(app.kernel, { merchantId }, never)
    await confirmDeparture(app.kernel, { merchantId })
    await readChanges(app.kernel, { merchantId }, never)
    await readLevels(app.kernel, { merchantId })
  }
  /** Returns all that the shop's webhooks may change. */
  const stored = () =>
    rows(sql`
      select m.shop_domain, m.shop_name, c.status, c.access_token,
        (select jsonb_agg(p order by p.product_id) from products p where p.merchant_id = m.id) as products,
        (select jsonb_agg(k order by k.collection_id) from collections k where k.merchant_id = m.id) as collections,
        (select jsonb_agg(v order by v.variant_id) from variants v where v.merchant_id = m.id) as variants,
        (select jsonb_agg(l order by l.variant_id) from inventory_levels l where l.merchant_id = m.id) as levels,
        (select jsonb_agg(o order by o.order_id) from orders o where o.merchant_id = m.id) as orders,
        (select jsonb_agg(l order by l.line_id) from order_lines l where l.merchant_id = m.id) as lines,
        (select jsonb_agg(s order by s.day) from sales_daily s where s.merchant_id = m.id) as sales
      from merchants m left join shop_connections c on c.merchant_id = m.id where m.id = ${merchantId}`)
  const order = (id: number, quantity: number) =>
    orderBody({ id, updatedAt: AT, lines: [{ id: id * 10, variantId, quantity }] })
  await post('orders/create', order(number * 100, 2))
  const inbox = () =>
    rows(sql`select topic from webhook_inbox where merchant_id = ${merchantId} and topic <> 'orders/create'`)
  return { merchantId, shop, variantId, number, post, stored, order, inbox, rows }
}

type Shop = Awaited<ReturnType<typeof newShop>>

/** Bodies of genuine webhooks of a shop, by topic. */
const genuine: Record<string, (of: Shop) => unknown> = {
  'inventory_levels/update': ({ variantId }) =>
    levelBody({ itemId: variantId, locationId: 1, available: 3, updatedAt: AT }),
  'orders/create': ({ order, number }) => order(number * 100 + 1, 5),
  'orders/updated': ({ order, number }) => order(number * 100, 7),
  'orders/cancelled': ({ order, number }) => ({ ...order(number * 100, 2), cancelled_at: AT }),
  'orders/edited': ({ number }) => ({ order_edit: { id: 1, order_id: number * 100 } }),
  'refunds/create': ({ number }) => ({ id: 1, order_id: number * 100, refund_line_items: [] }),
  'collections/create': ({ variantId }) => ({ id: variantId, title: 'Gifts' }),
  'collections/update': ({ variantId }) => ({ id: variantId, title: 'Gifts' }),
  'collections/delete': ({ variantId }) => ({ id: variantId }),
  'products/create': ({ variantId }) => ({ id: variantId, title: 'Kettle' }),
  'products/update': ({ variantId }) => ({ id: variantId, title: 'Kettle' }),
  'products/delete': ({ variantId }) => ({ id: variantId }),
  'shop/update': ({ shop }) => shopBody(shop),
  'app/scopes_update': () => ({ id: 1, previous: [], current: [], updated_at: AT }),
  'app/uninstalled': ({ shop }) => shopBody(shop),
  'customers/data_request': ({ shop }) => complianceBody(shop),
  'customers/redact': ({ shop }) => complianceBody(shop),
  'shop/redact': ({ shop }) => complianceBody(shop),
}
const topics = Object.keys(genuine)

describe('a signed callback query as the body of a webhook', () => {
  it.each(topics)('X-02 %s with the name of another shop changes and stores nothing there', async (topic) => {
    const victim = await newShop()
    const query = new URLSearchParams(
      callbackQuery({ shop: 'attacker.myshopify.com', state: 'a-state', at: app.kernel.clock.now() }),
    )
    query.delete('hmac')
    const before = await victim.stored()
    await victim.post(topic, query.toString(), LATER)
    expect(await victim.stored()).toEqual(before)
    expect(await victim.inbox()).toEqual([])
  })
})

describe('a webhook of shop A with the name of shop B', () => {
  it.each(topics)('X-02 %s changes nothing of B, whatever time it claims', async (topic) => {
    const a = await newShop()
    const b = await newShop()
    const before = await b.stored()
    await b.post(topic, genuine[topic]?.(a), LATER)
    expect(await b.stored()).toEqual(before)
    await b.post('inventory_levels/update', genuine['inventory_levels/update']?.(b))
    expect(
      await b.rows(sql`select available from inventory_levels where merchant_id = ${b.merchantId}`),
    ).toEqual([{ available: 3 }])
  })

  it('X-02 an order of A with the id of an order of B leaves the order of B unchanged', async () => {
    const a = await newShop()
    const b = await newShop()
    const before = await b.stored()
    await b.post('orders/updated', a.order(b.number * 100, 9), LATER)
    expect(await b.stored()).toEqual(before)
  })

  it('X-02 a body of A with the id of a product of B does not delete the product while the store has it', async () => {
    const b = await newShop()
    app.shopify.status = 423
    const before = await b.stored()
    await expect(b.post('products/delete', { id: b.variantId })).rejects.toMatchObject({
      reason: 'shop_paused',
    })
    expect(await b.stored()).toEqual(before)
  })
})

it('an order without a known variant counts once the store confirms it', async () => {
  const b = await newShop()
  app.shopify.orders.set(77, {
    id: 'gid://shopify/Order/77',
    createdAt: AT,
    processedAt: AT,
    updatedAt: AT,
    cancelledAt: null,
    test: false,
    locationId: null,
    edited: false,
    lineItems: {
      nodes: [
        {
          id: 'gid://shopify/LineItem/770',
          quantity: 4,
          currentQuantity: 4,
          variant: { id: `gid://shopify/ProductVariant/${b.variantId}` },
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  })
  const told = orderBody({ id: 77, updatedAt: AT, lines: [{ id: 770, variantId: 5, quantity: 4 }] })
  await b.post('orders/create', told)
  const sold = await b.rows(sql`select units_sold from sales_daily where merchant_id = ${b.merchantId}`)
  expect(sold).toEqual([{ units_sold: 6 }])
})
