import { createHmac } from 'node:crypto'
import { derivedKey } from '../../../secrets/derived-key.ts'

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
