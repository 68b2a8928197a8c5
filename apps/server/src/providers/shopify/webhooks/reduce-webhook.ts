import { MINUTE_MS } from '@stockcast/contract'
import type { z } from 'zod'
import type { ReducedWebhook } from '../../../kernel/connector/connector.ts'
import { unitsOrdered, wasSold } from '../client/index.ts'
import { locationOfOrder } from '../translate.ts'
import {
  collectionPayload,
  compliancePayload,
  itemPayload,
  levelPayload,
  orderEditPayload,
  orderPayload,
  productPayload,
  refundPayload,
  scopesPayload,
  shipmentPayload,
  shopPayload,
  transferPayload,
} from './payloads.ts'

/** What arrives beside the body: `shop` is not signed and is trusted only as far as the body agrees. */
interface Delivered {
  shop: string
  now: Date
}

type Reduce = (body: unknown, delivered: Delivered) => ReducedWebhook | null

const noted: ReducedWebhook = { resource: 'noted', state: { kind: 'noted' } }
const shopChanged: ReducedWebhook = { resource: 'shop', state: { kind: 'shop' } }
const uninstalled: ReducedWebhook = { resource: 'app', state: { kind: 'uninstalled' } }
const redact: ReducedWebhook = { resource: 'app', state: { kind: 'redact' } }

/** Each says that a transfer is to be read again: none names the supplier, or all of its shipments. */
const TRANSFER_EVENTS = [
  'add_items',
  'cancel',
  'complete',
  'ready_to_ship',
  'remove_items',
  'updated',
  'update_item_quantities',
]
const SHIPMENT_EVENTS = [
  'add_items',
  'create',
  'delete',
  'mark_in_transit',
  'receive_items',
  'remove_items',
  'update_item_quantities',
  'update_tracking',
]

/**
 * Reducers by topic. Refunds and edits arrive as `orders/updated` too, with the whole order. We store no
 * buyer data, so the two privacy topics about buyers find nothing. A deleted product or collection is read like a changed
 * one: the topic is not signed, so only the store can confirm the deletion.
 */
const reducers: Readonly<Record<string, Reduce>> = {
  ...topics('collections', ['create', 'update', 'delete'], reading(collectionPayload, changed('collection'))),
  'inventory_items/update': reading(itemPayload, changed('item')),
  'inventory_levels/update': reading(levelPayload, reduceLevel),
  ...topics('inventory_transfers', TRANSFER_EVENTS, reading(transferPayload, changed('transfer'))),
  ...topics('inventory_shipments', SHIPMENT_EVENTS, reading(shipmentPayload, reduceShipment)),
  'orders/create': reading(orderPayload, reduceOrder),
  'orders/updated': reading(orderPayload, reduceOrder),
  'orders/cancelled': reading(orderPayload, reduceOrder),
  'orders/edited': reading(orderEditPayload, () => noted),
  'refunds/create': reading(refundPayload, () => noted),
  ...topics('products', ['create', 'update', 'delete'], reading(productPayload, changed('product'))),
  'shop/update': naming(shopPayload, shopChanged),
  'app/scopes_update': reading(scopesPayload, () => shopChanged),
  'app/uninstalled': naming(shopPayload, uninstalled),
  'customers/data_request': naming(compliancePayload, noted),
  'customers/redact': naming(compliancePayload, noted),
  'shop/redact': naming(compliancePayload, redact),
}

/**
 * Reduces a webhook to what is stored. Returns null for an unknown topic, for a body that lacks what its
 * topic requires, and for a body that names another shop than the delivery: Shopify signs only the body.
 */
export function reduceWebhook(topic: string, body: unknown, delivered: Delivered): ReducedWebhook | null {
  return Object.hasOwn(reducers, topic) ? reducers[topic]!(body, delivered) : null
}

function reading<T>(schema: z.ZodType<T>, reduce: (payload: T, now: Date) => ReducedWebhook): Reduce {
  return (body, { now }) => {
    const parsed = schema.safeParse(body)
    return parsed.success ? reduce(parsed.data, now) : null
  }
}

function naming(schema: z.ZodType<string>, reduced: ReducedWebhook): Reduce {
  return (body, { shop }) => (schema.safeParse(body).data === shop ? reduced : null)
}

/** The store's clock and ours may differ by this much. */
const CLOCK_DIFFERENCE_MS = 5 * MINUTE_MS

/** Returns the present for a time far ahead, which would outrank every genuine one until it has come. */
function notFarAhead(instant: Date, now: Date): Date {
  return instant.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS ? now : instant
}

function reduceLevel(level: z.infer<typeof levelPayload>, now: Date): ReducedWebhook {
  const { inventory_item_id: itemId, location_id: locationId, available } = level
  const resource = `level/${itemId}/${locationId}`
  if (available === null) return { resource, state: { kind: 'noted' } }
  const updatedAt = notFarAhead(level.updated_at, now)
  return { resource, state: { kind: 'level', itemId, locationId, available, updatedAt } }
}

function reduceOrder(order: z.infer<typeof orderPayload>, now: Date): ReducedWebhook {
  return {
    resource: `order/${order.id}`,
    state: {
      kind: 'order',
      id: order.id,
      createdAt: order.created_at,
      processedAt: order.processed_at ?? null,
      updatedAt: notFarAhead(order.updated_at, now),
      cancelledAt: order.cancelled_at ?? null,
      test: order.test,
      locationId: locationOfOrder(
        order.location_id,
        order.fulfillments.map(({ status, location_id }) => ({
          status: status ?? null,
          locationId: location_id,
        })),
      ),
      lines: getLines(order),
    },
  }
}

/** Returns the lines in units as ordered, after edits. */
function getLines({ line_items: lines, refunds }: z.infer<typeof orderPayload>) {
  const refunded = new Map<number, number>()
  for (const { refund_line_items: taken, transactions } of refunds) {
    for (const { line_item_id: id, quantity, restock_type: restockType } of taken) {
      if (wasSold({ restockType, hasMoney: transactions.length > 0 }))
        refunded.set(id, (refunded.get(id) ?? 0) + quantity)
    }
  }
  return lines.map(
    ({ id, variant_id: variantId, quantity, current_quantity: currentQuantity = quantity }) => ({
      id,
      variantId: variantId ?? null,
      quantity: unitsOrdered({ quantity, currentQuantity }, refunded.get(id) ?? 0),
    }),
  )
}

/**
 * Notes what is to be read again: the body of a collection has no products, and that of an item has the cost without its
 * currency.
 */
function changed(kind: 'product' | 'collection' | 'item' | 'transfer') {
  return ({ id }: { id: number }): ReducedWebhook => ({ resource: `${kind}/${id}`, state: { kind, id } })
}

function reduceShipment({ inventory_transfer_id: id }: z.infer<typeof shipmentPayload>): ReducedWebhook {
  return id ? changed('transfer')({ id }) : noted
}

function topics(resource: string, events: readonly string[], reduce: Reduce): Record<string, Reduce> {
  return Object.fromEntries(events.map((event) => [`${resource}/${event}`, reduce]))
}
