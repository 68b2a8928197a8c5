import { hashText } from '../../../random.ts'
import type { Refund } from '../../store/model.ts'
import type { OrderBook } from '../../store/order-book.ts'
import type { ShopStore } from '../../store/shop-store.ts'
import { money, restTime } from './rest-form.ts'

const FIRST_NAMES = ['Ada', 'Bruno', 'Chidi', 'Dana', 'Elif', 'Farid', 'Greta', 'Hana', 'Ivo', 'Jun']

const LAST_NAMES = ['Abara', 'Brandt', 'Castillo', 'Dvorak', 'Eriksen', 'Fontaine', 'Okafor', 'Sato']

const FIRST_CUSTOMER = 7_000_000_000_000

const FIRST_ORDER_NAME = 1001

/** Returns the order as it is now, in the form of the REST resource that webhooks carry. */
export function orderPayload(store: ShopStore, order: number) {
  const { orders, ids, profile } = store
  const lines = linePayloads(store, order)
  const buyer = inventedBuyer(profile.domain, order)
  const createdAt = restTime(store, orders.createdAt[order]!)
  const cancelledAt = orders.cancelledAt.get(order)
  const getSum = (units: (line: LinePayload) => number) =>
    money(lines.reduce((sum, line) => sum + units(line) * Math.round(Number(line.price) * 100), 0))
  return {
    id: ids.toNumber('Order', order),
    admin_graphql_api_id: ids.toGid('Order', order),
    name: `#${FIRST_ORDER_NAME + order}`,
    number: order + 1,
    order_number: FIRST_ORDER_NAME + order,
    test: orders.isTest(order),
    created_at: createdAt,
    processed_at: createdAt,
    updated_at: restTime(store, orders.updatedAt[order]!),
    cancelled_at: cancelledAt === undefined ? null : restTime(store, cancelledAt),
    cancel_reason: cancelledAt === undefined ? null : 'customer',
    closed_at: null,
    currency: profile.currencyCode,
    financial_status: financialStatus(orders, order),
    fulfillment_status: orders.isFulfilled(order) ? 'fulfilled' : null,
    subtotal_price: getSum((line) => line.quantity),
    total_price: getSum((line) => line.quantity),
    current_total_price: getSum((line) => line.current_quantity),
    location_id: null,
    fulfillments: store.sentFrom(order).map((location) => ({
      status: 'success',
      location_id: ids.toNumber('Location', location),
    })),
    line_items: lines,
    refunds: (orders.refundsOfOrder.get(order) ?? []).map((refund) => refundPayload(store, refund)),
    email: buyer.email,
    contact_email: buyer.email,
    phone: buyer.phone,
    browser_ip: buyer.browserIp,
    customer: buyer.customer,
    billing_address: buyer.address,
    shipping_address: buyer.address,
  }
}

export function refundPayload(store: ShopStore, refund: Refund) {
  const { ids } = store
  const at = restTime(store, refund.createdAt)
  return {
    id: ids.toNumber('Refund', refund.index),
    admin_graphql_api_id: ids.toGid('Refund', refund.index),
    order_id: ids.toNumber('Order', refund.order),
    created_at: at,
    processed_at: at,
    note: null,
    restock: refund.lines.some(({ restockType }) => restockType !== 'no_restock'),
    refund_line_items: refund.lines.map(({ line, quantity, restockType }) => ({
      id: ids.toNumber('LineItem', line),
      line_item_id: ids.toNumber('LineItem', line),
      quantity,
      restock_type: restockType,
      location_id:
        restockType === 'no_restock' ? null : ids.toNumber('Location', store.orders.lineLocation[line]!),
      line_item: linePayload(store, line),
    })),
    transactions: refund.isEdit ? [] : [{ kind: 'refund', amount: money(refundedCents(store, refund)) }],
  }
}

/** Returns what was paid back, in cents. */
export function refundedCents({ orders, variants }: ShopStore, { isEdit, lines }: Refund): number {
  if (isEdit) return 0
  return lines.reduce(
    (sum, { line, quantity }) => sum + quantity * variants[orders.lineVariant[line]!]!.priceCents,
    0,
  )
}

type LinePayload = ReturnType<typeof linePayload>

function linePayloads(store: ShopStore, order: number): LinePayload[] {
  const { first, end } = store.orders.getLines(order)
  const lines: LinePayload[] = []
  for (let line = first; line < end; line++) lines.push(linePayload(store, line))
  return lines
}

function linePayload(store: ShopStore, line: number) {
  const { ids, orders } = store
  const variant = store.variants[orders.lineVariant[line]!]!
  const { product } = variant
  return {
    id: ids.toNumber('LineItem', line),
    admin_graphql_api_id: ids.toGid('LineItem', line),
    variant_id: product.isDeleted ? null : ids.toNumber('ProductVariant', variant.index),
    product_id: product.isDeleted ? null : ids.toNumber('Product', product.index),
    product_exists: !product.isDeleted,
    title: product.title,
    variant_title: variant.title,
    name: `${product.title} - ${variant.title}`,
    vendor: product.vendor,
    sku: variant.sku,
    quantity: orders.lineQuantity[line]!,
    current_quantity: orders.lineCurrent[line]!,
    price: money(variant.priceCents),
    requires_shipping: variant.isTracked,
    fulfillment_status: orders.isFulfilled(orders.orderOfLine(line)) ? 'fulfilled' : null,
  }
}

function financialStatus(orders: OrderBook, order: number): string {
  if (orders.cancelledAt.has(order)) return 'voided'
  if (!orders.refundsOfOrder.get(order)?.some(({ isEdit }) => !isEdit)) return 'paid'
  const { first, end } = orders.getLines(order)
  for (let line = first; line < end; line++) if (orders.lineCurrent[line]! > 0) return 'partially_refunded'
  return 'refunded'
}

/** Returns a buyer who does not exist, the same for the same order: real payloads contain one, and apps must leave it out. */
function inventedBuyer(shop: string, order: number) {
  const number = hashText(`buyer ${shop} ${order}`)
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length]!
  const lastName = LAST_NAMES[(number >>> 8) % LAST_NAMES.length]!
  const email = `${firstName}.${lastName}.${number % 100_000}@example.com`.toLowerCase()
  const phone = `+1555${String(number % 10_000_000).padStart(7, '0')}`
  const address = {
    first_name: firstName,
    last_name: lastName,
    name: `${firstName} ${lastName}`,
    address1: `${1 + (number % 900)} Example Street`,
    address2: null,
    city: 'Springfield',
    province: 'New York',
    province_code: 'NY',
    country: 'United States',
    country_code: 'US',
    zip: String(10_000 + (number % 900)),
    phone,
  }
  const id = FIRST_CUSTOMER + number
  const customer = {
    id,
    admin_graphql_api_id: `gid://shopify/Customer/${id}`,
    email,
    first_name: firstName,
    last_name: lastName,
    phone,
    default_address: address,
  }
  return { email, phone, customer, address, browserIp: `192.0.2.${number % 256}` }
}
