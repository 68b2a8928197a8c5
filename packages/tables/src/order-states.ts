import { type Reading, shown } from './reading.ts'
import { headKey } from './text.ts'

/** What a purchase order, or a line of one, is by its status: not placed, never to come, arrived or given up, or on its way. */
export type OrderLineState = 'draft' | 'cancelled' | 'ended' | 'open'

const words: Readonly<Record<OrderLineState, readonly string[]>> = {
  draft: [
    'draft',
    'new',
    'pending approval',
    'awaiting approval',
    'to approve',
    'quote',
    'quotation',
    'rfq',
    'planned',
    'created',
    'unsent',
    'not sent',
  ],
  cancelled: [
    'cancelled',
    'canceled',
    'cancel',
    'void',
    'voided',
    'deleted',
    'rejected',
    'declined',
    'refused',
    'denied',
    'lost',
    'expired',
    'aborted',
    'storniert',
    'annulé',
  ],
  ended: [
    'received',
    'fully received',
    'received in full',
    'complete',
    'completed',
    'closed',
    'closed short',
    'archived',
    'done',
    'delivered',
    'fulfilled',
    'finished',
    'paid',
    'billed',
    'invoiced',
    'fully billed',
    'stocked',
    'put away',
  ],
  open: [
    'open',
    'ordered',
    'placed',
    'sent',
    'sent to supplier',
    'submitted',
    'issued',
    'approved',
    'confirmed',
    'accepted',
    'acknowledged',
    'processing',
    'in progress',
    'in production',
    'production',
    'pending',
    'pending receipt',
    'awaiting receipt',
    'awaiting delivery',
    'on order',
    'on the way',
    'in transit',
    'intransit',
    'shipped',
    'partially shipped',
    'dispatched',
    'incoming',
    'expected',
    'backordered',
    'back ordered',
    'on backorder',
    'partial',
    'partially received',
    'partly received',
    'partial receipt',
    'partially delivered',
    'receiving',
    'late',
    'overdue',
    'released',
    'active',
    'unfulfilled',
    'deposit paid',
    'partially paid',
    'unpaid',
    'bestellt',
    'offen',
  ],
}
const stateOf = new Map(
  Object.entries(words).flatMap(([state, all]) =>
    all.map((word) => [word, state as OrderLineState] as const),
  ),
)

/** Reads the status of an order or line. An unknown one is refused, because its units would count as on their way. */
export function readOrderState(cell: string): Reading<OrderLineState> {
  const key = headKey(cell).replaceAll('-', ' ').replace(/[.!]$/, '')
  const state = stateOf.get(key)
  if (state !== undefined) return { value: state }
  return {
    reason: `${shown(cell)} is no known status; write Draft, Ordered, Partially received, Received or Cancelled`,
  }
}
