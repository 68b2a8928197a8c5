import { type PurchaseOrder, shopFormats } from '@stockcast/contract'
import { mailContent } from '../../../integrations/mail/index.ts'
import { writtenAmount } from '../documents/written-amount.ts'

/** The shop as a supplier reads of it. */
export interface OrderingShop {
  /** Its own name, otherwise its address. */
  name: string
  email: string
  countryCode: string | null
}

/** Returns the proposed subject and text of an order's mail, which the merchant may change. */
export function proposedMail(order: PurchaseOrder, shop: OrderingShop): { subject: string; text: string } {
  const formats = shopFormats(shop.countryCode)
  const units = order.lines.reduce((sum, line) => sum + (line.confirmed ?? line.ordered), 0)
  const products = order.lines.length === 1 ? '1 product' : `${formats.number(order.lines.length)} products`
  const total =
    order.totalMinor === null || order.linesWithoutCost > 0
      ? ''
      : `, ${writtenAmount(formats, order.totalMinor, order.currency)} ${order.currency} in total`
  const paragraphs = [
    order.supplierName === null ? 'Hello,' : `Hello ${order.supplierName},`,
    `Please find our purchase order ${order.number} attached as PDF and CSV: ${products}, ${formats.number(units)} ${units === 1 ? 'unit' : 'units'}${total}.`,
    ...(order.expectedOn === null
      ? []
      : [`We expect delivery on ${formats.date(new Date(order.expectedOn), 'dayInFull')}.`]),
    ...(order.locationName === null ? [] : [`Please deliver to: ${order.locationName}.`]),
    'Please confirm the quantities and the delivery date by replying to this email.',
    `Kind regards\n${shop.name}`,
  ]
  return { subject: `Purchase order ${order.number} from ${shop.name}`, text: paragraphs.join('\n\n') }
}

/** Returns the mail as it is sent. In HTML, each line of the text is a paragraph. */
export function orderMailContent({ subject, text }: { subject: string; text: string }) {
  const { html } = mailContent({ subject, paragraphs: text.split(/\n+/) })
  return { ...mailContent({ subject, paragraphs: [] }), html, text: `${text}\n` }
}
