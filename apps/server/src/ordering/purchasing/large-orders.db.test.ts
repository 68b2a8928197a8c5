import {
  type Endpoint,
  MAX_ORDER_LINES,
  MAX_RECEIVED_UNITS,
  orderListApi,
  ordersApi,
  type PurchaseOrder,
  suppliersApi,
  toAddress,
} from '@stockcast/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { insertSupplier } from '../../testing/insert-supplier.ts'
import { placeOrder, receive } from '../../testing/place-order.ts'

const app = withTestApp()

async function shopWith(products: number) {
  const merchant = await app.openShop(Array.from({ length: products }, () => ({ available: 40 })))
  const { merchantId, ids } = merchant
  const supplierId = await insertSupplier(app.kernel, { merchantId, name: 'A', items: [] })
  const post = (path: string, json: object) => merchant.request(path, { json })
  const lines = ids.map((variantId) => ({ variantId, units: 60, unitCostMinor: 500 }))
  const draft = () => post(ordersApi.create.path, { supplierId, lines })
  return { merchant, merchantId, ids, supplierId, post, lines, draft }
}

const statements = vi.spyOn(pg.Client.prototype, 'query')

/** Takes an order through every step and returns the number of statements of each. */
async function statementsOfSteps(lines: number): Promise<Record<string, number>> {
  const shop = await shopWith(lines)
  const counts: Record<string, number> = {}
  let order: PurchaseOrder
  const step = async (name: string, answer: () => Promise<Response>) => {
    statements.mockClear()
    const given = await answer()
    counts[name] = statements.mock.calls.length
    expect([name, given.status, given.ok ? '' : await given.text()]).toEqual([name, 200, ''])
    const body = (await given.json()) as PurchaseOrder & { order?: PurchaseOrder }
    order = body.order ?? body
  }
  const put = (change: (now: PurchaseOrder) => object) => () =>
    shop.merchant.request(toAddress(ordersApi.save, { id: order.id }), {
      method: 'PUT',
      json: { version: order.version, ...change(order) },
    })
  const withUnits = (units: number) =>
    put((now) => ({ lines: now.lines.map(({ id, variantId }) => ({ id, variantId, units })) }))
  const turn = (endpoint: Endpoint) => () =>
    shop.post(toAddress(endpoint, { id: order.id }), { version: order.version })
  await step('draft', shop.draft)
  await step('change', withUnits(70))
  await step(
    'costs',
    put(() => ({ freightMinor: 100_000 })),
  )
  await step('order', turn(ordersApi.markOrdered))
  await step('change ordered', withUnits(80))
  await step('receive', () =>
    shop.post(toAddress(ordersApi.receive, { id: order.id }), {
      key: crypto.randomUUID(),
      lines: order.lines.map(({ id }) => ({ lineId: id, accepted: 10, rejected: 1 })),
    }),
  )
  await step('undo', () =>
    shop.post(toAddress(ordersApi.undoReceipt, { id: order.id, receiptId: order.receipts[0]!.id }), {
      key: crypto.randomUUID(),
    }),
  )
  await step('close', turn(ordersApi.close))
  await step('reopen', turn(ordersApi.reopen))
  await step('cancel', turn(ordersApi.cancel))
  return counts
}

describe('an order of many lines', () => {
  it('takes the same number of statements in every step as one of fewer lines', async () => {
    expect(await statementsOfSteps(500)).toEqual(await statementsOfSteps(200))
  })

  it('has at most 1,000 lines, whichever way they come', async () => {
    const { draft, ids, lines, merchant, merchantId, post, supplierId } = await shopWith(MAX_ORDER_LINES + 1)
    expect((await draft()).status).toBe(400)
    const small = (await (
      await post(ordersApi.create.path, { supplierId, lines: [] })
    ).json()) as PurchaseOrder
    const all = { version: small.version, lines }
    expect(
      (await merchant.request(toAddress(ordersApi.save, { id: small.id }), { method: 'PUT', json: all }))
        .status,
    ).toBe(400)
    const received = ids.map((_, i) => ({ lineId: i + 1, accepted: 1 }))
    const receipt = { key: crypto.randomUUID(), lines: received }
    expect((await post(toAddress(ordersApi.receive, { id: small.id }), receipt)).status).toBe(400)
    const drafts = await post(orderListApi.createDrafts.path, {
      lines: lines.map((line) => ({ ...line, supplierId })),
    })
    expect(await drafts.json()).toMatchObject({
      orders: [
        { lines: MAX_ORDER_LINES, number: 'PO-0002' },
        { lines: 1, number: 'PO-0003' },
      ],
    })
    const file = ids.map((id) => `1001,A,SKU-${id},5,2026-11-01`)
    const imported = await merchant.request(`${suppliersApi.applyImport.path}?kind=orders`, {
      method: 'POST',
      body: ['PO #,Vendor,SKU,Qty,Order Date', ...file].join('\n'),
    })
    expect(await imported.json()).toMatchObject({ counts: { added: MAX_ORDER_LINES, faulty: 1 } })
    const most = await merchant.rows(sql<{ lines: number }>`
        select count(*) as lines from purchase_order_lines where merchant_id = ${merchantId}
        group by order_id order by 1 desc limit 1`)
    expect(most).toEqual([{ lines: MAX_ORDER_LINES }])
  })
})

describe('the units of a line', () => {
  it.each(['accepted', 'rejected'] as const)(
    'are refused as %s, with the field, if all receipts together would exceed the column',
    async (kind) => {
      const { ids, lines, merchant, merchantId, post, supplierId } = await shopWith(2)
      const draft = await placeOrder(merchant, { supplierId, lines })
      const [first, second] = draft.lines as [PurchaseOrder['lines'][number], PurchaseOrder['lines'][number]]
      const receive = (units: number) =>
        post(toAddress(ordersApi.receive, { id: draft.id }), {
          key: crypto.randomUUID(),
          lines: [
            { lineId: first.id, accepted: 1 },
            { lineId: second.id, accepted: 0, [kind]: units },
          ],
        })
      const column = { accepted: sql`received_units`, rejected: sql`rejected_units` }[kind]
      await merchant.rows(sql`update purchase_order_lines set ${column} = ${MAX_RECEIVED_UNITS - 1}
        where merchant_id = ${merchantId} and id = ${second.id}`)
      const refused = await receive(2)
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { error: { code: 'invalid_input', field: `lines.1.${kind}` } },
      ])
      expect((await receive(1)).status).toBe(200)
      await merchant.refresh(ids)
    },
  )

  it('may add up to more than a column holds over the lines of an order', async () => {
    const { ids, lines, merchant, merchantId, supplierId } = await shopWith(30)
    const order = await placeOrder(merchant, { supplierId, lines })
    const received = order.lines.map(({ id }) => ({ lineId: id, accepted: 1 }))
    await receive(merchant, order, received)
    await merchant.rows(
      sql`update receipt_lines set accepted_units = ${MAX_RECEIVED_UNITS} where merchant_id = ${merchantId}`,
    )
    await merchant.rows(
      sql`update purchase_order_lines set received_units = ${MAX_RECEIVED_UNITS} where merchant_id = ${merchantId}`,
    )
    await merchant.refresh(ids)
  })
})
