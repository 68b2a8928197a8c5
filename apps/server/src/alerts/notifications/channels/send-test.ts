import { randomUUID } from 'node:crypto'
import { type ChannelName, MINUTE_MS } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { take } from '../../../kernel/limits/queries.ts'
import { rules } from '../../../kernel/limits/rules.ts'
import { merchantKey } from '../../../kernel/limits/take-use.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { insertDelivery } from '../delivery-queries.ts'
import { wakeChannel } from '../wake-channel.ts'
import type { Channel } from './channel.ts'
import { findConsent } from './consent-queries.ts'
import { assertFewToOne } from './contact-limits.ts'
import { lockChannel } from './queries.ts'

const GIVE_UP_MS = 5 * MINUTE_MS

type TestContext = Context<'clock' | 'config' | 'jobs' | 'live'> & { recipientId?: number }

/** Queues a test message; the log shows its outcome. */
export async function sendTest(
  context: TestContext,
  { channel: name }: { channel: ChannelName },
): Promise<{ deliveryId: number }> {
  const { merchantId, recipientId, tx } = context
  const channel = await lockChannel(tx, merchantId, name, recipientId)
  if (channel?.pendingTarget && !channel.target) {
    throw new AppError('precondition_failed', 'Confirm the address first with the link that was sent to it.')
  }
  if (!channel?.target) throw new AppError('precondition_failed', `${missing[name]} Save one first.`)
  if (name === 'sms') await assertConfirmed(tx, merchantId, channel)
  await assertFewTests(context, name)
  if (name !== 'slack') await assertFewToOne(context, tx, { channel: name, target: channel.target })
  return queueSingle(context, { channel: name, kind: 'test' })
}

async function assertFewTests({ clock, merchantId, tx }: TestContext, channel: ChannelName): Promise<void> {
  for (const name of ['test', 'test_of_day'] as const) {
    const key = merchantKey(merchantId, `${name}_${channel}`)
    const { isTaken } = await take(tx, { key, rule: rules[name], at: clock.now() })
    if (!isTaken) throw new AppError('limit_exceeded', tooMany[name])
  }
}

const tooMany = {
  test: `You can send ${rules.test.most} tests in ${rules.test.withinMs / MINUTE_MS} minutes. Try again later.`,
  test_of_day: `You can send ${rules.test_of_day.most} tests a day. Try again tomorrow.`,
}

const missing: Readonly<Record<ChannelName, string>> = {
  slack: 'There is no Slack webhook.',
  email: 'There is no address.',
  sms: 'There is no number.',
}

async function assertConfirmed(tx: Tx, merchantId: number, channel: Channel): Promise<void> {
  const consent = await findConsent(tx, { merchantId, recipientId: channel.recipientId })
  if (consent?.phone !== channel.target || consent?.confirmedAt === null) {
    throw new AppError('precondition_failed', 'Confirm the number first with the code that is sent to it.')
  }
  if (channel.stoppedAt !== null) {
    throw new AppError('precondition_failed', refusalTexts.numberStopped)
  }
}

/** Queues a message of its own: tried once, immediately, whatever else waits on the channel. */
export async function queueSingle(
  context: Context<'clock' | 'jobs' | 'live'> & { recipientId?: number },
  { channel, kind }: { channel: ChannelName; kind: 'test' | 'code' },
): Promise<{ deliveryId: number }> {
  const { merchantId, recipientId, tx } = context
  const at = context.clock.now()
  const giveUpAt = new Date(at.getTime() + GIVE_UP_MS)
  const messageKey = randomUUID()
  const { id } = await insertDelivery(tx, {
    merchantId,
    recipientId,
    channel,
    kind,
    messageKey,
    at,
    giveUpAt,
  })
  await wakeChannel(context, tx, { merchantId, recipientId, channel, lane: 'single' })
  await context.live.publish(tx, merchantId, { type: 'deliveries' })
  return { deliveryId: id }
}
