import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const SIGNATURE_BYTES = 16

/** Names one link of one merchant, signed: `<merchant>.<link>.<signature>`. The link itself knows whether it still works. */
export function actToken(secret: string, of: { merchantId: number; linkId: number }): string {
  const body = `${of.merchantId}.${of.linkId}`
  return `${body}.${signatureOf(secret, body)}`
}

/** null when we did not make it. */
export function readActToken(secret: string, token: string): { merchantId: number; linkId: number } | null {
  const [merchant = '', link = '', signature = '', ...rest] = token.split('.')
  const expected = Buffer.from(signatureOf(secret, `${merchant}.${link}`))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || rest.length > 0 || ![merchant, link].every((part) => /^\d{1,15}$/.test(part))) return null
  return { merchantId: Number(merchant), linkId: Number(link) }
}

function signatureOf(secret: string, body: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'stockcast', 'act-link', 32))
  return createHmac('sha256', key).update(body).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')
}
