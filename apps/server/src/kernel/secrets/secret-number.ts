import { createHash } from 'node:crypto'

const DIGITS_HEX = 12

/**
 * Identifies a secret without revealing it: the same number wherever it is configured, current or previous.
 */
export function secretNumber(secret: string): number {
  return Number.parseInt(
    createHash('sha256').update('number of ').update(secret).digest('hex').slice(0, DIGITS_HEX),
    16,
  )
}
