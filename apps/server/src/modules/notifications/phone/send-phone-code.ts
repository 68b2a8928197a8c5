import { randomUUID } from 'node:crypto'
import { PHONE_CODES_A_DAY } from '@stockcast/contract'
import { AppError } from '../../../errors.ts'
import { take } from '../../../limits/queries.ts'
import { rules } from '../../../limits/rules.ts'
import { merchantKey } from '../../../limits/take-use.ts'
import { refusalTexts } from '../../../texts/refusal-texts.ts'
import type { Context } from '../../../verb-context.ts'
import { findConsent, lockChannel, saveCode } from '../channels/queries.ts'
import { queueSingle } from '../channels/send-test.ts'
import { assertFewToOne } from '../contacts/contact-limits.ts'

const PAUSE_MS = 30_000

/**
 * Sends a code to the number that was saved with consent. Only a few a day: each costs money and disturbs
 * somebody.
 */
export async function sendPhoneCode(
  context: Context<'clock' | 'config' | 'jobs' | 'live'>,
): Promise<{ deliveryId: number }> {
  if (context.config.sms.mode === 'not_set_up') {
    throw new AppError('precondition_failed', refusalTexts.smsNotSetUp)
  }
  const { merchantId, tx } = context
  const now = context.clock.now()
  const channel = await lockChannel(tx, merchantId, 'sms')
  const consent = await findConsent(tx, merchantId)
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
  const key = merchantKey(merchantId, 'phone_code')
  if (!(await take(tx, { key, rule: rules.phone_code, at: now })).isTaken) {
    throw new AppError(
      'limit_exceeded',
      `At most ${PHONE_CODES_A_DAY} codes a day are sent. Try again tomorrow.`,
    )
  }
  await assertFewToOne(context, tx, { channel: 'sms', target: channel.target })
  await saveCode(tx, { merchantId, consentId: consent.id, nonce: randomUUID(), at: now })
  return queueSingle(context, { channel: 'sms', kind: 'code' })
}
