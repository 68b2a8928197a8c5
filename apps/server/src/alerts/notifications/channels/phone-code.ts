import { createHmac } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '../../../kernel/errors.ts'
import { derivedKey } from '../../../kernel/secrets/signed-token.ts'

const DIGITS = 6

/**
 * Returns the six digits for a phone. They are derived from the secret in the environment, so that no row
 * stores them.
 */
export function phoneCode(
  secret: string,
  of: { merchantId: number; consentId: number; nonce: string },
): string {
  const key = derivedKey(secret, 'phone-code')
  const digest = createHmac('sha256', key).update(`${of.merchantId}|${of.consentId}|${of.nonce}`).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
}

const UNUSABLE = ['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL', 'FIXED_LINE']

/** Returns the number in international form, such as +14155550123; null when it is blank. */
export function readPhoneNumber(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const number = parsePhoneNumberFromString(text.trim())
  if (!number?.isValid()) {
    throw new AppError('invalid_input', 'Enter the number in international form, such as +1 415 555 2671.', {
      field: 'sms.phone',
    })
  }
  if (UNUSABLE.includes(number.getType() ?? '')) {
    throw new AppError(
      'invalid_input',
      'This number cannot receive messages. Enter the number of a mobile phone.',
      {
        field: 'sms.phone',
      },
    )
  }
  return number.number
}
