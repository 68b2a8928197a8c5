import { MINUTE_MS, type Notifications, PHONE_CODE_MINUTES, PHONE_CODE_TRIES } from '@stockcast/contract'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { isSameSecret } from '../../../secrets/is-same-secret.ts'
import { refusalTexts } from '../../../texts/refusal-texts.ts'
import { type Context, inTransaction } from '../../../verb-context.ts'
import { getNotifications } from '../channels/get-notifications.ts'
import { countCodeTry, findConsent, lockChannel, markConfirmed } from '../channels/queries.ts'
import { phoneCode } from './phone-code.ts'

/**
 * Checks the code that the merchant read from the phone. Wrong codes are counted, and the count is never
 * undone.
 */
export async function confirmPhone(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'live'>,
  { merchantId, code }: { merchantId: number; code: string },
): Promise<Notifications> {
  const result = await inTransaction(kernel, merchantId, async (context) => {
    return (await tryCode(context, code)) ?? getNotifications(context)
  })
  if (result instanceof AppError) throw result
  return result
}

/** Returns the refusal instead of throwing it: the counted try must not be undone with the transaction. */
async function tryCode(
  { clock, config, live, merchantId, tx }: Context<'clock' | 'config' | 'live'>,
  code: string,
): Promise<AppError | null> {
  await lockChannel(tx, merchantId, 'sms')
  const consent = await findConsent(tx, merchantId)
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
