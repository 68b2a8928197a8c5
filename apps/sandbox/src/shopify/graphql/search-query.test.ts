import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSearch } from './search-query.ts'

interface Item {
  updatedAt: number
  sku: string
  isTest: boolean
}

const FIELDS = {
  updated_at: (item: Item) => item.updatedAt,
  sku: (item: Item) => item.sku,
  test: (item: Item) => item.isTest,
}
const NOON = Date.parse('2026-11-20T12:00:00Z')
const item = { updatedAt: NOON, sku: 'MUG-1', isTest: false }

describe('a search query', () => {
  it.each([
    ["updated_at:>='2026-11-20T12:00:00Z'", true],
    ["updated_at:>'2026-11-20T12:00:00Z'", false],
    ['updated_at:<="2026-11-20T12:00:00Z"', true],
    ['updated_at:<2026-11-20', false],
    ["updated_at:>='2026-11-20T07:00:00-05:00'", true],
    ['sku:mug-1', true],
    ['sku:MUG-1 AND test:false', true],
    ["sku:MUG-1 updated_at:>'2026-11-21'", false],
    ['test:true', false],
    ['', true],
    [null, true],
  ])('%s matches the item: %s', (query, expected) => {
    expect(compileSearch(query, FIELDS)(item)).toBe(expected)
  })

  it.each(['sku:a OR sku:b', '(sku:a)', 'mug', 'colour:red', 'updated_at:>=tomorrow', '-sku:a'])(
    'refuses %s, which Shopify would take or ignore',
    (query) => {
      expect(() => compileSearch(query, FIELDS)).toThrow(/Invalid search query/)
    },
  )

  it('compares dates by their instants', () => {
    forAll(fc.date({ noInvalidDate: true }), fc.date({ noInvalidDate: true }), (limit, actual) => {
      fc.pre(limit.getUTCFullYear() > 1000 && limit.getUTCFullYear() < 9000)
      const matches = compileSearch<Item>(`updated_at:>='${limit.toISOString()}'`, FIELDS)
      expect(matches({ ...item, updatedAt: actual.getTime() })).toBe(actual >= limit)
    })
  })
})
