import { DAY_MS, type OrderMail, type PurchaseOrder, type sendOrderSchema } from '@stockcast/contract'
import type { z } from 'zod'
import {
  areOrderMailsPaused,
  findStopped,
  type OrderMailPermit,
  permitOrderMail,
  queueOrderMail,
} from '../../../alerts/index.ts'
import { isOnTrial } from '../../../kernel/access/access.ts'
import { type Origin, recordAudit } from '../../../kernel/audit/record-audit.ts'
import { isDemoUser } from '../../../kernel/demo-user-email.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { requireShopFacts, type ShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { type Context, inTransaction } from '../../../kernel/verb-context.ts'
import { orderCsv } from '../documents/order-csv.ts'
import { orderPdf } from '../documents/order-pdf.ts'
import { findOrderingShop, type OrderingShop, orderFileName } from '../documents/ordering-shop.ts'
import { findFirstMail, findMail, insertMail } from '../mail-queries.ts'
import { getOrder } from '../orders/get-order.ts'
import { announceOrders, holdOrder, type OrderContext, refuse } from '../orders/hold-order.ts'
import { asPlaced, placeOrder } from '../orders/mark-ordered.ts'
import { findSuppliers } from '../orders/supplier-queries.ts'
import { getHead, proposedMail } from './compose-mail.ts'

type Wanted = z.output<typeof sendOrderSchema>

/** After a day without success a mail is given up: the order may have changed since. */
const USEFUL_MS = DAY_MS

/** Returns the mail of an order as it would be sent. */
export async function previewMail(
  context: Context<'clock' | 'config'>,
  { orderId }: { orderId: number },
): Promise<OrderMail> {
  const order = await getOrder(context, { orderId })
  const facts = await requireShopFacts(context.tx, context.merchantId)
  const files = fileNames(order)
  const { addresses, to } = await getAddresses(context, order)
  return {
    to,
    addresses,
    replyTo: facts.email,
    ...proposedMail(await asPlaced(context, order), await findOrderingShop(context)),
    attachments: [
      { fileName: files.pdf, contentType: PDF },
      { fileName: files.csv, contentType: CSV },
    ],
    obstacle: await getObstacle(context, { order, facts, addresses }),
  }
}

interface Sending {
  orderId: number
  wanted: Wanted
  origin?: Origin
  /** Draws the PDF. */
  draw?: typeof orderPdf
}

/**
 * Sends an order to its supplier, once for each press of the button in a version. Whether it may be sent is decided and
 * counted before the files are made, and they are made outside of a transaction.
 */
export async function sendOrder(
  kernel: Kernel,
  merchantId: number,
  sending: Sending,
): Promise<PurchaseOrder> {
  const prepared = await inTransaction(kernel, merchantId, (context) => prepareMail(context, sending))
  if ('sent' in prepared) return prepared.sent
  const { draw = orderPdf } = sending
  const pdf = await draw(prepared.order, prepared.shop)
  return inTransaction(kernel, merchantId, (context) =>
    queueOrder(context, { ...sending, pdf, permit: prepared.permit }),
  )
}

type Prepared =
  | { order: PurchaseOrder; shop: OrderingShop; permit: OrderMailPermit }
  /** This press was taken before. */
  | { sent: PurchaseOrder }

async function prepareMail(
  context: Context<'clock' | 'config'>,
  { orderId, wanted }: Sending,
): Promise<Prepared> {
  const { merchantId, tx, clock } = context
  const order = await getOrder(context, { orderId })
  if (await findMail(tx, toKey(merchantId, orderId, wanted))) return { sent: order }
  if (order.version !== wanted.version) throw outdated()
  const facts = await requireShopFacts(tx, merchantId)
  const to = await getRecipient(context, { order, facts, wanted })
  const permit = await permitOrderMail(context, {
    to,
    mailedSince: await findFirstMail(tx, { merchantId, recipient: to }),
    isOnTrial: await isOnTrial(tx, merchantId, clock.now()),
  })
  const mailed = wanted.markOrdered ? await asPlaced(context, order) : order
  return { order: mailed, shop: await findOrderingShop(context), permit }
}

async function queueOrder(
  context: OrderContext & Context<'config'>,
  { orderId, wanted, origin, pdf, permit }: Sending & { pdf: Uint8Array; permit: OrderMailPermit },
): Promise<PurchaseOrder> {
  const { merchantId, tx } = context
  const held = await holdOrder(context, { orderId })
  const key = toKey(merchantId, orderId, wanted)
  if (await findMail(tx, key)) return getOrder(context, { orderId })
  if (held.row.version !== wanted.version) throw outdated()
  const facts = await requireShopFacts(tx, merchantId)
  if (wanted.markOrdered && held.row.status === 'draft') await placeOrder(context, held, {})
  const order = await getOrder(context, { orderId })
  // The supplier may have lost the address meanwhile.
  await getRecipient(context, { order, facts, wanted: { ...wanted, to: permit.to } })
  const shop = await findOrderingShop(context)
  const at = context.clock.now()
  const files = fileNames(order)
  const deliveryId = await queueOrderMail(context, permit, {
    ...getHead(order, shop),
    subject: wanted.subject ?? '',
    text: wanted.text ?? proposedMail(order, shop).text,
    attachments: [
      { fileName: files.pdf, contentType: PDF, content: pdf },
      { fileName: files.csv, contentType: CSV, content: Buffer.from(orderCsv(order)) },
    ],
    usefulUntil: new Date(at.getTime() + USEFUL_MS),
  })
  await insertMail(tx, { ...key, recipient: permit.to, deliveryId, at })
  await recordAudit(tx, {
    merchantId,
    at,
    event: 'order_sent',
    detail: `${order.number} to ${permit.to}`,
    ...(origin && { origin }),
  })
  await announceOrders(context, [])
  return getOrder(context, { orderId })
}

function toKey(merchantId: number, orderId: number, { version, key }: Wanted) {
  return { merchantId, orderId, version, pressKey: key }
}

function outdated(): AppError {
  return new AppError('conflict', 'This order was changed meanwhile. Reload it and send it again.')
}

type Address = OrderMail['addresses'][number]

/** Returns the addresses stored at the supplier of an order, and the first that takes orders. */
async function getAddresses(
  context: Context<'config'>,
  { supplierId }: PurchaseOrder,
): Promise<{ addresses: Address[]; to: string | null }> {
  const { merchantId, tx } = context
  const found = await findSuppliers(tx, { merchantId, supplierIds: supplierId === null ? [] : [supplierId] })
  const supplier = found.get(supplierId ?? 0)
  const emails = supplier ? [supplier.email, ...supplier.otherEmails].filter((email) => email !== null) : []
  const stopped = await findStopped(context, { addresses: emails })
  const addresses = emails.map((email) => ({ email, isStopped: stopped.has(email) }))
  return { addresses, to: addresses.find(({ isStopped }) => !isStopped)?.email ?? null }
}

/** Returns the address that an order goes to, as it is stored at the supplier, or refuses to send. */
async function getRecipient(
  context: Context<'config'>,
  { order, facts, wanted }: { order: PurchaseOrder; facts: ShopFacts; wanted: Wanted },
): Promise<string> {
  const { addresses, to } = await getAddresses(context, order)
  refuseObstacle(await getObstacle(context, { order, facts, addresses }), wanted)
  const asked = (wanted.to ?? to ?? addresses[0]?.email ?? '').toLowerCase()
  const stored = addresses.find(({ email }) => email.toLowerCase() === asked)
  if (stored) return stored.email
  throw new AppError(
    'invalid_input',
    `Orders go only to addresses that are stored at the supplier. Add this one to ${order.supplierName ?? 'the supplier'}, then send again.`,
    { field: 'to' },
  )
}

const PDF = 'application/pdf'
const CSV = 'text/csv; charset=utf-8'

function fileNames(order: PurchaseOrder) {
  return { pdf: orderFileName(order, 'pdf'), csv: orderFileName(order, 'csv') }
}

async function getObstacle(
  context: Context,
  { order, facts, addresses }: { order: PurchaseOrder; facts: ShopFacts; addresses: readonly Address[] },
): Promise<OrderMail['obstacle']> {
  if (facts.isDemo || isDemoUser(facts.email)) return 'demo'
  if (order.lines.length === 0) return 'no_lines'
  if (!order.can.send) return 'wrong_state'
  if (await areOrderMailsPaused(context)) return 'paused'
  if (addresses.length === 0) return 'no_address'
  return addresses.every(({ isStopped }) => isStopped) ? 'all_stopped' : null
}

/** Refuses what no choice of an address changes; the addresses are checked one by one. */
function refuseObstacle(obstacle: OrderMail['obstacle'], { to }: Wanted): void {
  if (obstacle === null || obstacle === 'paused' || obstacle === 'all_stopped') return
  if (obstacle === 'no_address') {
    if (to !== undefined) return
    throw new AppError(
      'invalid_input',
      'This supplier has no email address. Add one to the supplier first.',
      {
        field: 'to',
      },
    )
  }
  if (obstacle === 'demo') {
    throw new AppError('precondition_failed', 'Demo orders are not sent to suppliers.')
  }
  refuse(obstacle)
}
