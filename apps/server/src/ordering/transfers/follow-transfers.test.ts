import { expect, it } from 'vitest'
import type { FollowedMove } from './follow-queries.ts'
import { followMove } from './follow-transfers.ts'

const move = (changes: Partial<FollowedMove>): FollowedMove => ({
  transferId: 1,
  variantId: 1,
  from: 1,
  to: 2,
  shipped: 10,
  gone: 0,
  shown: 0,
  fromSeen: 100,
  toSeen: 5,
  fromNow: 100,
  toNow: 5,
  soldFrom: 0,
  soldTo: 0,
  ...changes,
})

it.each([
  ['nothing while the stock stays', {}, { gone: 0, shown: 0 }],
  ['what fell beyond the sales there', { fromNow: 86, soldFrom: 6 }, { gone: 8, shown: 0 }],
  ['nothing of a fall that sales explain', { fromNow: 94, soldFrom: 6 }, { gone: 0, shown: 0 }],
  ['a rise and what was sold of it', { toNow: 11, soldTo: 2 }, { gone: 0, shown: 8 }],
  ['nothing without a rise', { toNow: 5, soldTo: 3 }, { gone: 0, shown: 0 }],
  ['no more than was shipped', { fromNow: 0, toNow: 90 }, { gone: 10, shown: 10 }],
  ['what is left of it', { gone: 7, shown: 9, fromNow: 80, toNow: 40 }, { gone: 10, shown: 10 }],
])('of a transfer, the store shows %s', (_what, changes, shown) => {
  expect(followMove(move(changes))).toEqual(shown)
})

it('one change of the stock shows the units of one transfer', () => {
  const changes = { fromNow: 88, toNow: 17 }
  expect(followMove(move(changes), { fallen: 10, risen: 10 })).toEqual({ gone: 2, shown: 2 })
})
