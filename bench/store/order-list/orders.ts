import { randomUUID } from 'node:crypto'
import {
  type CreatedDrafts,
  type OrderList,
  type ProductDetail,
  type PurchaseOrder,
  paths,
  routes,
} from '@stockcast/contract'
import type { Merchant } from '../../launch/merchant.ts'
import { type Measure, timed, until } from './measure.ts'

const DRAFTS = 50
const MOST_DRAFTS_MS = 2000
const RECEIPTS = 40
const MOST_RECEIPT_MS = 2000
const PDF_LINES = 500
const PDFS = 10
const MOST_PDF_MS = 5000
const PAGE = 500

interface Line {
  variantId: number
  supplierId: number
  units: number
}

/** Measures the creation of 50 drafts, each time for other suppliers, until none is left. */
export async function measureDrafts(merchant: Merchant, measure: Measure): Promise<void> {
  const lines: Line[] = []
  for (let page = 1; ; page++) {
    const path = `${paths.orderList}?due=due&pageSize=${PAGE}&page=${page}`
    const { rows } = (await merchant.get(path)) as OrderList
    for (const { variantId, supplier, quantity } of rows)
      if (supplier && quantity > 0) lines.push({ variantId, supplierId: supplier.id, units: quantity })
    if (rows.length < PAGE) break
  }
  const bySupplier = [...Map.groupBy(lines, ({ supplierId }) => supplierId).values()]
  const took: number[] = []
  for (let at = 0; at + DRAFTS <= bySupplier.length; at += DRAFTS) {
    const chosen = bySupplier.slice(at, at + DRAFTS).flat()
    let created = 0
    await measure.count()
    took.push(
      await timed(async () => {
        const answer = (await merchant.post(paths.orderListDrafts, { lines: chosen })) as CreatedDrafts
        created = answer.orders.length
      }),
    )
    if (created !== DRAFTS) throw new Error(`${created} drafts of ${DRAFTS}`)
  }
  measure.print(`${DRAFTS} drafts of ${lines.length} lines in all`, took, MOST_DRAFTS_MS)
}

/** Measures from a receipt until the product page shows its stock projection without the units that came. */
export async function measureReceipts(
  merchant: Merchant,
  { measure, orderIds }: { measure: Measure; orderIds: readonly number[] },
): Promise<void> {
  const took: number[] = []
  for (const orderId of orderIds.slice(0, RECEIPTS)) {
    const { lines } = (await merchant.get(routes.purchaseOrder(orderId))) as PurchaseOrder
    const line = lines[0]!
    const incoming = async () =>
      ((await merchant.get(`/api/products/${line.variantId}`)) as ProductDetail).row.incoming
    const before = await incoming()
    await measure.count()
    took.push(
      await timed(async () => {
        const received = { key: randomUUID(), lines: [{ lineId: line.id, accepted: line.ordered }] }
        await merchant.post(routes.receiveOrder(orderId), received)
        await until('a receipt', async () => (await incoming()) === before - line.ordered)
      }),
    )
  }
  measure.print('receipt → stock projection', took, MOST_RECEIPT_MS)
}

/** Measures the PDF of an order with 500 lines. */
export async function measurePdf(
  merchant: Merchant,
  {
    measure,
    supplierId,
    variantIds,
  }: { measure: Measure; supplierId: number; variantIds: readonly number[] },
): Promise<void> {
  const lines = variantIds
    .slice(0, PDF_LINES)
    .map((variantId) => ({ variantId, units: 12, unitCostMinor: 450 }))
  const order = (await merchant.post(paths.purchaseOrders, { supplierId, lines })) as PurchaseOrder
  const took: number[] = []
  let bytes = 0
  for (let n = 0; n < PDFS; n++) {
    await measure.count()
    took.push(
      await timed(async () => {
        bytes = (await merchant.read(routes.purchaseOrderPdf(order.id))).byteLength
      }),
    )
  }
  measure.print(`PDF of ${order.lines.length} lines, ${Math.round(bytes / 1024)} kB`, took, MOST_PDF_MS)
}
