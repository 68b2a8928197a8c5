import { timingSafeEqual } from 'node:crypto'

/** Returns whether two secrets are equal, in a time that does not tell where they differ. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
