import type Stripe from 'stripe'
import { z } from 'zod'
import type { KeptEvent } from '../ledger.ts'
import { noSuch } from '../refusal.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { expand, flag, isWithin, limits, range, text } from './fields.ts'
import { pageOf } from './page-of.ts'

const list = z.strictObject({
  ...limits,
  created: range.optional(),
  delivery_success: flag.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
})

export const eventEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/events', list, (context, params) => {
    const { type, types, created, delivery_success: isDelivered } = params
    const found = context.ledger
      .all('event')
      .filter((kept) => isDelivered === undefined || kept.isDelivered === isDelivered)
      .map(eventOf)
      .filter(
        (event) => (type === undefined || matches(event.type, type)) && isWithin(event.created, created),
      )
      .filter((event) => types === undefined || types.some((each) => matches(event.type, each)))
    return pageOf(found.reverse(), params, '/v1/events')
  }),
  endpoint('GET', '/events/:id', z.strictObject({ expand }), (context, _params, id) => {
    const kept = context.ledger.get('event', id)
    if (!kept) throw noSuch('event', id, 'id')
    return eventOf(kept)
  }),
]

function eventOf({ event, isDelivered }: KeptEvent): Stripe.Event {
  return { ...event, pending_webhooks: isDelivered ? 0 : event.pending_webhooks }
}

/** A type may end with a star, as in customer.subscription.*. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
