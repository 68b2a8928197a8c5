import { createHmac, hkdfSync } from 'node:crypto'

/** Names somebody without saying who: the same name gives the same hash, and only with the secret can one be tried. */
export function keyedHash(secret: string, { purpose, name }: { purpose: string; name: string }): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'stockcast', purpose, 32))
  return createHmac('sha256', key).update(name).digest('base64url')
}
