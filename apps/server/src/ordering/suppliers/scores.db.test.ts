import { ordersApi, purchaseOrderListSchema, type SupplierRow, supplierListSchema } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'

const app = withTestApp()

const header = 'PO,Supplier,SKU,Ordered,Received,Rejected,Cost,Order Date,Expected,Received Date,Status'

/** Returns the supplier of these orders, with its score. */
async function getSupplier(lines: readonly string[]): Promise<SupplierRow> {
  const shop = await app.openShop([{ sku: 'A' }, { sku: 'B' }])
  const answer = await shop.request('/api/suppliers/import/apply?kind=orders', {
    method: 'POST',
    body: [header, ...lines].join('\n'),
  })
  expect(await answer.json()).toMatchObject({ counts: { added: lines.length } })
  await shop.refresh()
  const { rows } = supplierListSchema.parse(await shop.ask('/api/suppliers'))
  const supplier = rows[0]!
  const open = `${ordersApi.list.path}?status=open&supplierId=${supplier.id}`
  const orders = purchaseOrderListSchema.parse(await shop.ask(open))
  expect(supplier.openOrders).toBe(orders.total)
  expect(supplier.lateOrders).toBe(orders.rows.filter(({ isLate }) => isLate).length)
  return supplier
}

const onTime = 'P1,Altura,A,100,100,0,2.00,2026-08-01,2026-08-15,2026-08-14,received'
const lateOne = 'P2,Altura,A,100,100,0,2.00,2026-09-01,2026-09-15,2026-09-18,received'
const short = 'P3,Altura,A,100,70,10,2.00,2026-10-01,2026-10-15,2026-10-15,closed'

describe('the score of a supplier', () => {
  it('says nothing below three orders', async () => {
    const { score } = await getSupplier([onTime, lateOne])
    expect(score).toMatchObject({ orders: 2, onTimeRatio: null, fillRatio: null, rejectedRatio: null })
    expect(score).toMatchObject({ leadTimeMedianDays: null, leadTimeP90Days: null, lateValueMinor: 0 })
  })

  it('counts what came late and what never came as late', async () => {
    const { score } = await getSupplier([onTime, lateOne, short])
    expect(score).toMatchObject({ orders: 3, lateUnits: 0, lateValueMinor: 0 })
    expect(score.onTimeRatio).toBeCloseTo((100 + 0 + 70) / 300, 12)
    expect(score.fillRatio).toBeCloseTo((100 + 100 + 70) / 300, 12)
    expect(score.rejectedRatio).toBeCloseTo(10 / 280, 12)
    expect(score).toMatchObject({ leadTimeMedianDays: 14, leadTimeP90Days: 16 })
  })

  it('counts an order that its list does not call late neither as late nor against the share on time', async () => {
    const ahead = 'P4,Altura,B,50,0,0,3.00,2026-11-19,2027-01-10,,ordered'
    const { score, lateOrders } = await getSupplier([onTime, lateOne, short, ahead])
    expect(lateOrders).toBe(0)
    expect(score).toMatchObject({ orders: 3, lateUnits: 0 })
  })

  it('counts an open order from the day after it was expected, with the value that is late', async () => {
    const open = 'P4,Altura,B,50,20,0,3.00,2026-11-01,2026-11-10,2026-11-09,partial'
    const ahead = 'P5,Altura,B,50,0,0,3.00,2026-11-01,2027-01-10,,ordered'
    const { score, openOrders, lateOrders, finishedOrders } = await getSupplier([
      onTime,
      lateOne,
      short,
      open,
      ahead,
    ])
    expect({ openOrders, lateOrders, finishedOrders }).toEqual({
      openOrders: 2,
      lateOrders: 1,
      finishedOrders: 3,
    })
    expect(score).toMatchObject({ orders: 4, lateUnits: 30, lateValueMinor: 9000 })
    expect(score.onTimeRatio).toBeCloseTo((100 + 0 + 70 + 20) / 350, 12)
  })

  it('has no value of late units if a cost is unknown', async () => {
    const open = 'P4,Altura,B,50,20,0,,2026-11-01,2026-11-10,2026-11-09,partial'
    const { score } = await getSupplier([onTime, open])
    expect(score).toMatchObject({ lateUnits: 30, lateValueMinor: null })
  })

  it('leaves out orders of more than a year ago', async () => {
    const old = ['01', '02', '03'].map(
      (day) => `O${day},Altura,A,10,0,0,2.00,2025-03-${day},2025-04-01,,closed`,
    )
    const { score } = await getSupplier([onTime, ...old])
    expect(score.orders).toBe(1)
  })
})
