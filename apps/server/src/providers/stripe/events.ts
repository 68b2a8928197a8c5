import Stripe from 'stripe'
import type { Config } from '../../kernel/config/config.ts'
import { AppError } from '../../kernel/errors.ts'
import { getId } from './answers.ts'

/**
 * What is kept of an event: that it arrived, and which object to read. The object itself is fetched again.
 */
export interface ProviderEvent {
  id: string
  type: string
  createdAt: Date
  objectId: string | null
  customerId: string | null
}

interface EventObject {
  id?: string
  object?: string
  customer?: string | { id: string } | null
}

/**
 * Seconds for which a signature is valid. The sandbox's clock can be moved, so its age says nothing there.
 */
const TOLERANCE_SECONDS = 300

/**
 * Verifies the signature over the exact bytes of the body. Throws `invalid_input` when it is not the
 * provider's.
 */
export function readEvent(config: Config['stripe'], body: string, signature: string): ProviderEvent {
  const event = verifiedEvent(config, body, signature)
  const object = event.data.object as EventObject
  // An object that was removed from a customer no longer names the customer.
  const before = event.data.previous_attributes as EventObject | undefined
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    objectId: object.id ?? null,
    customerId:
      object.object === 'customer' ? (object.id ?? null) : getId(object.customer ?? before?.customer),
  }
}

function verifiedEvent(config: Config['stripe'], body: string, signature: string): Stripe.Event {
  const tolerance = config.mode === 'live' ? TOLERANCE_SECONDS : 0
  let fault: unknown
  for (const secret of config.webhookSecrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, tolerance)
    } catch (cause) {
      fault = cause
    }
  }
  throw new AppError('invalid_input', 'This webhook is not signed by Stripe.', { cause: fault })
}
