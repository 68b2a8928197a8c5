import { createHmac } from 'node:crypto'

const HASH_BYTES = 12

/** Stands for an address in a link that is signed, upper and lower case alike. */
export function addressHash(address: string): string {
  return createHmac('sha256', 'address')
    .update(address.toLowerCase())
    .digest()
    .subarray(0, HASH_BYTES)
    .toString('base64url')
}
