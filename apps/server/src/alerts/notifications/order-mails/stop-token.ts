import type { Config } from '../../../kernel/config/config.ts'
import { readToken, signToken } from '../../../kernel/secrets/signed-token.ts'

const PURPOSE = 'order-mail-stop'

/**
 * Returns the address of the page that stops a merchant's orders to one recipient. It never expires, so a link in an old
 * mail still works. Form of the token: `<merchant>.<keyed hash of the recipient>.<signature>`.
 */
export function stopUrl(
  config: Pick<Config, 'publicUrl' | 'secrets'>,
  of: { merchantId: number; hash: string },
): string {
  return `${config.publicUrl}/stop/${signToken(config.secrets, PURPOSE, `${of.merchantId}.${of.hash}`)}`
}

/** Returns whose token it is; null when we did not make it. */
export function readStopToken(
  secrets: Config['secrets'],
  token: string,
): { merchantId: number; hash: string } | null {
  const [merchant = '', hash = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || hash === '' || !/^\d{1,15}$/.test(merchant)) return null
  return { merchantId: Number(merchant), hash }
}
