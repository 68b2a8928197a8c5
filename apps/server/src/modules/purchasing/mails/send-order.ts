import { DAY_MS, type OrderMail, type PurchaseOrder, type sendOrderSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { isDemoUser } from '../../../demo-user-email.ts'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { takeUse } from '../../../limits/take-use.ts'
import { requireShopFacts, type ShopFacts } from '../../../shop-facts/queries.ts'
import { type Context, inTransaction } from '../../../verb-context.ts'
import { queueMail } from '../../notifications/index.ts'
import { orderCsv } from '../documents/order-csv.ts'
import { orderPdf } from '../documents/order-pdf.ts'
import { getOrder } from '../orders/get-order.ts'
import { announceOrders, holdOrder, type OrderContext, refuse } from '../orders/hold-order.ts'
import { placeOrder } from '../orders/mark-ordered.ts'
import { type OrderingShop, orderMailContent, proposedMail } from './compose-mail.ts'
import { findMail, insertMail } from './mail-queries.ts'

type Wanted = z.output<typeof sendOrderSchema>

/** After a day without success a mail is given up: the order may have changed since. */
const USEFUL_MS = DAY_MS

/** Returns the mail of an order as it would be sent. */
export async function previewMail(
  context: Context<'clock'>,
  { orderId }: { orderId: number },
): Promise<OrderMail> {
  const order = await getOrder(context, { orderId })
  const facts = await requireShopFacts(context.tx, context.merchantId)
  const files = fileNames(order)
  return {
    to: order.supplierEmail,
    replyTo: facts.email,
    ...proposedMail(order, orderingShop(facts)),
    attachments: [
      { fileName: files.pdf, contentType: PDF },
      { fileName: files.csv, contentType: CSV },
    ],
    obstacle: obstacleOf(order, facts),
  }
}

/**
 * Sends an order to its supplier, once for each press of the button in a version. The files are made before the
 * transaction, from the version that is asked for.
 */
export async function sendOrder(
  kernel: Kernel,
  merchantId: number,
  { orderId, wanted }: { orderId: number; wanted: Wanted },
): Promise<PurchaseOrder> {
  const prepared = await inTransaction(kernel, merchantId, async (context) => ({
    order: await getOrder(context, { orderId }),
    shop: orderingShop(await requireShopFacts(context.tx, merchantId)),
  }))
  const pdf = await orderPdf(prepared.order, prepared.shop)
  const drawn = { pdf, version: prepared.order.version }
  return inTransaction(kernel, merchantId, (context) => queueOrder(context, { orderId, wanted, drawn }))
}

async function queueOrder(
  context: OrderContext & Context<'config'>,
  {
    orderId,
    wanted,
    drawn,
  }: { orderId: number; wanted: Wanted; drawn: { pdf: Uint8Array; version: number } },
): Promise<PurchaseOrder> {
  const { merchantId, tx } = context
  const held = await holdOrder(context, { orderId })
  const key = { merchantId, orderId, version: wanted.version, pressKey: wanted.key }
  if (await findMail(tx, key)) return getOrder(context, { orderId })
  if (held.row.version !== wanted.version || drawn.version !== wanted.version) {
    throw new AppError('conflict', 'This order was changed meanwhile. Reload it and send it again.')
  }
  const facts = await requireShopFacts(tx, merchantId)
  const order = await getOrder(context, { orderId })
  const to = wanted.to ?? order.supplierEmail
  refuseObstacle(obstacleOf({ ...order, supplierEmail: to }, facts))
  await takeUse(context, 'order_mail')
  if (wanted.markOrdered && held.row.status === 'draft') await placeOrder(context, held, {})
  const proposed = proposedMail(order, orderingShop(facts))
  const at = context.clock.now()
  const files = fileNames(order)
  const deliveryId = await queueMail(context, tx, {
    merchantId,
    kind: 'purchase_order',
    content: orderMailContent({
      subject: wanted.subject ?? proposed.subject,
      text: wanted.text ?? proposed.text,
    }),
    to: to ?? '',
    replyTo: facts.email,
    attachments: [
      { fileName: files.pdf, contentType: PDF, content: drawn.pdf },
      { fileName: files.csv, contentType: CSV, content: Buffer.from(orderCsv(order)) },
    ],
    usefulUntil: new Date(at.getTime() + USEFUL_MS),
  })
  await insertMail(tx, { ...key, recipient: to ?? '', deliveryId, at })
  await announceOrders(context, [])
  return getOrder(context, { orderId })
}

const PDF = 'application/pdf'
const CSV = 'text/csv; charset=utf-8'

function fileNames({ number }: PurchaseOrder) {
  return { pdf: `${number}.pdf`, csv: `${number}.csv` }
}

export function orderingShop({ shopName, shopDomain, email, countryCode }: ShopFacts): OrderingShop {
  return { name: shopName ?? shopDomain, email, countryCode }
}

function obstacleOf(order: PurchaseOrder, facts: ShopFacts): OrderMail['obstacle'] {
  if (facts.isDemo || isDemoUser(facts.email)) return 'demo'
  if (order.lines.length === 0) return 'no_lines'
  if (!order.can.send) return 'wrong_state'
  return order.supplierEmail === null ? 'no_address' : null
}

function refuseObstacle(obstacle: OrderMail['obstacle']): void {
  if (obstacle === null) return
  if (obstacle === 'no_address') {
    throw new AppError('invalid_input', 'This supplier has no email address. Enter one.', { field: 'to' })
  }
  if (obstacle === 'demo') {
    throw new AppError('precondition_failed', 'Demo orders are not sent to suppliers.')
  }
  refuse(obstacle)
}
