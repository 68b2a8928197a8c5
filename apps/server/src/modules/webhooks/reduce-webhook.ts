import type { z } from 'zod'
import { unitsOrdered } from '../../integrations/shopify/index.ts'
import { levelPayload, orderPayload, productPayload } from './payloads.ts'
import type { WebhookState } from './webhook-state.ts'

/** What an inbox row says: `resource` names the thing that `state` is the state of. */
export interface ReducedWebhook {
  resource: string
  state: WebhookState
}

type Reduce = (body: unknown) => ReducedWebhook | null

const noted: Reduce = () => ({ resource: 'noted', state: { kind: 'noted' } })
const shop: Reduce = () => ({ resource: 'shop', state: { kind: 'shop' } })

/**
 * What a refund or an edit changes comes as `orders/updated` too, with the whole order. We hold no
 * buyer data, so the two privacy topics about buyers find nothing.
 */
const reducers: Readonly<Record<string, Reduce>> = {
  'inventory_levels/update': reading(levelPayload, reduceLevel),
  'orders/create': reading(orderPayload, reduceOrder),
  'orders/updated': reading(orderPayload, reduceOrder),
  'orders/cancelled': reading(orderPayload, reduceOrder),
  'orders/edited': noted,
  'refunds/create': noted,
  'products/create': reading(productPayload, reduceProduct),
  'products/update': reading(productPayload, reduceProduct),
  'products/delete': reading(productPayload, ({ id }) => ({
    resource: `product/${id}`,
    state: { kind: 'product_deleted', id },
  })),
  'shop/update': shop,
  'app/scopes_update': shop,
  'app/uninstalled': () => ({ resource: 'app', state: { kind: 'uninstalled' } }),
  'customers/data_request': noted,
  'customers/redact': noted,
  'shop/redact': () => ({ resource: 'app', state: { kind: 'redact' } }),
}

/** Null for a topic that is not ours and for a body that does not say what its topic promises. */
export function reduceWebhook(topic: string, body: unknown): ReducedWebhook | null {
  return Object.hasOwn(reducers, topic) ? reducers[topic]!(body) : null
}

function reading<T>(schema: z.ZodType<T>, reduce: (payload: T) => ReducedWebhook | null): Reduce {
  return (body) => {
    const parsed = schema.safeParse(body)
    return parsed.success ? reduce(parsed.data) : null
  }
}

function reduceLevel(level: z.infer<typeof levelPayload>): ReducedWebhook {
  const { inventory_item_id: itemId, location_id: locationId, available, updated_at: updatedAt } = level
  const resource = `level/${itemId}/${locationId}`
  if (available === null) return { resource, state: { kind: 'noted' } }
  return { resource, state: { kind: 'level', itemId, locationId, available, updatedAt } }
}

function reduceOrder(order: z.infer<typeof orderPayload>): ReducedWebhook {
  return {
    resource: `order/${order.id}`,
    state: {
      kind: 'order',
      id: order.id,
      createdAt: order.created_at,
      processedAt: order.processed_at ?? null,
      updatedAt: order.updated_at,
      cancelledAt: order.cancelled_at ?? null,
      test: order.test,
      lines: linesOf(order),
    },
  }
}

/** In units as ordered, after edits. */
function linesOf({ line_items: lines, refunds }: z.infer<typeof orderPayload>) {
  const refunded = new Map<number, number>()
  for (const { line_item_id: id, quantity } of refunds.flatMap((refund) => refund.refund_line_items)) {
    refunded.set(id, (refunded.get(id) ?? 0) + quantity)
  }
  return lines.map(
    ({ id, variant_id: variantId, quantity, current_quantity: currentQuantity = quantity }) => ({
      id,
      variantId: variantId ?? null,
      quantity: unitsOrdered({ quantity, currentQuantity }, refunded.get(id) ?? 0),
    }),
  )
}

function reduceProduct({ id }: z.infer<typeof productPayload>): ReducedWebhook {
  return { resource: `product/${id}`, state: { kind: 'product', id } }
}
