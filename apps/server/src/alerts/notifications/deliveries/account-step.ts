import { HOUR_MS } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { ownWords, unwantedOrder } from '../../../kernel/texts/delivery-texts.ts'
import { confirmAddressMail } from '../channels/confirm-address-mail.ts'
import { takeMail } from '../channels/contact-limits.ts'
import { isSentOnce, type LaneKey, type OpenDelivery } from '../delivery.ts'
import type { Content } from '../messages/content.ts'
import { isUnwanted } from '../order-mails/recipients.ts'
import { closeDelivery, postponeDelivery } from './attempt-queries.ts'
import { beginTry, type Step } from './begin-try.ts'
import { countMailFailure } from './log-queries.ts'
import type { DeliveryPorts } from './prepare.ts'

const FULL_WAIT_MS = HOUR_MS

interface Place {
  context: Pick<Kernel, 'clock' | 'config' | 'live'> & Pick<DeliveryPorts, 'onOrderMailEnded' | 'isReadOnly'>
  tx: Tx
  key: LaneKey
  now: Date
  addresses: { own: string; pending: string | null }
}

/** Decides what to do next with the mails of the account. None waits for another one or for a channel. */
export async function accountStep(place: Place, open: OpenDelivery | null): Promise<Step> {
  const { context, tx, key, now } = place
  if (!open) return { kind: 'rest', until: null }
  // The worker that sent it is gone: the recipient may have it, and must not get it twice.
  if (isSentOnce(open.kind) && open.status === 'sending') return end(place, open, 'unanswered')
  if (open.usefulUntil && open.usefulUntil <= now) return end(place, open, 'outdated')
  if (open.giveUpAt < now) return end(place, open, 'given_up')
  if (open.nextAt > now && open.status !== 'sending') return { kind: 'rest', until: open.nextAt }
  const message = toMessage(place, open)
  const ids = { merchantId: key.merchantId, deliveryId: open.id }
  if (open.kind === 'report' && (await context.isReadOnly(tx, key.merchantId, now))) {
    await closeDelivery(tx, ids, { status: 'off', said: ownWords('subscription_ended') })
    return { kind: 'again' }
  }
  if (!message) {
    await closeDelivery(tx, ids, { status: 'off', said: ownWords('address_unused') })
    return { kind: 'again' }
  }
  if (
    open.kind === 'purchase_order' &&
    (await isUnwanted({ ...context, merchantId: key.merchantId, tx }, message.target))
  )
    return end(place, open, 'unwanted')
  if (open.attempts === 0 && !(await takeMail(context, tx, { key, channel: message }))) {
    const until = new Date(now.getTime() + FULL_WAIT_MS)
    await postponeDelivery(tx, ids, until)
    return { kind: 'again' }
  }
  // The link that confirms an address is made for each try, and stored in no row.
  const kept = open.kind === 'confirm' ? null : message.content
  return beginTry(place, open, { ...message, kept, news: null })
}

function toMessage(place: Place, open: OpenDelivery): { target: string; content: Content } | null {
  const { context, key, addresses, now } = place
  if (open.kind !== 'confirm') {
    const { content } = open
    if (content === null) return null
    return { target: (content.channel === 'email' ? content.to : undefined) ?? addresses.own, content }
  }
  if (addresses.pending === null) return null
  const asked = { merchantId: key.merchantId, address: addresses.pending, asker: addresses.own, now }
  return { target: addresses.pending, content: confirmAddressMail(context.config, asked) }
}

const endings = {
  outdated: { status: 'left_out', said: ownWords('outdated') },
  given_up: { status: 'failed', said: ownWords('given_up') },
  unanswered: { status: 'failed', said: ownWords('unanswered') },
  unwanted: { status: 'left_out', said: unwantedOrder },
} as const

async function end(
  { context, tx, key, now }: Place,
  open: OpenDelivery,
  outcome: keyof typeof endings,
): Promise<Step> {
  await closeDelivery(tx, { merchantId: key.merchantId, deliveryId: open.id }, endings[outcome])
  if (open.kind === 'purchase_order') {
    const status = outcome === 'unanswered' ? 'uncertain' : 'failed'
    await context.onOrderMailEnded(tx, { merchantId: key.merchantId, deliveryId: open.id, status, at: now })
  }
  const counted = {
    unanswered: 'given_up',
    unwanted: 'refused',
    outdated: 'outdated',
    given_up: 'given_up',
  } as const
  await countMailFailure(tx, { kind: open.kind, outcome: counted[outcome], at: now })
  await context.live.publish(tx, key.merchantId, { type: 'deliveries' })
  return { kind: 'again' }
}
