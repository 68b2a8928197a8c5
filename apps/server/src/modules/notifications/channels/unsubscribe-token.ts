import type { Secrets } from '../../../config.ts'
import { readToken, signToken } from '../../../secrets/signed-token.ts'
import { addressHash } from '../contacts/address-hash.ts'

const PURPOSE = 'unsubscribe-link'

/**
 * Names the recipient and nothing else, without an end: a link in an old mail still works. Form:
 * `<merchant>.<hash of the address>.<signature>`.
 */
export function unsubscribeToken(secrets: Secrets, of: { merchantId: number; address: string }): string {
  return signToken(secrets, PURPOSE, `${of.merchantId}.${addressHash(of.address)}`)
}

/** Whose token it is; null when we did not make it. */
export function readUnsubscribeToken(
  secrets: Secrets,
  token: string,
): { merchantId: number; isFor(address: string): boolean } | null {
  const [merchant = '', hash = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || !/^\d{1,15}$/.test(merchant)) return null
  return { merchantId: Number(merchant), isFor: (address) => addressHash(address) === hash }
}
