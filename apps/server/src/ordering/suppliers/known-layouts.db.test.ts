import { purchaseOrderListSchema, purchaseOrderSchema, supplierListSchema } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { newForEachTest, type TestMerchant, withTestApp } from '../../testing/index.ts'
import { applySupplierFile, openSmallShop } from '../../testing/insert-supplier.ts'

const app = withTestApp(() => ({ now: '2026-11-26T12:00:00Z' }))

/** Returns the orders of the shop by their number, each with its lines. */
async function getOrders() {
  const answer = await shop.request('/api/purchase-orders?status=all')
  const { rows } = purchaseOrderListSchema.parse(await answer.json())
  const orders = await Promise.all(
    rows.map(async ({ id }) => purchaseOrderSchema.parse(await shop.ask(`/api/purchase-orders/${id}`))),
  )
  const getLine = ({ sku, ordered, received, remaining }: (typeof orders)[number]['lines'][number]) =>
    [sku, ordered, received, remaining] as const
  return Object.fromEntries(
    orders.map((order) => [
      order.externalId,
      {
        supplier: order.supplierName,
        status: order.status,
        orderedOn: order.orderedOn,
        expectedOn: order.expectedOn,
        lines: order.lines.map(getLine).sort(),
      },
    ]),
  )
}

const getSuppliers = async (shop: TestMerchant) =>
  supplierListSchema.parse(await shop.ask('/api/suppliers')).rows

const shop = newForEachTest(() => openSmallShop(app))

describe('stock orders of Inventory Planner', () => {
  // https://help.inventory-planner.com/en/articles/10803557-stock-order-data-file-specification
  const head =
    'ID,REFERENCE,STATUS,WAREHOUSE,VENDOR,SOURCE_WAREHOUSE,CURRENCY,CREATED_DATE,LINE_ITEM_ID,VARIANT_ID,SKU,BARCODE,TITLE,' +
    'REPLENISHMENT,RECEIVED,RECEIVED_DATE,COST_PRICE,REMOVED,UPDATED_AT,TYPE,REFERENCE2,EXPECTED_DATE'
  const row = (given: {
    id: number
    reference?: string
    status: string
    sku: string
    units: string
    received?: string
    removed?: string
    type?: string
  }) => {
    const {
      id,
      reference = `PO-${id}`,
      status,
      sku,
      units,
      received = '',
      removed = 'false',
      type = 'po',
    } = given
    return (
      `${id},${reference},${status},Main,Acme,,USD,2026-11-02 09:00:00,L${id}${sku},1,${sku},,A title,` +
      `${units},${received},,4.25,${removed},2026-11-20 00:00:00,${type},,2026-12-14 00:00:00`
    )
  }

  it('are on the way if their status says so, without the units that were received', async () => {
    const report = await applySupplierFile(shop, 'orders', [
      head,
      row({ id: 1, status: 'OPEN', sku: 'MUG-1', units: '100.0' }),
      row({ id: 2, status: 'PARTIALLY RECEIVED', sku: 'MUG-1', units: '50.0', received: '20.0' }),
      row({ id: 3, status: 'CLOSED', sku: 'CUP-1', units: '10.0', received: '10.0' }),
      row({ id: 4, status: 'CANCELLED', sku: 'CUP-1', units: '10.0' }),
      row({ id: 5, status: 'DRAFT', sku: 'JAR-1', units: '7.0' }),
    ])
    expect(report.counts).toMatchObject({ added: 5, faulty: 0 })
    expect(await getOrders()).toMatchObject({
      'PO-1': {
        supplier: 'Acme',
        status: 'ordered',
        orderedOn: '2026-11-02',
        expectedOn: '2026-12-14',
        lines: [['MUG-1', 100, 0, 100]],
      },
      'PO-2': { status: 'partly_received', lines: [['MUG-1', 50, 20, 30]] },
      'PO-3': { status: 'received', lines: [['CUP-1', 10, 10, 0]] },
      'PO-4': { status: 'cancelled', lines: [['CUP-1', 10, 0, 0]] },
      'PO-5': { status: 'draft' },
    })
  })

  it('without a reference have their ID as number', async () => {
    await applySupplierFile(shop, 'orders', [
      head,
      row({ id: 77, reference: '', status: 'OPEN', sku: 'MUG-1', units: '5' }),
    ])
    expect(Object.keys(await getOrders())).toEqual(['77'])
  })

  it('that move stock within the shop are named and left out', async () => {
    const report = await applySupplierFile(shop, 'orders', [
      head,
      row({ id: 1, status: 'OPEN', sku: 'MUG-1', units: '5', type: 'transfer' }),
      row({ id: 2, status: 'OPEN', sku: 'MUG-1', units: '5', type: 'Assembly' }),
      row({ id: 3, status: 'OPEN', sku: 'MUG-1', units: '5' }),
    ])
    expect(report.counts).toMatchObject({ added: 1, faulty: 2 })
    expect(report.lines.map(({ reason }) => reason)).toContain(
      'TYPE: is a transfer, not an order to a supplier.',
    )
    expect(Object.keys(await getOrders())).toEqual(['PO-3'])
  })

  it('do not expect a line that is removed from the file, even if it was imported before', async () => {
    const lines = (removed: string) => [
      head,
      row({ id: 1, status: 'OPEN', sku: 'MUG-1', units: '5', removed }),
      row({ id: 1, status: 'OPEN', sku: 'CUP-1', units: '8' }),
    ]
    await applySupplierFile(shop, 'orders', lines('false'))
    await applySupplierFile(shop, 'orders', lines('true'))
    expect((await getOrders())['PO-1']?.lines).toEqual([
      ['CUP-1', 8, 0, 8],
      ['MUG-1', 5, 0, 0],
    ])
  })
})

describe('vendors of Inventory Planner', () => {
  it('have the currency, lead time and minimum value of the file that its import takes', async () => {
    // https://help.inventory-planner.com/en/articles/8898778-importing-vendors-and-vendor-catalog-attributes
    const report = await applySupplierFile(shop, 'suppliers', [
      'Name,Email,Currency,Discount,Default tax,MOQ type,Min purchase budget,Min purchase quantity,Shipment method,Lead time,Days of stock',
      'Acme,orders@acme.example,EUR,5,19,vendor,"1,250.50",,Sea,35,60',
    ])
    expect(report.counts).toMatchObject({ added: 1, faulty: 0 })
    expect(await getSuppliers(shop)).toMatchObject([
      {
        name: 'Acme',
        currency: 'EUR',
        statedLeadTimeDays: 35,
        minimum: { kind: 'value', amountMinor: 125_050 },
      },
    ])
  })

  it('have their display name in the file of the connector, and are archived if they are removed', async () => {
    // https://help.inventory-planner.com/en/articles/10802535-vendor-data-file-specification
    await applySupplierFile(shop, 'suppliers', [
      'VENDOR_ID,DISPLAY_NAME,CURRENCY,REMOVED,UPDATED_AT,DISCOUNT,TAX,EMAIL',
      '17,Acme,USD,false,2026-11-20 00:00:00,,,"a@acme.example, b@acme.example"',
      '18,Gone Ltd,USD,true,2026-11-20 00:00:00,,,',
    ])
    const listed = await getSuppliers(shop)
    expect(listed.filter(({ archivedAt }) => archivedAt === null)).toMatchObject([
      { name: 'Acme', currency: 'USD' },
    ])
  })
})

describe('files of Stocky', () => {
  // No list of its columns is published; these are the names that importers of its files take:
  // https://reorda.app/blog/import-suppliers-purchase-orders-csv
  it('are read by the usual names: orders', async () => {
    const report = await applySupplierFile(shop, 'orders', [
      'Purchase Order,Supplier,Status,Ordered at,Expected on,SKU,Barcode,Product,Quantity,Received quantity,Cost price',
      '1042,Acme,Ordered,2026-11-02,2026-12-14,MUG-1,,Mug,100,40,$4.25',
      '1042,Acme,Ordered,2026-11-02,2026-12-14,CUP-1,,Cup,"1,200",0,$3.10',
      '1041,Acme,Received,2026-09-02,2026-10-01,CUP-1,,Cup,60,60,$3.10',
    ])
    expect(report.counts).toMatchObject({ added: 3, faulty: 0 })
    expect(await getOrders()).toMatchObject({
      1042: {
        status: 'partly_received',
        lines: [
          ['CUP-1', 1200, 0, 1200],
          ['MUG-1', 100, 40, 60],
        ],
      },
      1041: { status: 'received', lines: [['CUP-1', 60, 60, 0]] },
    })
  })

  it('are read by the usual names: suppliers', async () => {
    await applySupplierFile(shop, 'suppliers', [
      'Supplier,Contact email,Currency,Lead time (days),Notes',
      'Acme,orders@acme.example,USD,21 days,Closed in August',
    ])
    expect(await getSuppliers(shop)).toMatchObject([{ name: 'Acme', statedLeadTimeDays: 21 }])
  })
})
