import { describe, expect, it } from 'vitest'
import { MAX_DEPTH, unstorable } from './unstorable.ts'

/** Returns a text inside this many lists, made without recursion. */
function nested(depth: number, text = 'x'): unknown {
  let value: unknown = text
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

describe('unstorable', () => {
  it.each([
    ['text alone', 'a\0b', 'request'],
    ['a field', { a: 'good', b: 'a\0b' }, 'b'],
    ['an entry of a list', { notes: ['good', { text: 'half \ud800' }] }, 'notes.1.text'],
    ['the second of two lists', { first: [[], {}, 1, null], second: ['\udc00'] }, 'second.0'],
  ])('reports text that the database cannot store by its place in %s', (_, value, field) => {
    expect(unstorable(value)).toEqual({ field, reason: 'text' })
  })

  it('accepts what the database can store', () => {
    const values = [null, 1, true, 'ﷺ 🧵 ё', [], {}, { a: [{ b: 'x' }, []], c: undefined }]
    for (const value of values) expect(unstorable(value)).toBeNull()
  })

  it('accepts a value as deep as allowed, and refuses one level more by its depth', () => {
    expect(unstorable(nested(MAX_DEPTH))).toBeNull()
    expect(unstorable(nested(MAX_DEPTH + 1))).toMatchObject({ reason: 'depth' })
  })

  it('refuses lists and objects a hundred thousand levels deep without walking through them', () => {
    let objects: unknown = 'x'
    for (let i = 0; i < 100_000; i++) objects = { a: objects }
    expect(unstorable(nested(100_000))).toMatchObject({ reason: 'depth' })
    expect(unstorable({ good: 'x', deep: objects })).toMatchObject({ reason: 'depth' })
  })
})
