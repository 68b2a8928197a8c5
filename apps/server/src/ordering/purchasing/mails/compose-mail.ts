import { getOriginalNumber, type PurchaseOrder } from '@stockcast/contract'
import { framedSubject } from '../../../providers/mail/framed-mail.ts'
import { orderWriting, writtenAmount } from '../documents/order-words.ts'
import { getShipTo, type OrderingShop } from '../documents/ordering-shop.ts'

/** Returns what the mail of an order is, in our words, and who writes it. */
export function getHead(order: PurchaseOrder, shop: OrderingShop) {
  return { about: `Purchase order ${order.number}`, author: { name: shop.name, email: shop.email } }
}

/**
 * Returns how the subject of an order's mail begins, and the proposed text in the supplier's language, which the merchant may
 * change. The subject is in English like the frame around the text: both are ours.
 */
export function proposedMail(order: PurchaseOrder, shop: OrderingShop): { subject: string; text: string } {
  const writing = orderWriting(order.supplierLanguage, shop.countryCode)
  const { words, number, day } = writing
  const units = order.lines.reduce((sum, line) => sum + (line.confirmed ?? line.ordered), 0)
  const total =
    order.totalMinor === null || order.linesWithoutCost > 0
      ? ''
      : words.inTotal(`${writtenAmount(writing, order.totalMinor, order.currency)} ${order.currency}`)
  const products = words.products(order.lines.length, number(order.lines.length))
  const originalNumber = getOriginalNumber(order)
  const earlier = originalNumber === null ? '' : words.earlier(originalNumber)
  const shipTo = getShipTo(order, shop)
  const paragraphs = [
    words.greeting(order.supplierContactName || order.supplierName),
    words.attached(`${order.number}${earlier}`, `${products}, ${words.units(units, number(units))}${total}`),
    ...(order.expectedOn === null ? [] : [words.expected(day(order.expectedOn))]),
    ...(shipTo === '' ? [] : [`${words.deliverTo}\n${shipTo}`]),
    words.confirm,
    `${words.regards}\n${shop.name}`,
  ]
  return { subject: framedSubject(getHead(order, shop)), text: paragraphs.join('\n\n') }
}
