import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const DIGITS = 6

/**
 * Returns the six digits for a phone. They are derived from the secret in the environment, so that no row
 * stores them.
 */
export function phoneCode(
  secret: string,
  of: { merchantId: number; consentId: number; nonce: string },
): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'stockcast', 'phone-code', 32))
  const digest = createHmac('sha256', key).update(`${of.merchantId}|${of.consentId}|${of.nonce}`).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export function isSameCode(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}
