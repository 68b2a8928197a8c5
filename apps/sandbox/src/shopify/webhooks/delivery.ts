import { createHash } from 'node:crypto'
import type { Topic } from './topics.ts'

export interface Attempt {
  at: number
  /** Status of the answer, or what came instead of one. */
  answer: string
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped' | 'cancelled'

export interface Delivery {
  number: number
  shop: string
  topic: Topic
  uri: string
  /** Null for the compliance topics, which nobody subscribes to. */
  subscription: number | null
  webhookId: string
  eventId: string
  /** ISO 8601 to the nanosecond, as the real one; the digits below a millisecond order what happened in the same one. */
  triggeredAt: string
  /** As it was when the event happened; a retry sends the same bytes. */
  body: string
  attempts: Attempt[]
  nextAt: number
  status: DeliveryStatus
}

const MINUTE_MS = 60_000
/** Eight retries over four hours: https://shopify.dev/changelog/updates-to-webhook-retry-mechanism */
export const RETRY_AFTER_MS = [1, 4, 10, 20, 30, 45, 60, 70].map((minutes) => minutes * MINUTE_MS)

/** The delivery after an attempt: done, to be tried again later, or given up. */
export function afterAttempt(delivery: Delivery, attempt: Attempt, isAccepted: boolean): Partial<Delivery> {
  const attempts = [...delivery.attempts, attempt]
  if (isAccepted) return { attempts, status: 'delivered' }
  const wait = RETRY_AFTER_MS[attempts.length - 1]
  return wait === undefined
    ? { attempts, status: 'failed' }
    : { attempts, status: 'pending', nextAt: attempt.at + wait }
}

/** The same text has the same id, so that an event told again after a crash is known as the same. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

export function triggerTime(at: number, sequence: number): string {
  const below = String(sequence % 1_000_000).padStart(6, '0')
  return new Date(at).toISOString().replace('Z', `${below}Z`)
}
