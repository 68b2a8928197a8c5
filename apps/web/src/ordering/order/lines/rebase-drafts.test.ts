import { describe, expect, it } from 'vitest'
import type { LineDraft } from './line-draft.ts'
import { rebaseDrafts } from './rebase-drafts.ts'

const line = (variantId: number, changes: Partial<LineDraft> = {}): LineDraft => ({
  id: 100 + variantId,
  variantId,
  title: `P${variantId}`,
  sku: null,
  packSize: 1,
  priceMinor: null,
  units: '10',
  cost: '5.00',
  confirmed: '',
  ...changes,
})

describe('what I typed while somebody else saved the order', () => {
  it('stays, and what I did not touch becomes theirs', () => {
    const { drafts, news } = rebaseDrafts({
      before: [line(1), line(2)],
      theirs: [line(1, { cost: '6.00' }), line(2, { units: '12' })],
      mine: [line(1, { units: '30' }), line(2)],
    })
    expect(drafts).toEqual([line(1, { units: '30', cost: '6.00' }), line(2, { units: '12' })])
    expect(news).toEqual(['P1: unit cost now 6.00.', 'P2: units now 12.'])
  })

  it('stays where both changed the same field, and the difference is reported', () => {
    const { drafts, news } = rebaseDrafts({
      before: [line(1)],
      theirs: [line(1, { units: '20' })],
      mine: [line(1, { units: '30' })],
    })
    expect(drafts).toEqual([line(1, { units: '30' })])
    expect(news).toEqual(['P1: units now 20; yours, 30, stay until you save.'])
  })

  it('is no difference where both did the same, such as my own save', () => {
    const { id: _, ...mine } = line(2, { units: '7' })
    const { drafts, news } = rebaseDrafts({
      before: [line(1), line(3)],
      theirs: [line(1, { units: '30' }), line(2, { units: '7' })],
      mine: [line(1, { units: '30' }), mine, line(3, { isRemoved: true })],
    })
    expect(drafts).toEqual([line(1, { units: '30' }), line(2, { units: '7' })])
    expect(news).toEqual([])
  })

  it('is added again where the line was removed, and lines that I did not touch go', () => {
    const { drafts, news } = rebaseDrafts({
      before: [line(1), line(2)],
      theirs: [],
      mine: [line(1, { units: '30' }), line(2)],
    })
    expect(drafts.map(({ id, units }) => [id, units])).toEqual([[undefined, '30']])
    expect(news).toEqual([
      'P1 was removed. You changed it, so it is added again when you save.',
      'P2 was removed.',
    ])
  })

  it('gets the lines that were added', () => {
    const { drafts, news } = rebaseDrafts({ before: [line(1)], theirs: [line(1), line(4)], mine: [line(1)] })
    expect(drafts).toHaveLength(2)
    expect(news).toEqual(['P4 was added, 10 units.'])
  })
})
