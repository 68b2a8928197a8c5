import { DAY_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { StoreError } from '../../kernel/connector/store-error.ts'
import { dateIncoming } from '../../planning/projection/date-incoming.ts'
import { never } from '../../testing/index.ts'
import { withSandboxApp } from '../../testing/with-store.ts'
import { reconcileShop } from '../reconcile/reconcile-shop.task.ts'
import { applyWebhooks } from '../webhooks/apply-webhooks.task.ts'
import { ensureSubscriptions } from '../webhooks/ensure-subscriptions.task.ts'
import { readChanges } from '../webhooks/read-changes.task.ts'
import { readScheduledReceipts } from './read-scheduled-receipts.task.ts'
import { listStoreReceipts } from './store-receipts.ts'

const app = withSandboxApp()

let shops = 0

async function newStore(prefix = 'tiny') {
  const shop = `${prefix}-receipts-${++shops}`
  const post = (path: string, body?: object) => app.changeStore(`${shop}/${path}`, body)
  const { merchantId, rows } = await app.openStore(shop)
  const variants = (
    await rows(sql<{ variant_id: number }>`
      select variant_id from variants where merchant_id = ${merchantId} and is_tracked order by variant_id`)
  ).map((row) => row.variant_id)
  const [first, second] = await rows(sql<{ location_id: number }>`
    select location_id from locations where merchant_id = ${merchantId} order by location_id`)
  const read = () => {
    app.kernel.clock.advance(1000)
    return readScheduledReceipts(app.kernel, { merchantId }, never)
  }
  const receipts = () =>
    rows(sql<{ kind: string; units: number; is_internal: boolean; supplier_name: string | null }>`
      select kind, units, is_internal, supplier_name from scheduled_receipts
      where merchant_id = ${merchantId} order by kind, units`)
  const lastTransfer = async () =>
    (
      await rows(sql<{ id: number }>`
        select split_part(source, '/', 2)::bigint as id from scheduled_receipts
        where merchant_id = ${merchantId} and source like 'transfer/%' order by 1 desc limit 1`)
    )[0]!.id
  const transfers = async () => {
    const answer = await fetch(`${app.sandbox.url}/api/shops/${shop}/transfers`)
    const body = (await answer.json()) as { transfers: { transferId: string; shipmentIds: string[] }[] }
    return body.transfers
  }
  return {
    shop,
    transfers,
    merchantId,
    post,
    rows,
    variants,
    locations: [first!.location_id, second!.location_id] as const,
    read,
    receipts,
    lastTransfer,
  }
}

const order = (
  store: Awaited<ReturnType<typeof newStore>>,
  changes: { variantId?: number; quantity?: number; orderedDaysAgo?: number } = {},
) =>
  store.post('purchase-orders', {
    supplierName: 'Hill & Sons',
    orderedAt: new Date(Date.now() - (changes.orderedDaysAgo ?? 4) * DAY_MS).toISOString(),
    variantId: changes.variantId ?? store.variants[0],
    quantity: changes.quantity ?? 60,
    locationId: store.locations[0],
  })

it('the cost of a unit comes with the catalogue in minor units, and is null if the store has none', async () => {
  const store = await newStore()
  const [variantId] = store.variants
  const cost = () =>
    store.rows(sql`select unit_cost_minor, unit_cost_currency from variants
        where merchant_id = ${store.merchantId} and variant_id = ${variantId}`)
  await store.post('cost', { variantId, cost: 12.34 })
  await reconcileShop(app.kernel, { merchantId: store.merchantId, kind: 'full' }, never)
  expect(await cost()).toEqual([{ unit_cost_minor: 1234, unit_cost_currency: 'USD' }])
  await store.post('cost', { variantId, cost: null })
  await reconcileShop(app.kernel, { merchantId: store.merchantId, kind: 'full' }, never)
  expect(await cost()).toEqual([{ unit_cost_minor: null, unit_cost_currency: null }])
})

describe('what the store has on its way', () => {
  it('is read with its supplier, follows its shipment, and ends when it is received', async () => {
    const store = await newStore()
    await order(store)
    await store.read()
    expect(await store.receipts()).toEqual([
      { kind: 'transfer', units: 60, is_internal: false, supplier_name: 'Hill & Sons' },
    ])
    const transferId = await store.lastTransfer()
    await store.post(`transfers/${transferId}/ship`, {
      arrivesAt: new Date(Date.now() + 3 * DAY_MS).toISOString(),
      units: 45,
    })
    await store.read()
    expect((await store.receipts()).map(({ kind, units }) => ({ kind, units }))).toEqual([
      { kind: 'shipment', units: 45 },
      { kind: 'transfer', units: 15 },
    ])
    const [transfer] = await store.transfers()
    await store.post(`shipments/${transfer!.shipmentIds[0]}/receive`, { units: 30, rejected: 4 })
    await store.read()
    expect((await store.receipts()).map(({ kind, units }) => ({ kind, units }))).toEqual([
      { kind: 'shipment', units: 15 },
      { kind: 'transfer', units: 15 },
    ])
    const leadTimes = await store.rows(sql`
      select supplier_name, days, units from store_lead_times where merchant_id = ${store.merchantId}`)
    expect(leadTimes).toEqual([{ supplier_name: 'Hill & Sons', days: 4, units: 26 }])
  })

  it('is nothing to buy between two locations of the shop', async () => {
    const store = await newStore()
    const [main, floor] = store.locations
    await store.post('transfers', {
      variantId: store.variants[0],
      quantity: 2,
      locationId: floor,
      isFromOther: true,
    })
    await store.read()
    expect(main).toBeGreaterThan(0)
    expect(await store.receipts()).toEqual([
      { kind: 'transfer', units: 2, is_internal: true, supplier_name: null },
    ])
  })

  it('has days and a rest that together are the store’s incoming units, for each of 500 variants', async () => {
    const store = await newStore('some')
    const { merchantId, variants } = store
    expect(variants.length).toBeGreaterThan(400)
    for (const [index, variantId] of variants.slice(0, 24).entries()) {
      await order(store, { variantId, quantity: 5 + index, orderedDaysAgo: index })
    }
    await store.read()
    await reconcileShop(app.kernel, { merchantId, kind: 'full' }, never)
    const incoming = await store.rows(sql<{ variant_id: number; units: number }>`
      select variant_id, to_units(sum(incoming)) as units from stock_at_active_locations
      where merchant_id = ${merchantId} group by variant_id`)
    const today = Math.floor(app.kernel.clock.now().getTime() / DAY_MS)
    const receipts = await app.kernel.db.withTenant(merchantId, (tx) =>
      listStoreReceipts(tx, { merchantId, variantIds: null, today }),
    )
    expect(receipts.size).toBe(24)
    const sums = incoming.map(({ variant_id, units }) => {
      const dated = dateIncoming(units, receipts.get(variant_id) ?? [], 14)
      return { variant_id, units: dated.reduce((sum, each) => sum + each.units, 0) }
    })
    expect(sums).toEqual(incoming)
    const explained = [...receipts.values()].flat().reduce((sum, { units }) => sum + units, 0)
    expect(explained).toBe(24 * 5 + (23 * 24) / 2)
  }, 600_000)
})

it('a shop that refuses the optional permissions keeps its incoming units without a day, and the receipts that were read are removed', async () => {
  const store = await newStore()
  await order(store)
  await store.read()
  expect(await store.receipts()).toHaveLength(1)
  const { store: connector } = app.kernel
  const refusing = {
    ...app.kernel,
    store: {
      ...connector,
      shop: (...given: Parameters<typeof connector.shop>) => ({
        ...connector.shop(...given),
        openTransfers: async () => null,
      }),
    },
  }
  app.kernel.clock.advance(1000)
  await readScheduledReceipts(refusing, { merchantId: store.merchantId }, never)
  expect(await store.receipts()).toEqual([])
})

describe('a read that fails', () => {
  type ShopOf = ReturnType<typeof app.kernel.store.shop>

  /** Returns a kernel whose shop has other answers, and what it logged. */
  function withShop(change: (shop: ShopOf) => Partial<ShopOf>) {
    const warnings: unknown[] = []
    const { store } = app.kernel
    const shop = (...given: Parameters<typeof store.shop>) => {
      const real = store.shop(...given)
      return { ...real, ...change(real) }
    }
    const log = { ...app.kernel.log, warn: (about: unknown) => warnings.push(about) } as typeof app.kernel.log
    app.kernel.clock.advance(1000)
    return { kernel: { ...app.kernel, log, store: { ...store, shop } }, warnings }
  }

  async function twoOrders() {
    const store = await newStore()
    await order(store)
    await order(store, { variantId: store.variants[1]!, quantity: 30 })
    await store.read()
    const before = await store.receipts()
    expect(before).toHaveLength(2)
    return { store, before }
  }

  it('that stops halfway keeps the receipts of the last complete read, and the next read is complete', async () => {
    const { store, before } = await twoOrders()
    let reads = 0
    const { kernel } = withShop((shop) => ({
      transfer: async (id: number) => {
        if (++reads === 2) throw new StoreError('Shopify', 'unavailable', 'HTTP 502 after 5 attempts')
        return shop.transfer(id)
      },
    }))
    const failed = readScheduledReceipts(kernel, { merchantId: store.merchantId }, never)
    await expect(failed).rejects.toMatchObject({ reason: 'unavailable', retryable: true })
    expect(await store.receipts()).toEqual(before)
    await store.read()
    expect(await store.receipts()).toEqual(before)
  })

  it('because the list lost its cursor leaves all that was read before', async () => {
    const { store, before } = await twoOrders()
    const { kernel } = withShop(() => ({
      openTransfers: async () => {
        throw new StoreError('Shopify', 'unexpected_answer', 'Invalid cursor')
      },
    }))
    await expect(readScheduledReceipts(kernel, { merchantId: store.merchantId }, never)).rejects.toThrow()
    expect(await store.receipts()).toEqual(before)
  })

  it('because purchase orders are refused keeps the days of transfers, without their suppliers', async () => {
    const { store, before } = await twoOrders()
    const { kernel } = withShop(() => ({
      purchaseOrder: async () => {
        throw new StoreError('Shopify', 'access_denied', 'Access denied')
      },
    }))
    await readScheduledReceipts(kernel, { merchantId: store.merchantId }, never)
    expect(await store.receipts()).toEqual(before.map((row) => ({ ...row, supplier_name: null })))
  })

  it('of one transfer leaves its units without a day, keeps the others, and is logged', async () => {
    const { store, before } = await twoOrders()
    const last = await store.lastTransfer()
    const { kernel, warnings } = withShop((shop) => ({
      transfer: async (id: number) => {
        if (id === last) throw new StoreError('Shopify', 'unexpected_answer', 'a page without the cursor')
        return shop.transfer(id)
      },
    }))
    await readScheduledReceipts(kernel, { merchantId: store.merchantId }, never)
    const kept = await store.receipts()
    // What the purchase order has in no transfer that was read counts as still to be sent, without a day.
    expect(kept.reduce((sum, { units }) => sum + units, 0)).toBe(
      before.reduce((sum, { units }) => sum + units, 0),
    )
    expect(warnings).toContainEqual(expect.objectContaining({ kind: 'transfer', id: last }))
  })

  it('of a status that is unknown is logged, and its units have no day', async () => {
    const { store } = await twoOrders()
    const last = await store.lastTransfer()
    const { kernel, warnings } = withShop((shop) => ({
      transfer: async (id: number) => {
        const found = await shop.transfer(id)
        return found && id === last ? { ...found, state: 'unknown' as const } : found
      },
    }))
    await readScheduledReceipts(kernel, { merchantId: store.merchantId }, never)
    expect((await store.receipts()).filter(({ kind }) => kind === 'transfer')).toHaveLength(1)
    expect(warnings).toContainEqual(expect.objectContaining({ transferId: last, state: 'unknown' }))
  })
})

it('a webhook about a transfer has that transfer read again, and one with an unknown status leaves its units without a day', async () => {
  const store = await newStore()
  const { merchantId } = store
  await ensureSubscriptions(app.kernel, { merchantId })
  await store.post('transfers', {
    variantId: store.variants[1],
    quantity: 30,
    locationId: store.locations[0],
  })
  for (let tries = 0; tries < 100 && (await store.receipts()).length === 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    app.kernel.clock.advance(200)
    await applyWebhooks(app.kernel, { merchantId }, never)
    await readChanges(app.kernel, { merchantId }, never)
  }
  expect(await store.receipts()).toEqual([
    { kind: 'transfer', units: 30, is_internal: false, supplier_name: null },
  ])
  const [transfer] = await store.transfers()
  await store.post(`transfers/${transfer!.transferId}/hide`)
  for (let tries = 0; tries < 100 && (await store.receipts()).length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    app.kernel.clock.advance(200)
    await applyWebhooks(app.kernel, { merchantId }, never)
    await readChanges(app.kernel, { merchantId }, never)
  }
  expect(await store.receipts()).toEqual([])
})
