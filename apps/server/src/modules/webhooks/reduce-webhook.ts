import type { z } from 'zod'
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
 * A refund or an edit changes no units ordered by itself, and what it changes comes as `orders/updated` too. We hold no
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
      lines: order.line_items.map((line) => ({
        id: line.id,
        variantId: line.variant_id ?? null,
        quantity: line.quantity,
      })),
    },
  }
}

function reduceProduct({ id }: z.infer<typeof productPayload>): ReducedWebhook {
  return { resource: `product/${id}`, state: { kind: 'product', id } }
}
