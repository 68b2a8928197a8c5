import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 24

/** Returns a new id such as cus_1Qx…, which no earlier sandbox has used. */
export function newId(prefix: string): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return `${prefix}_${letters.join('')}`
}
