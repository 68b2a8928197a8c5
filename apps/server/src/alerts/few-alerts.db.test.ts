import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { applyWebhooks } from '../store/webhooks/apply-webhooks.task.ts'
import { type Delivery, storeDeliveries } from '../store/webhooks/queries.ts'
import { writeProduct } from '../store/webhooks/read-changes.task.ts'
import { insertCatalog, never, withTestApp } from '../testing/index.ts'
import { insertConnection } from '../testing/insert-connection.ts'
import { wireProjection } from '../wire-projection.ts'

const START = Date.parse('2026-11-20T10:00:00Z')

const app = withTestApp()

/** Creates a connected store whose products sell 6 a day and are well stocked. */
async function getStore(variants: number) {
  const { merchantId, rows: run } = await app.signUp()
  const shop = `few-${merchantId}.myshopify.com`
  const sales = Array.from({ length: 30 }, () => 6)
  await insertCatalog(app.kernel, {
    merchantId,
    firstId: 1,
    variants: Array.from({ length: variants }, () => ({ sales, available: 600 })),
  })
  await insertConnection(app.kernel, { merchantId, shopDomain: shop })
  const now = app.kernel.clock.now()
  await run(sql`update variants set inventory_item_id = variant_id where merchant_id = ${merchantId}`)
  await run(sql`update merchants set forecast_as_of = ${now} where id = ${merchantId}`)
  return {
    merchantId,
    shop,
    run,
    /** Receives webhooks and runs the tasks that they queue. */
    receive: async (deliveries: readonly Delivery[]) => {
      await storeDeliveries(app.kernel.db.directory, deliveries, app.kernel.clock.now())
      await applyWebhooks(app.kernel, { merchantId }, never, 2000)
      await wireProjection(app.kernel).refresh({ merchantId, variantIds: null })
    },
    alerts: () =>
      run(sql<{ variant_id: number; type: string; times: number; is_active: boolean }>`
        select variant_id, type, count(*)::int as times, bool_or(not resolved) as is_active from alerts
        where merchant_id = ${merchantId} group by variant_id, type order by variant_id, type`),
  }
}

function level(shop: string, args: { variant: number; available: number; second: number }): Delivery {
  const { variant, available, second } = args
  const updatedAt = new Date(START + second * 1000)
  const state = { kind: 'level', itemId: variant, locationId: 1, available, updatedAt } as const
  return {
    shop,
    topic: 'inventory_levels/update',
    eventId: `event-${variant}-${second}`,
    resource: `level/${variant}/1`,
    triggeredAt: updatedAt.toISOString(),
    state,
  }
}

/** Shuffles; the same seed gives the same order. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

it('W-04 10,000 shuffled webhooks, 20 % of them sent twice, open no alert twice and miss none', async () => {
  const store = await getStore(500)
  const levels = Array.from({ length: 10_000 }, (_, n) => {
    const variant = 1 + (n % 500)
    const round = Math.floor(n / 500)
    const sellsOut = variant % 5 === 0
    return level(store.shop, {
      variant,
      second: round + 1,
      available: sellsOut ? 190 - round * 10 : 600 - round,
    })
  })
  const doubled = [...levels, ...levels.filter((_, n) => n % 5 === 0)]
  const arrivals = shuffled(doubled, 7)
  for (let start = 0; start < arrivals.length; start += 2000) {
    await store.receive(arrivals.slice(start, start + 2000))
  }
  const alerts = await store.alerts()
  expect(alerts.filter(({ times }) => times > 1)).toEqual([])
  const soldOut = Array.from({ length: 100 }, (_, n) => (n + 1) * 5)
  const getActive = (type: string) =>
    alerts.filter((alert) => alert.is_active && alert.type === type).map((alert) => alert.variant_id)
  expect(getActive('stockout_risk')).toEqual(soldOut)
  expect(getActive('low_stock')).toEqual(soldOut)
})

/** Returns a product with its variants, as the store answers after a webhook that it was created or saved. */
function getProduct(args: { id: number; variantIds: readonly number[]; savedAt: Date }) {
  const { id, variantIds, savedAt } = args
  const product = { id, title: 'Mug', vendor: 'Northfold', productType: null }
  return {
    product: { ...product, status: 'active', isGiftCard: false, tags: [], updatedAt: savedAt },
    collections: null,
    variants: variantIds.map((variantId, position) => ({
      id: variantId,
      productId: id,
      itemId: variantId,
      title: `Mug, Colour ${position}`,
      sku: null,
      barcode: null,
      price: 12,
      unitCost: null,
      position,
      isTracked: true,
      sellsWithoutStock: false,
      firstSeen: new Date(START),
      updatedAt: savedAt,
    })),
  }
}

it('W-04 a product of 100 variants that is duplicated and saved again 10 times opens no alert', async () => {
  const store = await getStore(100)
  const { merchantId, shop: shopDomain } = store
  const variantsFrom = (first: number) => Array.from({ length: 100 }, (_, n) => first + n)
  const save = (productId: number, firstVariant: number, second: number) =>
    app.kernel.db.withTenant(merchantId, (tx) => {
      const savedAt = new Date(START + second * 1000)
      const found = getProduct({ id: productId, variantIds: variantsFrom(firstVariant), savedAt })
      return writeProduct(app.kernel, tx, { merchantId, productId, shopDomain, found })
    })
  const levels = (firstVariant: number, second: number, available: (variant: number) => number) =>
    variantsFrom(firstVariant).map((variant) =>
      level(store.shop, { variant, second, available: available(variant) }),
    )
  const stock = (variant: number) => (variant <= 3 ? 2 : 600)
  await save(1, 1, 1)
  await store.receive(levels(1, 1, stock))
  const before = await store.alerts()
  expect(before.map(({ variant_id }) => variant_id)).toEqual([1, 1, 2, 2, 3, 3])
  for (let copy = 1; copy <= 10; copy++) {
    const second = copy * 10
    await save(1, 1, second)
    await save(copy * 1000, copy * 1000, second)
    await store.receive([...levels(1, second, stock), ...levels(copy * 1000, second, () => 0)])
  }
  expect(await store.alerts()).toEqual(before)
})
