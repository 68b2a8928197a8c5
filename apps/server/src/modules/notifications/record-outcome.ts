import type { DeliveryStatus } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import type { SendOutcome } from '../../integrations/send-outcome.ts'
import type { Kernel } from '../../kernel.ts'
import { lockChannel } from './channels/queries.ts'
import { endAttempt, endSent } from './deliveries/queries.ts'
import type { LaneKey } from './delivery.ts'
import { waitBeforeTry } from './due-time.ts'
import type { Attempt } from './next-step.ts'
import { switchOff } from './switch-off.ts'

/** A provider may finish what it did not answer in time; only then can it be asked what it has. */
const DOUBT_WAIT_MS = 10_000

type World = Pick<Kernel, 'clock' | 'config' | 'jobs'>

/** Notes down what came of a try. What a provider refuses for good switches the channel off, and the merchant is told. */
export async function recordOutcome(
  world: World,
  tx: Tx,
  key: LaneKey,
  { attempt, outcome, chance }: { attempt: Attempt; outcome: SendOutcome; chance: number },
): Promise<void> {
  const ids = { ...key, deliveryId: attempt.deliveryId, attempts: attempt.number }
  const now = world.clock.now()
  if (outcome.kind === 'sent') {
    await endSent(tx, ids, { at: now, providerId: outcome.providerId, words: outcome.words })
    return
  }
  await lockChannel(tx, key.merchantId, key.channel)
  const isEnded = await endAttempt(tx, ids, endOf(key, attempt, { outcome, chance, now }))
  if (isEnded && outcome.kind === 'refused' && outcome.because === 'target' && attempt.kind !== 'code') {
    await switchOff(world, tx, key, { reason: outcome.words, isToldByMail: key.lane === 'alerts' })
  }
}

function endOf(
  { lane, channel }: LaneKey,
  attempt: Attempt,
  { outcome, chance, now }: { outcome: Exclude<SendOutcome, { kind: 'sent' }>; chance: number; now: Date },
): Parameters<typeof endAttempt>[2] {
  const { words } = outcome
  if (outcome.kind === 'refused') return { status: 'failed', nextAt: now, isUncertain: false, words }
  const askedMs = Math.max(outcome.afterMs ?? 0, outcome.isUncertain ? DOUBT_WAIT_MS : 0)
  const nextAt = new Date(now.getTime() + waitBeforeTry(attempt.number, askedMs, chance))
  const status: DeliveryStatus = lane === 'single' || nextAt > attempt.giveUpAt ? 'failed' : 'retrying'
  // Twilio was asked what it has before this try; the others cannot be asked, so a doubt stays.
  const wasUncertain = attempt.repeats !== null && channel !== 'sms'
  return { status, nextAt, isUncertain: outcome.isUncertain || wasUncertain, words }
}
