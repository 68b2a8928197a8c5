import type { DeliveryStatus } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Said } from '../../../kernel/texts/delivery-texts.ts'
import type { SendOutcome } from '../../../providers/send-outcome.ts'
import { waitBeforeTry } from '../channels/due-time.ts'
import { lockChannel } from '../channels/queries.ts'
import { switchOff } from '../channels/switch-off.ts'
import { type DeliveryKey, getRecipient, isSentOnce, type LaneKey } from '../delivery.ts'
import { endAccountMail, endAttempt, endSent } from './attempt-queries.ts'
import type { Attempt } from './begin-try.ts'
import { countMailFailure } from './log-queries.ts'
import type { DeliveryPorts } from './prepare.ts'

/** A provider may finish what it did not answer in time; only then can it be asked for the result. */
const DOUBT_WAIT_MS = 10_000

type Context = Pick<Kernel, 'clock' | 'config' | 'jobs' | 'live' | 'log'> &
  Pick<DeliveryPorts, 'onOrderMailEnded'>

/**
 * Records the outcome of a try. A permanent refusal by the provider switches the channel off, and the
 * merchant is notified.
 */
export async function recordOutcome(
  context: Context,
  tx: Tx,
  key: LaneKey,
  { attempt, outcome, chance }: { attempt: Attempt; outcome: SendOutcome; chance: number },
): Promise<void> {
  const ids = { ...key, deliveryId: attempt.deliveryId, attempts: attempt.number }
  const now = context.clock.now()
  if (outcome.kind === 'sent') {
    if (key.lane === 'account') {
      await endAccountMail(tx, ids, { at: now, said: getSaid(outcome) })
      await tellOrder(context, tx, { ids, attempt, status: 'sent', at: now })
      return
    }
    await endSent(tx, ids, { at: now, providerId: outcome.providerId, said: getSaid(outcome) })
    return
  }
  await lockChannel(tx, key.merchantId, key.channel, getRecipient(key))
  const end = endOf(key, attempt, { outcome, chance, now })
  const isEnded = await endAttempt(tx, ids, end)
  if (!isEnded) return
  if (end.status === 'failed')
    await tellOrder(context, tx, { ids, attempt, status: end.isUncertain ? 'uncertain' : 'failed', at: now })
  await tellOperator(context, tx, { key, attempt, end, outcome, now })
  if (
    key.lane !== 'account' &&
    outcome.kind === 'refused' &&
    outcome.because === 'target' &&
    attempt.kind !== 'code'
  ) {
    await switchOff(context, tx, key, { said: getSaid(outcome), isNotifiedByMail: key.lane === 'alerts' })
  }
}

async function tellOrder(
  context: Context,
  tx: Tx,
  end: {
    ids: DeliveryKey
    attempt: Attempt
    status: 'sent' | 'failed' | 'uncertain'
    at: Date
  },
): Promise<void> {
  if (end.attempt.kind !== 'purchase_order') return
  const { merchantId, deliveryId } = end.ids
  await context.onOrderMailEnded(tx, { merchantId, deliveryId, status: end.status, at: end.at })
}

interface Ended {
  key: LaneKey
  attempt: Attempt
  end: ReturnType<typeof endOf>
  outcome: SendOutcome
  now: Date
}

async function tellOperator(
  context: Context,
  tx: Tx,
  { key, attempt, end, outcome, now }: Ended,
): Promise<void> {
  const { merchantId, channel } = key
  const { kind, deliveryId, number } = attempt
  // The provider's words may repeat the address.
  const about = { merchantId, channel, kind, deliveryId, tries: number, reason: end.said.reason }
  if (end.status !== 'failed') return context.log.warn(about, 'message not accepted; it is retried')
  context.log.error(about, 'message given up')
  if (channel !== 'email') return
  await countMailFailure(tx, { kind, outcome: outcome.kind === 'refused' ? 'refused' : 'given_up', at: now })
}

function endOf(
  { lane, channel }: LaneKey,
  attempt: Attempt,
  { outcome, chance, now }: { outcome: Exclude<SendOutcome, { kind: 'sent' }>; chance: number; now: Date },
): Parameters<typeof endAttempt>[2] {
  const said = getSaid(outcome)
  if (outcome.kind === 'refused') return { status: 'failed', nextAt: now, isUncertain: false, said }
  const askedMs = Math.max(outcome.afterMs ?? 0, outcome.isUncertain ? DOUBT_WAIT_MS : 0)
  const nextAt = new Date(now.getTime() + waitBeforeTry(attempt.number, askedMs, chance))
  const isOnce = lane === 'single' || (isSentOnce(attempt.kind) && outcome.isUncertain)
  const status: DeliveryStatus = isOnce || nextAt > attempt.giveUpAt ? 'failed' : 'retrying'
  // Twilio was asked for its messages before this try; the others cannot be asked, so they remain uncertain.
  const wasUncertain = attempt.repeats !== null && channel !== 'sms'
  return { status, nextAt, isUncertain: outcome.isUncertain || wasUncertain, said }
}

function getSaid({ reason, words }: SendOutcome): Said {
  return { reason, words }
}
