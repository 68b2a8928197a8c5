import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../config.ts'

const SIGNATURE_BYTES = 16

/** Returns `<body>.<signature>`, signed with the current secret for this purpose alone. */
export function signToken(secrets: Secrets, purpose: string, body: string): string {
  return `${body}.${signatureOf(secrets[0], purpose, body)}`
}

/** Returns the parts of the body; null when none of the secrets signed it. */
export function readToken(secrets: Secrets, purpose: string, token: string): string[] | null {
  const parts = token.split('.')
  const given = Buffer.from(parts.pop() ?? '')
  const body = parts.join('.')
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, purpose, body))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isOurs ? parts : null
}

function signatureOf(secret: string, purpose: string, body: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'stockcast', purpose, 32))
  return createHmac('sha256', key).update(body).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')
}
