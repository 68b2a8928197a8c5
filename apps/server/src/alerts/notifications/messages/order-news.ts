import type { ShopFormats } from '@stockcast/contract'
import { quoted } from '../../../kernel/texts/foreign-text.ts'
import type { LateOrderFacts, OrderNews, ProductNews } from './content.ts'
import { headline } from './product-news.ts'

/** Returns one entry for each late order, in the given order. */
export function orderNews(orders: readonly LateOrderFacts[], { number, date }: ShopFormats): OrderNews[] {
  return orders.map(({ orderId, number: ours, originalNumber, supplierName, units, lateAfter }) => ({
    orderId,
    title: `${ours}${inBrackets([originalNumber, supplierName])}`,
    state: `${number(units)} ${units === 1 ? 'unit' : 'units'} should have come by ${date(new Date(lateAfter), 'day')}.`,
    recommendation: 'Ask the supplier for a new delivery date.',
  }))
}

function inBrackets(names: readonly (string | null)[]): string {
  const known = names.filter((name) => name !== null).map(quoted)
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}

/** Returns for example "2 products need an order, and PO-0007 (“Acme”) is late". */
export function getSubject(
  { products, orders }: { products: readonly ProductNews[]; orders: readonly OrderNews[] },
  formats: ShopFormats,
): string {
  const parts = [
    ...(products.length > 0 ? [headline(products, formats)] : []),
    ...(orders.length > 0 ? [lateWords(orders, formats)] : []),
  ]
  return parts.join(', and ')
}

function lateWords(orders: readonly OrderNews[], { number }: ShopFormats): string {
  const [only] = orders
  return orders.length === 1 && only
    ? `${only.title} is late`
    : `${number(orders.length)} purchase orders are late`
}

/** Returns the link of a message: to the alerts, or to the late orders if it has no alert of a product. */
export function linkTo(products: readonly ProductNews[], publicUrl: string): { label: string; url: string } {
  return products.length > 0
    ? { label: 'Open alerts', url: `${publicUrl}/alerts` }
    : { label: 'Open late orders', url: `${publicUrl}/order/orders?late=true` }
}
