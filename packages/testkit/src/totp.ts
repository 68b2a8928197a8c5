import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000
const DIGITS = 6

/**
 * Returns the code that an authenticator app shows for an `otpauth://totp/…` address (RFC 6238, SHA-1, 6
 * digits).
 */
export function totpCode(uri: string, at: number): string {
  const secret = decodeBase32(new URL(uri).searchParams.get('secret') ?? '')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash[hash.length - 1]! & 15
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

function decodeBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text.replaceAll('=', '')) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
