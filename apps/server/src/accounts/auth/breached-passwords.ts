import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export const PREFIX_BYTES = 4
/** Made by `tools/passwords/main.ts`, which names the sources. */
const LIST = new URL('./breached-passwords.bin', import.meta.url)

let reading: Promise<Buffer> | undefined

/**
 * Returns whether a password is one of some 415,000 that were seen in breaches, whatever the letter case. The list has
 * the first 32 bits of their hashes, in order: of passwords that are not in it, one in 10,000 is refused by chance.
 */
export async function isBreached(password: string): Promise<boolean> {
  reading ??= readFile(LIST)
  const list = await reading
  const wanted = breachedPrefix(password)
  let [from, to] = [0, list.length / PREFIX_BYTES]
  while (from < to) {
    const middle = (from + to) >> 1
    if (list.readUInt32BE(middle * PREFIX_BYTES) < wanted) from = middle + 1
    else to = middle
  }
  return from * PREFIX_BYTES < list.length && list.readUInt32BE(from * PREFIX_BYTES) === wanted
}

/** Returns the first 32 bits of the hash (SHA-256) of a password in its usual form. */
export function breachedPrefix(password: string): number {
  return createHash('sha256').update(usualForm(password)).digest().readUInt32BE(0)
}

export function usualForm(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}
