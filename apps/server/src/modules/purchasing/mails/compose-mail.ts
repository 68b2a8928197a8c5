import { type PurchaseOrder, shopFormats } from '@stockcast/contract'
import { mailContent } from '../../../integrations/mail/index.ts'
import { amountText } from '../documents/order-csv.ts'

/** The shop as a supplier reads of it. */
export interface OrderingShop {
  /** Its own name, otherwise its address. */
  name: string
  email: string
  countryCode: string | null
}

/** Returns subject and text of the mail of an order, which the merchant may change. */
export function proposedMail(order: PurchaseOrder, shop: OrderingShop): { subject: string; text: string } {
  const formats = shopFormats(shop.countryCode)
  const units = order.lines.reduce((sum, line) => sum + (line.confirmed ?? line.ordered), 0)
  const products = order.lines.length === 1 ? '1 product' : `${formats.number(order.lines.length)} products`
  const total =
    order.totalMinor === null || order.linesWithoutCost > 0
      ? ''
      : `, ${amountText(order.totalMinor, order.currency)} ${order.currency} in total`
  const paragraphs = [
    order.supplierName === null ? 'Hello,' : `Hello ${order.supplierName},`,
    `please find our purchase order ${order.number} attached, as PDF and as CSV: ${products}, ${formats.number(units)} units${total}.`,
    ...(order.expectedOn === null
      ? []
      : [`We expect it on ${formats.date(new Date(order.expectedOn), 'dayInFull')}.`]),
    ...(order.locationName === null ? [] : [`Please deliver to: ${order.locationName}.`]),
    'Please confirm quantities and the day of delivery by answering this mail.',
    `Kind regards\n${shop.name}`,
  ]
  return { subject: `Purchase order ${order.number} from ${shop.name}`, text: paragraphs.join('\n\n') }
}

/** Returns the mail as it is sent. Each line of the text is a paragraph of its own in HTML. */
export function orderMailContent({ subject, text }: { subject: string; text: string }) {
  const { html } = mailContent({ subject, paragraphs: text.split(/\n+/) })
  return { ...mailContent({ subject, paragraphs: [] }), html, text: `${text}\n` }
}
