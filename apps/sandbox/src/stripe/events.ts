import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import { newId } from './new-id.ts'
import { API_VERSION } from './objects/wire.ts'

export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

export function newEvent(args: {
  type: Stripe.Event['type']
  created: number
  object: object
  before: object | undefined
  cause: Cause
}): Stripe.Event {
  const { type, created, object, before, cause } = args
  const data = before ? { object, previous_attributes: previousAttributes(before, object) } : { object }
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created,
    data,
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  } as Stripe.Event
}

/** Returns the former values of what has changed: of nested objects only the changed parts, of lists the whole. */
export function previousAttributes(before: object, after: object): Record<string, unknown> {
  const now = after as Record<string, unknown>
  const changed = Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, now[name]))
  return Object.fromEntries(
    changed.map(([name, value]) => {
      const current = now[name]
      return [name, isPlain(value) && isPlain(current) ? previousAttributes(value, current) : value]
    }),
  )
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
