import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyRing, dataKeyPlace } from './key-ring.ts'
import { secretBox } from './secret-box.ts'
import { hashPurposes } from './server-keys.ts'

const column = 'shop_connections.access_token'
const key = randomBytes(32)

describe('the secrets of a merchant', () => {
  it('are decrypted as they were encrypted', () => {
    forAll(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1 }), (plain, merchantId) => {
      const box = secretBox(key, merchantId)
      expect(box.open(column, box.seal(column, plain))).toBe(plain)
    })
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

const SOURCE = path.resolve(import.meta.dirname, '../..')
/**
 * A key that is derived from the secret: its purpose is named here, in a constant of the file, or by the
 * caller.
 */
const DERIVED = /derivedKey\(\s*\w+,\s*(?:'([\w-]+)'|PURPOSE|purpose)\s*\)/g
const CONSTANT = /const PURPOSE = '([\w-]+)'/g

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(SOURCE, file), 'utf8'))

describe('the keys derived from the one secret of the environment', () => {
  it('have different purposes, so that what one signs the others refuse', () => {
    const named = sources.flatMap((text) =>
      [...text.matchAll(DERIVED), ...text.matchAll(CONSTANT)].flatMap((match) => match[1] ?? []),
    )
    const purposes = [...named, ...hashPurposes]
    expect(purposes).toContain('act-link')
    expect(purposes).toContain('unsubscribe-link')
    expect(purposes.toSorted()).toEqual([...new Set(purposes)].toSorted())
  })

  it('name their purpose in the way that the test above reads', () => {
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
    for (const text of sources) expect(count(text, /(?<!function )derivedKey\(/g)).toBe(count(text, DERIVED))
    expect(sources.filter((text) => /hkdfSync\(/.test(text))).toHaveLength(1)
  })
})
