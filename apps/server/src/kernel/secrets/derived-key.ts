import { hkdfSync } from 'node:crypto'

/**
 * Returns the key for one purpose, derived from a secret of the environment. What one purpose signs, the
 * others refuse.
 */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'stockcast', purpose, 32))
}
