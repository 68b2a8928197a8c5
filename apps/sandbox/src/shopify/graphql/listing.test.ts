import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPage, type Listing, type Page, sortedListing } from './listing.ts'

interface Node {
  number: number
  value: number
}

function listing(values: readonly number[]): Listing<Node> {
  const nodes = values.map((value, number) => ({ number, value }))
  return sortedListing(nodes, {
    sortValueOf: ({ value }) => value,
    numberOf: ({ number }) => number,
  })
}

function readAll(list: Listing<Node>, first: number): number[] {
  const seen: number[] = []
  for (let after: string | null = null; ; ) {
    const page: Page<Node> = getPage(list, { first, after })
    seen.push(...page.nodes.map(({ number }) => number))
    if (!page.pageInfo.hasNextPage) return seen
    after = page.pageInfo.endCursor
  }
}

describe('pages of a listing', () => {
  it('hold every node once, in order, whatever their size', () => {
    const values = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 11 }), (each, first) => {
        const list = listing(each)
        expect(readAll(list, first)).toEqual(list.nodes.map(({ number }) => number))
      }),
    )
  })

  it('miss nothing and repeat nothing when nodes arrive between two pages', () => {
    const before = getPage(listing([1, 2, 4]), { first: 2 })
    const after = getPage(listing([1, 2, 4, 3, 0]), { first: 9, after: before.pageInfo.endCursor })
    expect(after.nodes.map(({ value }) => value)).toEqual([3, 4])
  })

  it.each([{}, { first: 0 }, { first: 251 }, { first: 1, after: 'nonsense' }, { first: 1, after: 'e30=' }])(
    'are refused for %j',
    (args) => {
      expect(() => getPage(listing([1]), args)).toThrow(/first|cursor/)
    },
  )
})
