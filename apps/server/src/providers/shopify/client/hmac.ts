import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../kernel/secrets/is-same-secret.ts'

/**
 * How far the signed timestamp may be from our clock, in either direction; the official library uses the same
 * window.
 */
export const TIMESTAMP_TOLERANCE_SECONDS = 90

/**
 * Returns true when `query` (the raw query string of a callback) was signed with one of `secrets` and is
 * recent. Shopify signs every parameter except `hmac` and `signature`, sorted by name:
 * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
 */
export function verifyQuery(query: string, secrets: readonly string[], now: Date): boolean {
  const parameters = new URLSearchParams(query)
  const names = [...parameters.keys()]
  // A repeated name has no single signed meaning.
  if (new Set(names).size !== names.length) return false

  const timestamp = parameters.get('timestamp') ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TIMESTAMP_TOLERANCE_SECONDS) return false

  const claimed = parameters.get('hmac') ?? ''
  const message = signedMessage(parameters)
  return secrets.some((secret) =>
    isSameSecret(claimed, createHmac('sha256', secret).update(message).digest('hex')),
  )
}

/**
 * Returns true when the raw bytes of a webhook were signed with one of `secrets`; `claimed` is its
 * `X-Shopify-Hmac-Sha256`: https://shopify.dev/docs/apps/build/webhooks/verify-deliveries
 */
export function verifyBody(body: Uint8Array, claimed: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) =>
    isSameSecret(claimed, createHmac('sha256', secret).update(body).digest('base64')),
  )
}

function signedMessage(parameters: URLSearchParams): string {
  const signed = [...parameters].filter(([name]) => name !== 'hmac' && name !== 'signature')
  signed.sort(([a], [b]) => (a < b ? -1 : 1))
  return new URLSearchParams(signed).toString().replaceAll('+', '%20')
}
