import { createHmac, hkdfSync } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { isSameSecret } from './is-same-secret.ts'

const SIGNATURE_BYTES = 16

/** Returns `<body>.<signature>`, signed with the current secret for this purpose alone. */
export function signToken(secrets: Secrets, purpose: string, body: string): string {
  return `${body}.${getSignature(secrets[0], purpose, body)}`
}

/** Returns the parts of the body; null when none of the secrets signed it. */
export function readToken(secrets: Secrets, purpose: string, token: string): string[] | null {
  const parts = token.split('.')
  const given = parts.pop() ?? ''
  const body = parts.join('.')
  const isOurs = secrets.some((secret) => isSameSecret(given, getSignature(secret, purpose, body)))
  return isOurs ? parts : null
}

function getSignature(secret: string, purpose: string, body: string): string {
  const digest = createHmac('sha256', derivedKey(secret, purpose)).update(body).digest()
  return digest.subarray(0, SIGNATURE_BYTES).toString('base64url')
}

/**
 * Returns the key for one purpose, derived from a secret of the environment. What one purpose signs, the
 * others refuse.
 */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'stockcast', purpose, 32))
}
