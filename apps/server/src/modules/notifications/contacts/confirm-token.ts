import type { Secrets } from '../../../config.ts'
import { readToken, signToken } from '../../../secrets/signed-token.ts'
import { addressHash } from './address-hash.ts'

const PURPOSE = 'confirm-address'

/** Names a merchant, an address and until when: `<merchant>.<hash of the address>.<seconds>.<signature>`. */
export function confirmToken(
  secrets: Secrets,
  of: { merchantId: number; address: string; until: Date },
): string {
  const seconds = Math.floor(of.until.getTime() / 1000)
  return signToken(secrets, PURPOSE, `${of.merchantId}.${addressHash(of.address)}.${seconds}`)
}

/** Whose token it is; null when we did not make it. */
export function readConfirmToken(
  secrets: Secrets,
  token: string,
): { merchantId: number; until: Date; isFor(address: string): boolean } | null {
  const [merchant = '', hash = '', seconds = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || ![merchant, seconds].every((part) => /^\d{1,15}$/.test(part))) return null
  return {
    merchantId: Number(merchant),
    until: new Date(Number(seconds) * 1000),
    isFor: (address) => addressHash(address) === hash,
  }
}
