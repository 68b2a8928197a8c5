import {
  actionsApi,
  type CreatedDrafts,
  DAY_MS,
  type DraftLine,
  type Endpoint,
  MAX_AMOUNT_MINOR,
  MAX_UNIT_COST_MINOR,
  type OrderMail,
  ordersApi,
  type ProductDetail,
  type PurchaseOrder,
  type PurchaseOrderList,
  productsApi,
  type ReceivedOrder,
  suppliersApi,
  toAddress,
  type VariantPlans,
} from '@stockcast/contract'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../kernel/verb-context.ts'
import { newForEachTest, withTestApp } from '../../testing/index.ts'
import { markOrdered, receive } from '../../testing/place-order.ts'
import { readAnswer } from '../../testing/read-answer.ts'
import { createDrafts } from './orders/create-drafts.ts'

const NOW = '2026-11-20T10:00:00Z'
const TODAY = '2026-11-20'

const app = withTestApp({ now: NOW })

/** Creates a shop with three products and a supplier that sells two of them. */
async function shopWithSupplier() {
  app.kernel.clock.set(NOW)
  const sales = Array.from({ length: 90 }, (_, day) => 5 + (day % 3))
  const merchant = await app.openShop([
    { title: 'Kettle', sales, available: 40 },
    { title: '=Pot', sales, available: 40 },
    { title: 'Pan', sales, available: 40 },
  ])
  const { merchantId, rows } = merchant
  const ids = merchant.ids as [number, number, number]
  await rows(sql`update merchants set forecast_as_of = ${new Date(NOW)}, currency = 'EUR', shop_name = 'Northfold'
    where id = ${merchantId}`)
  const [supplier] = await rows<{ id: number }>(sql`
    insert into suppliers (merchant_id, name, email, currency, stated_lead_time_days, created_at, updated_at)
    values (${merchantId}, 'Acme', 'orders@acme.example', 'EUR', 10, ${new Date(NOW)}, ${new Date(NOW)})
    returning id`)
  const supplierId = supplier!.id
  await rows(sql`
    insert into supplier_variants (merchant_id, supplier_id, variant_id, supplier_sku, unit_cost_minor, pack_size,
      price_breaks, updated_at)
    values (${merchantId}, ${supplierId}, ${ids[0]}, 'AC-1', 500, 6,
      '[{"fromUnits": 100, "unitCostMinor": 450}]', ${new Date(NOW)}),
      (${merchantId}, ${supplierId}, ${ids[1]}, '@AC-2', 1250, 1, '[]', ${new Date(NOW)})`)
  await merchant.refresh()
  const post = (path: string, json: unknown = {}) => merchant.request(path, { json })
  const order = (answer: Promise<Response>) => readAnswer<PurchaseOrder>(answer)
  const shop = {
    ...merchant,
    ids,
    supplierId,
    post,
    read: async (id: number) => order(merchant.request(toAddress(ordersApi.get, { id }))),
    draft: (lines: { variantId: number; units: number }[] = [{ variantId: ids[0], units: 60 }]) =>
      order(post(ordersApi.create.path, { supplierId, lines })),
    place: (draft: PurchaseOrder, more?: object) => markOrdered(merchant, draft, more),
    receive: (placed: PurchaseOrder, accepted: number, more: object = {}) =>
      receive(merchant, placed, [{ lineId: placed.lines[0]!.id, accepted, ...more }]),
    step: (endpoint: Endpoint, of: PurchaseOrder) =>
      order(post(toAddress(endpoint, { id: of.id }), { version: of.version })),
    incoming: async () => {
      const found = await rows<{ incoming: number }>(sql`
        select incoming from stock_projections where merchant_id = ${merchantId} order by variant_id`)
      return found.map(({ incoming }) => incoming)
    },
    stock: (variantId: number, available: number, incoming = 0) =>
      rows(sql`update inventory_levels set available = ${available}, incoming = ${incoming}
        where merchant_id = ${merchantId} and variant_id = ${variantId}`),
  }
  return shop
}

type Shop = Awaited<ReturnType<typeof shopWithSupplier>>

async function getError(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string; field?: string } }
  return [answer.status, error.code, error.field]
}

const shop = newForEachTest(shopWithSupplier)

describe('a product added to a draft', () => {
  const getLine = (variant: number, units: number, of: Shop = shop) => ({
    variantId: of.ids[variant],
    supplierId: of.supplierId,
    units,
  })
  const add = (variant: number, units: number) =>
    shop.ask<DraftLine>(ordersApi.addDraftLine.path, { json: getLine(variant, units) })
  const remove = ({ orderId, lineId }: DraftLine, by: Shop = shop) =>
    by.request(toAddress(ordersApi.removeDraftLine, { id: orderId, lineId }), { method: 'DELETE' })
  const drafts = async () => (await shop.ask<PurchaseOrderList>(`${ordersApi.list.path}?status=draft`)).rows

  it('opens a draft at the price of its supplier, and the next product joins it', async () => {
    const first = await add(0, 120)
    expect(first).toMatchObject({ number: 'PO-0001', supplierName: 'Acme' })
    const second = await add(1, 5)
    expect(second.orderId).toBe(first.orderId)
    expect((await shop.read(first.orderId)).lines).toMatchObject([
      { id: first.lineId, ordered: 120, unitCostMinor: 450, packSize: 6 },
      { id: second.lineId, ordered: 5, unitCostMinor: 1250, supplierSku: '@AC-2' },
    ])
  })

  it('joins the newest of several drafts, never an order that was placed', async () => {
    await shop.place(await shop.draft([{ variantId: shop.ids[0], units: 6 }]))
    await shop.draft([])
    const newest = await shop.draft([])
    expect((await add(0, 6)).orderId).toBe(newest.id)
  })

  it('can be removed again, and the draft goes with its last line', async () => {
    const first = await add(0, 12)
    const second = await add(1, 5)
    expect((await remove(first)).status).toBe(200)
    expect((await shop.read(first.orderId)).lines.map(({ id }) => id)).toEqual([second.lineId])
    expect((await remove(second)).status).toBe(200)
    expect(await drafts()).toEqual([])
  })

  it('is written once: a second press at the same moment is a conflict', async () => {
    const press = () => shop.post(ordersApi.addDraftLine.path, getLine(0, 12))
    const answers = await Promise.all([press(), press(), press()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await drafts()).toMatchObject([{ lines: 1, units: 12 }])
  })

  it('is refused for a supplier that is archived, and for products and suppliers of others', async () => {
    const other = await shopWithSupplier()
    const ask = async (line: object) =>
      (await shop.post(ordersApi.addDraftLine.path, { ...getLine(0, 6), ...line })).status
    expect(await ask({ variantId: other.ids[0] })).toBe(404)
    expect(await ask({ supplierId: other.supplierId })).toBe(404)
    await shop.post(toAddress(suppliersApi.archive, { id: shop.supplierId }))
    expect(await ask({})).toBe(412)
  })

  it('cannot be removed once its order was placed, nor by another merchant', async () => {
    const other = await shopWithSupplier()
    const line = await add(0, 6)
    expect((await remove(line, other)).status).toBe(404)
    expect((await remove({ ...line, lineId: line.lineId + 999 })).status).toBe(404)
    await shop.place(await shop.read(line.orderId))
    expect((await remove(line)).status).toBe(412)
  })

  it('appears on its page, beside the orders of it that are on the way or late', async () => {
    const product = () => shop.ask<ProductDetail>(toAddress(productsApi.get, { variantId: shop.ids[0] }))
    const orders = async () =>
      (await shop.ask<VariantPlans>(toAddress(actionsApi.getPlans, { id: shop.ids[0] }))).purchaseOrders
    expect(await orders()).toEqual([])
    const placed = await shop.place(await shop.draft([{ variantId: shop.ids[0], units: 60 }]), {
      expectedOn: '2026-11-25',
    })
    await shop.receive(placed, 24)
    const line = await add(0, 12)
    expect(await orders()).toMatchObject([
      {
        number: placed.number,
        status: 'partly_received',
        units: 60,
        unitsLeft: 36,
        expectedOn: '2026-11-25',
        isLate: false,
      },
      {
        number: line.number,
        status: 'draft',
        supplierName: 'Acme',
        units: 12,
        unitsLeft: 12,
        expectedOn: null,
      },
    ])
    expect((await product()).inDraft).toMatchObject({ orderId: line.orderId, units: 12 })
    await shop.rows(sql`update purchase_orders set late_alert_at = ${new Date(NOW)} where id = ${placed.id}`)
    expect((await orders())[0]).toMatchObject({ number: placed.number, isLate: true })
  })
})

describe('a purchase order', () => {
  it('takes prices and packs of its supplier, and counts as incoming only once it is ordered', async () => {
    const draft = await shop.draft([
      { variantId: shop.ids[0], units: 120 },
      { variantId: shop.ids[1], units: 4 },
      { variantId: shop.ids[2], units: 7 },
    ])
    expect(draft).toMatchObject({ number: 'PO-0001', status: 'draft', totalMinor: 120 * 450 + 4 * 1250 })
    expect(draft.linesWithoutCost).toBe(1)
    expect(draft.lines.map(({ unitCostMinor, packSize }) => [unitCostMinor, packSize])).toEqual([
      [450, 6],
      [1250, 1],
      [null, 1],
    ])
    await shop.refresh()
    expect(await shop.incoming()).toEqual([0, 0, 0])
    const placed = await shop.place(draft)
    expect(placed).toMatchObject({ status: 'ordered', orderedOn: TODAY, expectedOn: '2026-11-30', fxRate: 1 })
    await shop.refresh()
    expect(await shop.incoming()).toEqual([120, 4, 7])
  })

  it('is received in parts, each once, and is received when nothing is left', async () => {
    const placed = await shop.place(await shop.draft())
    const request = {
      key: 'receipt-one',
      lines: [{ lineId: placed.lines[0]!.id, accepted: 20, rejected: 4 }],
    }
    const post = () =>
      shop.ask<ReceivedOrder>(toAddress(ordersApi.receive, { id: placed.id }), { json: request })
    const first = await post()
    expect(first.order).toMatchObject({ status: 'partly_received', remaining: 36 })
    const again = await post()
    expect(again.order.receipts).toHaveLength(1)
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(36)
    const done = await shop.receive(placed, 40)
    expect(done.order).toMatchObject({ status: 'received', remaining: 0 })
    expect(done.surplus).toEqual([{ lineId: placed.lines[0]!.id, units: 4 }])
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(0)
  })

  it('opens again when a receipt is undone, and a receipt is undone once', async () => {
    const placed = await shop.place(await shop.draft())
    const { receiptId } = await shop.receive(placed, 60)
    const undo = (key: string) =>
      shop.post(toAddress(ordersApi.undoReceipt, { id: placed.id, receiptId }), { key })
    const undone = (await (await undo('undo-number-one')).json()) as PurchaseOrder
    expect(undone).toMatchObject({ status: 'ordered', remaining: 60 })
    const twice = (await (await undo('undo-number-two')).json()) as PurchaseOrder
    expect(twice.receipts).toHaveLength(2)
    expect(twice.lines[0]!.received).toBe(0)
  })

  it('expects rejected units again if the supplier replaces them', async () => {
    const placed = await shop.place(await shop.draft())
    const { order } = await shop.receive(placed, 50, { rejected: 10, isReplaced: true })
    expect(order).toMatchObject({ status: 'partly_received', remaining: 10 })
  })

  it('that is closed expects nothing more, and can be opened again by hand', async () => {
    const placed = await shop.place(await shop.draft())
    const { order } = await shop.receive(placed, 10)
    const ended = await shop.step(ordersApi.close, order)
    expect(ended).toMatchObject({ status: 'closed', remaining: 0 })
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(0)
    const refused = await shop.post(toAddress(ordersApi.receive, { id: placed.id }), {
      key: 'after-the-end',
      lines: [{ lineId: placed.lines[0]!.id, accepted: 1 }],
    })
    expect(await getError(refused)).toEqual([412, 'precondition_failed', undefined])
    expect(await shop.step(ordersApi.reopen, ended)).toMatchObject({
      status: 'partly_received',
      remaining: 50,
    })
  })

  it('goes back to a draft, or is cancelled, only while nothing was received', async () => {
    const placed = await shop.place(await shop.draft())
    const draft = await shop.step(ordersApi.reopen, placed)
    expect(draft).toMatchObject({ status: 'draft', orderedOn: null })
    expect(await shop.step(ordersApi.cancel, draft)).toMatchObject({ status: 'cancelled' })
    const other = await shop.place(await shop.draft())
    const { order } = await shop.receive(other, 1)
    const answer = await shop.post(toAddress(ordersApi.cancel, { id: order.id }), { version: order.version })
    expect(await getError(answer)).toEqual([412, 'precondition_failed', undefined])
  })

  it('changes with what the supplier confirms, but not below what came, nor from an old version', async () => {
    const placed = await shop.place(await shop.draft())
    const { order } = await shop.receive(placed, 30)
    const [line] = order.lines
    const save = (version: number, confirmedUnits: number) =>
      shop.request(toAddress(ordersApi.save, { id: order.id }), {
        method: 'PUT',
        json: {
          version,
          expectedOn: '2026-12-05',
          isConfirmed: true,
          lines: [{ id: line!.id, variantId: line!.variantId, units: 60, confirmedUnits }],
        },
      })
    expect(await getError(await save(order.version, 29))).toEqual([
      400,
      'invalid_input',
      'lines.0.confirmedUnits',
    ])
    expect(await getError(await save(order.version - 1, 50))).toEqual([409, 'conflict', undefined])
    const saved = (await (await save(order.version, 50)).json()) as PurchaseOrder
    expect(saved).toMatchObject({ remaining: 20, expectedOn: '2026-12-05', isConfirmed: true })
  })

  it.each([
    ['a product twice', (shop: Shop) => [shop.ids[0], shop.ids[0]], 'lines.1.variantId'],
    ['a product that does not exist', () => [1], 'lines.0.variantId'],
  ])('with %s is refused with the name of the field', async (_, getIds, field) => {
    const lines = getIds(shop).map((variantId) => ({ variantId, units: 1 }))
    const answer = await shop.post(ordersApi.create.path, { supplierId: shop.supplierId, lines })
    expect(await getError(answer)).toEqual([400, 'invalid_input', field])
  })

  it('with another currency, a day before the order or an archived supplier is refused', async () => {
    const currency = { supplierId: shop.supplierId, currency: 'USD' }
    expect(await getError(await shop.post(ordersApi.create.path, currency))).toEqual([
      400,
      'invalid_input',
      'currency',
    ])
    const draft = await shop.draft()
    const mark = (more: object) =>
      shop.post(toAddress(ordersApi.markOrdered, { id: draft.id }), { version: draft.version, ...more })
    expect(await getError(await mark({ expectedOn: '2026-11-01' }))).toEqual([
      400,
      'invalid_input',
      'expectedOn',
    ])
    expect(await getError(await mark({ orderedOn: '2026-11-21' }))).toEqual([
      400,
      'invalid_input',
      'orderedOn',
    ])
    await shop.rows(sql`update suppliers set archived_at = now() where merchant_id = ${shop.merchantId}`)
    expect(await getError(await mark({}))).toEqual([412, 'precondition_failed', undefined])
  })

  it('is deleted as a draft, once', async () => {
    const draft = await shop.draft()
    const remove = () =>
      shop.request(`${toAddress(ordersApi.get, { id: draft.id })}?version=${draft.version}`, {
        method: 'DELETE',
      })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
  })

  it('keeps the title of a product that is gone', async () => {
    const placed = await shop.place(await shop.draft())
    await shop.rows(sql`delete from products where merchant_id = ${shop.merchantId}`)
    expect((await shop.read(placed.id)).lines[0]).toMatchObject({ title: 'Kettle', isKnown: false })
    expect((await shop.receive(placed, 60)).order.status).toBe('received')
  })

  it('is listed by state, supplier and search, late ones marked', async () => {
    await shop.place(await shop.draft(), { expectedOn: '2026-11-22' })
    await shop.draft([{ variantId: shop.ids[1], units: 5 }])
    app.kernel.clock.advance(4 * DAY_MS)
    await shop.refresh()
    const list = (query: string) => shop.ask<PurchaseOrderList>(`${ordersApi.list.path}?${query}`)
    const all = await list('')
    expect(all.counts).toMatchObject({ all: 2, open: 1, draft: 1, late: 1 })
    expect(all.rows.map(({ number, isLate }) => [number, isLate])).toEqual([
      ['PO-0002', false],
      ['PO-0001', true],
    ])
    expect((await list('search=po-0001')).total).toBe(1)
    expect((await list('search=pot')).total).toBe(1)
    expect((await list('late=true&status=open')).total).toBe(1)
    expect((await list(`supplierId=${shop.supplierId}&variantId=${shop.ids[1]}`)).total).toBe(1)
    expect((await list('supplierId=999999')).total).toBe(0)
    const csv = await (await shop.request(ordersApi.exportList.path)).text()
    expect(csv.split('\r\n').map((line) => line.split(',').slice(0, 2))).toEqual([
      ['Order', 'State'],
      ['PO-0002', 'draft'],
      ['PO-0001', 'ordered'],
      [''],
    ])
  })

  it('is listed with the largest amount if it costs more, and a unit cost above the maximum is refused', async () => {
    const dear = (unitCostMinor: number) =>
      shop.post(ordersApi.create.path, {
        supplierId: shop.supplierId,
        lines: [{ variantId: shop.ids[0], units: 1_000_000, unitCostMinor }],
      })
    expect(await getError(await dear(10 * MAX_UNIT_COST_MINOR))).toEqual([
      400,
      'invalid_input',
      'lines.0.unitCostMinor',
    ])
    const { id } = (await (await dear(MAX_UNIT_COST_MINOR)).json()) as PurchaseOrder
    const list = await shop.ask<PurchaseOrderList>(ordersApi.list.path)
    expect(list.rows[0]).toMatchObject({ id, totalMinor: MAX_AMOUNT_MINOR })
    expect((await shop.read(id)).totalMinor).toBe(MAX_AMOUNT_MINOR)
  })

  it('refuses a key for a receipt in the form of the product’s own keys', async () => {
    const placed = await shop.place(await shop.draft())
    const lines = [{ lineId: placed.lines[0]!.id, accepted: 1 }]
    const answer = await shop.post(toAddress(ordersApi.receive, { id: placed.id }), {
      key: `stock/${placed.id}00000000`,
      lines,
    })
    expect(await getError(answer)).toEqual([400, 'invalid_input', 'key'])
  })
})

describe('one line of an order', () => {
  const line = (endpoint: Endpoint, shop: Shop, of: PurchaseOrder) =>
    shop.post(toAddress(endpoint, { id: of.id, lineId: of.lines[0]!.id }), { version: of.version })

  it('is closed alone: nothing more of it is expected, the others still are, and it can be expected again', async () => {
    const placed = await shop.place(
      await shop.draft([
        { variantId: shop.ids[0], units: 60 },
        { variantId: shop.ids[1], units: 10 },
      ]),
    )
    const { order } = await shop.receive(placed, 20)
    expect((await line(ordersApi.closeLine, shop, order)).status).toBe(200)
    const closed = await shop.read(placed.id)
    expect(closed).toMatchObject({ status: 'partly_received', remaining: 10 })
    expect(closed.lines.map(({ cancelled, remaining }) => [cancelled, remaining])).toEqual([
      [40, 0],
      [0, 10],
    ])
    await shop.refresh()
    expect(await shop.incoming()).toEqual([0, 10, 0])
    expect((await line(ordersApi.reopenLine, shop, closed)).status).toBe(200)
    await shop.refresh()
    expect(await shop.incoming()).toEqual([40, 10, 0])
  })

  it('ends the order with its last line: closed if nothing was received, otherwise received', async () => {
    const placed = await shop.place(await shop.draft())
    await line(ordersApi.closeLine, shop, placed)
    const closed = await shop.read(placed.id)
    expect([closed.status, closed.remaining]).toEqual(['closed', 0])
    await line(ordersApi.reopenLine, shop, closed)
    const { order } = await shop.receive(await shop.read(placed.id), 20)
    await line(ordersApi.closeLine, shop, order)
    const received = await shop.read(placed.id)
    expect([received.status, received.can.receive]).toEqual(['received', true])
    await line(ordersApi.reopenLine, shop, received)
    expect((await shop.read(placed.id)).status).toBe('partly_received')
  })

  it('is not closed in a draft, in an older version, or in an order of somebody else', async () => {
    const [shop, other] = [await shopWithSupplier(), await shopWithSupplier()]
    const draft = await shop.draft()
    expect(await getError(await line(ordersApi.closeLine, shop, draft))).toEqual([
      412,
      'precondition_failed',
      undefined,
    ])
    const placed = await shop.place(draft)
    expect((await getError(await line(ordersApi.closeLine, shop, { ...placed, version: 1 })))[1]).toBe(
      'conflict',
    )
    expect((await line(ordersApi.closeLine, other, placed)).status).toBe(404)
    expect(
      (
        await shop.post(toAddress(ordersApi.closeLine, { id: placed.id, lineId: 1 }), {
          version: placed.version,
        })
      ).status,
    ).toBe(404)
  })
})

describe('races', () => {
  it('two receipts at once are both stored, and the same one twice is stored once', async () => {
    const placed = await shop.place(await shop.draft())
    const send = (key: string) =>
      shop.post(toAddress(ordersApi.receive, { id: placed.id }), {
        key,
        lines: [{ lineId: placed.lines[0]!.id, accepted: 10 }],
      })
    const answers = await Promise.all([
      send('receipt-number-1'),
      send('receipt-number-1'),
      send('receipt-number-2'),
      send('receipt-number-2'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const order = await shop.read(placed.id)
    expect([order.lines[0]!.received, order.receipts.length]).toEqual([20, 2])
  })

  it('a draft that is ordered twice at once is ordered once', async () => {
    const draft = await shop.draft()
    const mark = () =>
      shop.post(toAddress(ordersApi.markOrdered, { id: draft.id }), { version: draft.version })
    const answers = await Promise.all([mark(), mark()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('the same list of drafts at once makes each draft once', async () => {
    const { merchantId } = shop
    const lines = [
      { variantId: shop.ids[0], supplierId: shop.supplierId, units: 10 },
      { variantId: shop.ids[1], supplierId: shop.supplierId, units: 10 },
    ]
    const create = () =>
      inTransaction(app.kernel, merchantId, (context) => createDrafts(context, { locationId: null, lines }))
    const made: CreatedDrafts[] = await Promise.all([create(), create(), create()])
    expect(made.flatMap(({ orders }) => orders)).toHaveLength(1)
    expect(made.flatMap(({ leftOut }) => leftOut.map(({ reason }) => reason))).toEqual(
      Array.from({ length: 4 }, () => 'in_draft'),
    )
  })
})

describe('units on the way', () => {
  it('are counted once when the stock shows them before the receipt', async () => {
    const placed = await shop.place(await shop.draft())
    await shop.stock(shop.ids[0], 58)
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(42)
    expect((await shop.read(placed.id)).lines[0]).toMatchObject({ remaining: 60, seenInStore: 18 })
    const { order } = await shop.receive(placed, 18)
    expect(order.lines[0]).toMatchObject({ remaining: 42, seenInStore: 0 })
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(42)
  })

  it('are counted once when the store has them in a transfer, and again when the merchant says they are others', async () => {
    const placed = await shop.place(await shop.draft())
    await shop.stock(shop.ids[0], 40, 60)
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(60)
    await shop.post(toAddress(ordersApi.unmatchLine, { id: placed.id, lineId: placed.lines[0]!.id }))
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(120)
  })

  it('of a receipt that the stock shows later are not taken from the next order', async () => {
    const first = await shop.place(await shop.draft())
    await shop.receive(first, 60)
    await shop.place(await shop.draft([{ variantId: shop.ids[0], units: 30 }]))
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(30)
    await shop.stock(shop.ids[0], 100)
    await shop.refresh()
    expect((await shop.incoming())[0]).toBe(30)
  })

  it('are the sum of what remains, whatever is ordered, received, undone, closed and reopened', async () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('order', 'receive', 'close', 'reopen'), fc.nat(3), fc.nat(30)),
      {
        minLength: 3,
        maxLength: 8,
      },
    )
    await inCasesAsync(15, steps, async (taken) => {
      await shop.rows(sql`delete from purchase_orders where merchant_id = ${shop.merchantId}`)
      const orders: PurchaseOrder[] = []
      for (const [kind, index, units] of taken) {
        const one = orders[index % Math.max(1, orders.length)]
        if (kind === 'order' || !one) {
          orders.push(
            await shop.place(await shop.draft([{ variantId: shop.ids[index % 3]!, units: units + 1 }])),
          )
          continue
        }
        const now = await shop.read(one.id)
        const lines = [{ lineId: now.lines[0]!.id, accepted: units + 1 }]
        const version = { version: now.version }
        if (kind === 'receive')
          await shop.post(toAddress(ordersApi.receive, { id: one.id }), { key: crypto.randomUUID(), lines })
        else {
          const ending = kind === 'close' ? ordersApi.close : ordersApi.reopen
          await shop.post(toAddress(ending, { id: one.id }), version)
        }
      }
      await shop.refresh()
      const remaining = await shop.rows<{ units: number }>(sql`
          select coalesce(sum(l.remaining_units) filter (where o.status in ('ordered', 'partly_received')), 0)::integer as units
          from purchase_orders o join purchase_order_lines l on l.merchant_id = o.merchant_id and l.order_id = o.id
          where o.merchant_id = ${shop.merchantId}`)
      const incoming = await shop.incoming()
      expect(incoming.reduce((sum, each) => sum + each, 0)).toBe(remaining[0]!.units)
    })
  })
})

describe('the mail to a supplier', () => {
  const press = (shop: Shop, order: PurchaseOrder, more: object = {}) =>
    shop.post(toAddress(ordersApi.send, { id: order.id }), {
      version: order.version,
      key: 'press-number-one',
      ...more,
    })

  it('is shown before it is sent, with the merchant as the recipient of the answer', async () => {
    const draft = await shop.draft()
    const mail = await shop.ask<OrderMail>(toAddress(ordersApi.previewMail, { id: draft.id }))
    expect(mail).toMatchObject({ to: 'orders@acme.example', replyTo: shop.email, obstacle: null })
    expect(mail.subject).toBe('Purchase order PO-0001 from “Northfold”')
    expect(mail.text).toContain('Hello Acme,')
    expect(mail.attachments.map(({ fileName }) => fileName)).toEqual(['PO-0001.pdf', 'PO-0001.csv'])
  })

  it('is queued once for a press, however often it is asked for, and marks the draft as ordered', async () => {
    const draft = await shop.draft()
    const answers = await Promise.all([1, 2, 3].map(() => press(shop, draft, { markOrdered: true })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const order = await shop.read(draft.id)
    expect(order).toMatchObject({ status: 'ordered', mailStatus: 'waiting' })
    expect(order.mails).toHaveLength(1)
    const queued = await shop.rows(sql`
      select id from deliveries where merchant_id = ${shop.merchantId} and kind = 'purchase_order'`)
    expect(queued).toHaveLength(1)
  })

  it('is not sent in demo mode, nor without an address', async () => {
    const draft = await shop.draft()
    await shop.rows(sql`update suppliers set email = null where merchant_id = ${shop.merchantId}`)
    expect(await getError(await press(shop, draft))).toEqual([400, 'invalid_input', 'to'])
    await shop.rows(sql`update merchants set is_demo = true where id = ${shop.merchantId}`)
    const answer = await press(shop, draft, { to: 'orders@acme.example' })
    expect(await getError(answer)).toEqual([412, 'precondition_failed', undefined])
  })
})

describe('the file of an order', () => {
  it('T-03 is a CSV that a spreadsheet does not run', async () => {
    const draft = await shop.draft([{ variantId: shop.ids[1], units: 4 }])
    const text = await (await shop.request(toAddress(ordersApi.exportCsv, { id: draft.id }))).text()
    expect(text.split('\r\n')[1]).toBe(`PO-0001,Acme,SKU-${shop.ids[1]},'@AC-2,'=Pot,4,1,12.50,50.00,EUR,`)
  })

  it('can be a PDF', async () => {
    const draft = await shop.draft()
    const answer = await shop.request(toAddress(ordersApi.exportPdf, { id: draft.id }))
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })
})
