import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const HASH_BYTES = 12
const SIGNATURE_BYTES = 16

/**
 * Names the recipient and nothing else, without an end: a link in an old mail still works. Form:
 * `<merchant>.<hash of the address>.<signature>`.
 */
export function unsubscribeToken(secret: string, of: { merchantId: number; address: string }): string {
  const body = `${of.merchantId}.${hashOf(of.address)}`
  return `${body}.${signatureOf(secret, body)}`
}

/** Whose token it is; null when we did not make it. */
export function readUnsubscribeToken(
  secret: string,
  token: string,
): { merchantId: number; isFor(address: string): boolean } | null {
  const [merchant = '', hash = '', signature = '', ...rest] = token.split('.')
  const expected = Buffer.from(signatureOf(secret, `${merchant}.${hash}`))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || rest.length > 0 || !/^\d{1,15}$/.test(merchant)) return null
  return { merchantId: Number(merchant), isFor: (address) => hashOf(address) === hash }
}

function hashOf(address: string): string {
  return createHmac('sha256', 'address')
    .update(address.toLowerCase())
    .digest()
    .subarray(0, HASH_BYTES)
    .toString('base64url')
}

function signatureOf(secret: string, body: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'stockcast', 'unsubscribe-link', 32))
  return createHmac('sha256', key).update(body).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')
}
