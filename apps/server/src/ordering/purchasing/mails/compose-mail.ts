import { originalNumberOf, type PurchaseOrder, shopFormats } from '@stockcast/contract'
import { framedSubject } from '../../../providers/mail/index.ts'
import { type OrderingShop, shipToOf } from '../documents/ordering-shop.ts'
import { writtenAmount } from '../documents/written-amount.ts'

/** Returns what the mail of an order is, in our words, and who writes it. */
export function headOf(order: PurchaseOrder, shop: OrderingShop) {
  return { about: `Purchase order ${order.number}`, author: { name: shop.name, email: shop.email } }
}

/** Returns how the subject of an order's mail begins, and the proposed text, which the merchant may change. */
export function proposedMail(order: PurchaseOrder, shop: OrderingShop): { subject: string; text: string } {
  const formats = shopFormats(shop.countryCode)
  const units = order.lines.reduce((sum, line) => sum + (line.confirmed ?? line.ordered), 0)
  const products = order.lines.length === 1 ? '1 product' : `${formats.number(order.lines.length)} products`
  const total =
    order.totalMinor === null || order.linesWithoutCost > 0
      ? ''
      : `, ${writtenAmount(formats, order.totalMinor, order.currency)} ${order.currency} in total`
  const originalNumber = originalNumberOf(order)
  const earlier = originalNumber === null ? '' : ` (earlier number ${originalNumber})`
  const shipTo = shipToOf(order, shop)
  const greeted = order.supplierContactName || order.supplierName
  const paragraphs = [
    greeted === null ? 'Hello,' : `Hello ${greeted},`,
    `Please find our purchase order ${order.number}${earlier} attached as PDF and CSV: ${products}, ${formats.number(units)} ${units === 1 ? 'unit' : 'units'}${total}.`,
    ...(order.expectedOn === null
      ? []
      : [`We expect delivery on ${formats.date(new Date(order.expectedOn), 'dayWithYear')}.`]),
    ...(shipTo === '' ? [] : [`Please deliver to:\n${shipTo}`]),
    'Please confirm the quantities and the delivery date by replying to this email.',
    `Kind regards\n${shop.name}`,
  ]
  return { subject: framedSubject(headOf(order, shop)), text: paragraphs.join('\n\n') }
}
