import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyRing, dataKeyPlace } from './key-ring.ts'
import { secretBox } from './secret-box.ts'

const column = 'shop_connections.access_token'
const key = randomBytes(32)

describe('the secrets of a merchant', () => {
  it('are decrypted as they were encrypted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1 }), (plain, merchantId) => {
        const box = secretBox(key, merchantId)
        expect(box.open(column, box.seal(column, plain))).toBe(plain)
      }),
    )
  })

  it('look different each time and do not show the plain text', () => {
    const box = secretBox(key, 1)
    const first = box.seal(column, 'shpat_1234567890')
    expect(first).toMatch(/^v1\.merchant\.[\w-]+$/)
    expect(first).not.toContain('shpat')
    expect(first).not.toBe(box.seal(column, 'shpat_1234567890'))
  })

  it('cannot be decrypted after any single bit is flipped', () => {
    const box = secretBox(key, 1)
    const envelope = box.seal(column, 'shpat_1234567890')
    const [version, id, body] = envelope.split('.') as [string, string, string]
    const bytes = Buffer.from(body, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => box.open(column, `${version}.${id}.${flipped.toString('base64url')}`)).toThrow()
    }
  })

  it('cannot be decrypted in another merchant’s row, in another column or with another key', () => {
    const envelope = secretBox(key, 1).seal(column, 'shpat_1234567890')
    expect(() => secretBox(key, 2).open(column, envelope)).toThrow()
    expect(() => secretBox(key, 1).open('shop_connections.refresh_token', envelope)).toThrow()
    expect(() => secretBox(randomBytes(32), 1).open(column, envelope)).toThrow()
  })

  it.each([
    '',
    'shpat_clear',
    'v2.merchant.AAAA',
    'v1.merchant.AAAA',
    'v1.merchant',
    'v1.merchant.AAAA.AAAA',
  ])('are not read from %j, which is not an envelope', (envelope) => {
    expect(() => secretBox(key, 1).open(column, envelope)).toThrow('A stored secret cannot be read.')
  })
})

describe('data keys', () => {
  const old = 'the-old-secret-of-the-environment'
  const current = 'the-new-secret-of-the-environment'

  it('can be unwrapped only in the row for which they were wrapped', () => {
    const ring = createKeyRing([current])
    const wrapped = ring.wrap(key, dataKeyPlace(1))
    expect(ring.unwrap(wrapped, dataKeyPlace(1))).toEqual(key)
    expect(() => ring.unwrap(wrapped, dataKeyPlace(2))).toThrow()
  })

  it('that were wrapped under a former secret can be unwrapped while that secret is configured', () => {
    const wrapped = createKeyRing([old]).wrap(key, dataKeyPlace(1))
    expect(createKeyRing([current, old]).unwrap(wrapped, dataKeyPlace(1))).toEqual(key)
  })

  it('are wrapped again under the current secret, once', () => {
    const both = createKeyRing([current, old])
    const wrapped = both.rewrap(createKeyRing([old]).wrap(key, dataKeyPlace(1)), dataKeyPlace(1))
    expect(createKeyRing([current]).unwrap(wrapped ?? '', dataKeyPlace(1))).toEqual(key)
    expect(both.rewrap(wrapped ?? '', dataKeyPlace(1))).toBeNull()
  })

  it('that were wrapped under a removed secret give an error that names the variable', () => {
    const wrapped = createKeyRing([old]).wrap(key, dataKeyPlace(1))
    const ring = createKeyRing([current])
    expect(() => ring.unwrap(wrapped, dataKeyPlace(1))).toThrow(/STOCKCAST_SECRET/)
    expect(() => ring.rewrap(wrapped, dataKeyPlace(1))).toThrow(/STOCKCAST_SECRET/)
  })
})
