import { MINUTE_MS } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { linkOrigins } from '../../../kernel/telemetry/operation.ts'
import { getCorrelationId } from '../../../kernel/telemetry/origin.ts'
import type { SendOutcome } from '../../../providers/send-outcome.ts'
import type { LaneKey } from '../delivery.ts'
import { listOrigins } from '../pending-queries.ts'
import { noteNextWork, wakeChannel } from '../wake-channel.ts'
import type { Attempt } from './begin-try.ts'
import { nextStep } from './next-step.ts'
import type { DeliveryPorts } from './prepare.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Senders } from './senders.ts'

// Defined in wake-channel.ts, because the handler imports it too, through the mails that it queues.
export { deliverTasks } from '../wake-channel.ts'

/** For longer waits, the check of every minute wakes the channel. */
const LONGEST_SLEEP_MS = MINUTE_MS

export interface DeliveryContext
  extends Pick<Kernel, 'config' | 'clock' | 'db' | 'jobs' | 'live' | 'log'>,
    DeliveryPorts {
  senders: Senders
  /** 0 to 1: spreads the tries of many merchants. */
  chance(): number
}

/** Messages sent in one turn of a merchant. */
const MESSAGES_PER_TURN = 20

/**
 * Sends what is due on a channel, one message after the other, until only waiting is left or the rest is queued for
 * another turn.
 */
export async function deliver(context: DeliveryContext, key: LaneKey, signal: AbortSignal): Promise<void> {
  const { merchantId } = key
  for (let sent = 0; !signal.aborted; ) {
    if (sent === MESSAGES_PER_TURN)
      return context.db.withTenant(merchantId, (tx) => wakeChannel(context, tx, key))
    const step = await context.db.withTenant(merchantId, async (tx) => {
      const next = await nextStep(context, tx, key)
      if (next.kind === 'rest') await rest(context, tx, key, next.until)
      return next
    })
    if (step.kind === 'rest') return
    if (step.kind === 'again') continue
    sent++
    const { target, attempt } = step
    const outcome = await context.senders[key.channel]({ merchantId, target, attempt })
    await context.db.withTenantAtOnce(merchantId, (tx) =>
      recordOutcome(context, tx, key, { attempt, outcome, chance: context.chance() }),
    )
    // Only after the outcome is stored, because until then every moment counts.
    await context.db.withTenant(merchantId, async (tx) => {
      await context.live.publish(tx, merchantId, { type: 'deliveries' })
      await logTry(context, tx, { key, attempt, outcome: outcome.kind })
    })
  }
}

/** Joins the message to what opened its alerts: a message may wait for others, and be sent by another job. */
async function logTry(
  { log }: DeliveryContext,
  tx: Tx,
  { key, attempt, outcome }: { key: LaneKey; attempt: Attempt; outcome: SendOutcome['kind'] },
): Promise<void> {
  const { merchantId, channel } = key
  const { deliveryId } = attempt
  const origins = key.lane === 'alerts' ? await listOrigins(tx, { merchantId, deliveryId }) : []
  linkOrigins(origins)
  log.debug({ channel, deliveryId, outcome, causes: origins.map(getCorrelationId) }, 'message tried')
}

/** Records when there is work again, and has the channel woken at the time of its next step if that is soon. */
async function rest(context: DeliveryContext, tx: Tx, key: LaneKey, until: Date | null): Promise<void> {
  await noteNextWork(tx, key)
  if (until === null) return
  const now = context.clock.now().getTime()
  if (until.getTime() - now > LONGEST_SLEEP_MS) return
  await wakeChannel(context, tx, key, new Date(Math.max(now + 1, until.getTime())))
}
