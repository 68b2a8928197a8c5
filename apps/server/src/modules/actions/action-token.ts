import type { Secrets } from '../../config.ts'
import { readToken, signToken } from '../../secrets/signed-token.ts'

const PURPOSE = 'act-link'

/**
 * Returns a signed token that names one link of one merchant: `<merchant>.<link>.<signature>`. The link's row
 * knows whether it still works.
 */
export function actionToken(secrets: Secrets, of: { merchantId: number; linkId: number }): string {
  return signToken(secrets, PURPOSE, `${of.merchantId}.${of.linkId}`)
}

/** Returns what a token names; null when we did not sign it. */
export function readActionToken(
  secrets: Secrets,
  token: string,
): { merchantId: number; linkId: number } | null {
  const [merchant = '', link = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || ![merchant, link].every((part) => /^\d{1,15}$/.test(part))) return null
  return { merchantId: Number(merchant), linkId: Number(link) }
}
