import type { DeliveryStatus } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import type { SendOutcome } from '../../integrations/send-outcome.ts'
import type { Kernel } from '../../kernel.ts'
import { endAttempt, markLastSent } from './deliveries/queries.ts'
import type { LaneKey } from './delivery.ts'
import { waitBeforeTry } from './due-time.ts'
import type { Attempt } from './next-step.ts'
import { markNoticesSent } from './notices/queries.ts'
import { switchOff } from './switch-off.ts'

/** A provider may finish what it did not answer in time; only then can it be asked what it has. */
const DOUBT_WAIT_MS = 10_000

type World = Pick<Kernel, 'clock' | 'config' | 'jobs' | 'live'>

/** Notes down what came of a try. What a provider refuses for good switches the channel off, and the merchant is told. */
export async function recordOutcome(
  world: World,
  tx: Tx,
  key: LaneKey,
  { attempt, outcome, chance }: { attempt: Attempt; outcome: SendOutcome; chance: number },
): Promise<void> {
  const { merchantId } = key
  const ids = { merchantId, deliveryId: attempt.deliveryId }
  const now = world.clock.now()
  const end = endOf(key, attempt, { outcome, chance, now })
  const isEnded = await endAttempt(tx, { ...ids, attempts: attempt.number }, end)
  if (isEnded && end.status === 'sent') {
    await markNoticesSent(tx, ids)
    if (key.lane === 'alerts') await markLastSent(tx, key, now)
  }
  if (isEnded && outcome.kind === 'refused' && outcome.because === 'target' && attempt.kind !== 'code') {
    await switchOff(world, tx, key, { reason: outcome.words, isToldByMail: key.lane === 'alerts' })
  }
  await world.live.publish(tx, merchantId, { type: 'deliveries' })
}

function endOf(
  { lane, channel }: LaneKey,
  attempt: Attempt,
  { outcome, chance, now }: { outcome: SendOutcome; chance: number; now: Date },
): Parameters<typeof endAttempt>[2] {
  const base = { nextAt: now, isUncertain: false, sentAt: null, providerId: null, words: outcome.words }
  if (outcome.kind === 'sent') {
    return { ...base, status: 'sent', sentAt: now, providerId: outcome.providerId }
  }
  if (outcome.kind === 'refused') return { ...base, status: 'failed' }
  const askedMs = Math.max(outcome.afterMs ?? 0, outcome.isUncertain ? DOUBT_WAIT_MS : 0)
  const nextAt = new Date(now.getTime() + waitBeforeTry(attempt.number, askedMs, chance))
  const status: DeliveryStatus = lane === 'single' || nextAt > attempt.giveUpAt ? 'failed' : 'retrying'
  // Twilio was asked what it has before this try; the others cannot be asked, so a doubt stays.
  const wasUncertain = attempt.repeats !== null && channel !== 'sms'
  return { ...base, status, nextAt, isUncertain: outcome.isUncertain || wasUncertain }
}
