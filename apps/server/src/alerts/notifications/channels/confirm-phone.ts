import { randomUUID } from 'node:crypto'
import { MINUTE_MS, type Notifications, PHONE_CODE_MINUTES, PHONE_CODE_TRIES } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { take } from '../../../kernel/limits/queries.ts'
import { rules } from '../../../kernel/limits/rules.ts'
import { merchantKey } from '../../../kernel/limits/take-use.ts'
import { isSameSecret } from '../../../kernel/secrets/is-same-secret.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { type Context, inTransaction } from '../../../kernel/verb-context.ts'
import { OWNER } from '../delivery.ts'
import { countCodeTry, findConsent, markConfirmed, saveCode } from './consent-queries.ts'
import { assertFewToOne } from './contact-limits.ts'
import { getNotifications } from './get-notifications.ts'
import { phoneCode } from './phone-code.ts'
import { lockChannel } from './queries.ts'
import { queueSingle } from './send-test.ts'

const PAUSE_MS = 30_000

/**
 * Sends a code to the number that was saved with consent. Only a few a day: each costs money and disturbs
 * somebody.
 */
export async function sendPhoneCode(
  context: Context<'clock' | 'config' | 'jobs' | 'live'> & { recipientId?: number },
): Promise<{ deliveryId: number }> {
  if (context.config.sms.mode === 'not_set_up') {
    throw new AppError('precondition_failed', refusalTexts.smsNotSetUp)
  }
  const { merchantId, recipientId, tx } = context
  const now = context.clock.now()
  const channel = await lockChannel(tx, merchantId, 'sms', recipientId)
  const consent = await findConsent(tx, context)
  if (!channel?.target || consent?.phone !== channel.target) {
    throw new AppError('precondition_failed', 'Save a number and tick the box beside it first.')
  }
  if (channel.stoppedAt !== null) {
    throw new AppError('precondition_failed', refusalTexts.numberStopped)
  }
  if (consent.confirmedAt) throw new AppError('conflict', refusalTexts.numberConfirmed)
  if (consent.codeSentAt && now.getTime() - consent.codeSentAt.getTime() < PAUSE_MS) {
    throw new AppError('limit_exceeded', 'A code is on its way. Ask for another in half a minute.')
  }
  await assertFewCodes(context, now)
  await assertFewToOne(context, tx, { channel: 'sms', target: channel.target })
  await saveCode(tx, { merchantId, consentId: consent.id, nonce: randomUUID(), at: now })
  return queueSingle(context, { channel: 'sms', kind: 'code' })
}

async function assertFewCodes(
  { merchantId, recipientId = OWNER, tx }: Context & { recipientId?: number },
  at: Date,
): Promise<void> {
  const own = merchantKey(merchantId, recipientId === OWNER ? 'phone_code' : `phone_code_${recipientId}`)
  for (const [key, rule, whose] of [
    [own, rules.phone_code, ''],
    [merchantKey(merchantId, 'phone_code_of_shop'), rules.phone_code_of_shop, ' to the people of a shop'],
  ] as const) {
    if ((await take(tx, { key, rule, at })).isTaken) continue
    throw new AppError(
      'limit_exceeded',
      `At most ${rule.most} codes a day are sent${whose}. Try again tomorrow.`,
    )
  }
}

/**
 * Checks the code that a person read from the phone. Wrong codes are counted, and the count is never
 * undone.
 */
export async function confirmPhone(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'live'>,
  { merchantId, recipientId, code }: { merchantId: number; recipientId?: number; code: string },
): Promise<Notifications> {
  const result = await inTransaction(kernel, merchantId, async (tenant) => {
    const context = recipientId === undefined ? tenant : { ...tenant, recipientId }
    return (await tryCode(context, code)) ?? getNotifications(context)
  })
  if (result instanceof AppError) throw result
  return result
}

/** Returns the refusal instead of throwing it: the counted try must not be undone with the transaction. */
async function tryCode(
  context: Context<'clock' | 'config' | 'live'> & { recipientId?: number },
  code: string,
): Promise<AppError | null> {
  const { clock, config, live, merchantId, recipientId, tx } = context
  await lockChannel(tx, merchantId, 'sms', recipientId)
  const consent = await findConsent(tx, context)
  if (consent?.confirmedAt) return new AppError('conflict', refusalTexts.numberConfirmed)
  const { codeNonce: nonce = null, codeSentAt = null } = consent ?? {}
  if (!consent || nonce === null || codeSentAt === null) return refuse('Ask for a code first.')
  const now = clock.now()
  const isOld = now.getTime() - codeSentAt.getTime() > PHONE_CODE_MINUTES * MINUTE_MS
  if (isOld || consent.codeTries >= PHONE_CODE_TRIES) {
    return refuse('This code is no longer valid. Ask for a new one.')
  }
  const ids = { merchantId, consentId: consent.id }
  const { secrets } = config
  if (!secrets.some((secret) => isSameSecret(code, phoneCode(secret, { ...ids, nonce })))) {
    await countCodeTry(tx, ids)
    const left = PHONE_CODE_TRIES - consent.codeTries - 1
    return refuse(
      left === 0
        ? 'This code is not correct. Ask for a new one.'
        : `This code is not correct. ${tries(left)}.`,
    )
  }
  await markConfirmed(tx, { ...ids, at: now })
  await live.publish(tx, merchantId, { type: 'deliveries' })
  return null
}

function refuse(message: string): AppError {
  return new AppError('invalid_input', message, { field: 'code' })
}

function tries(left: number): string {
  return left === 1 ? '1 try is left' : `${left} tries are left`
}
