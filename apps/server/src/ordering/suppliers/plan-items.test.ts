import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StoredItem } from './item-queries.ts'
import { planItems } from './plan-items.ts'

const item = (supplierId: number, rank: number): StoredItem => ({
  supplierId,
  variantId: 1,
  supplierSku: null,
  unitCostMinor: null,
  packSize: 1,
  minimumUnits: null,
  maximumUnits: null,
  priceBreaks: [],
  leadTimeDays: null,
  rank,
})

/** Puts items at their places one by one, as the plan is described. */
function placedOneByOne(stored: readonly StoredItem[], ranks: ReadonlyMap<number, number>): number[] {
  const order = stored.map(({ supplierId }) => supplierId).filter((id) => !ranks.has(id))
  const placed = [...ranks].sort(([a, rankA], [b, rankB]) => rankA - rankB || a - b)
  let next = 0
  for (const [id, rank] of placed) {
    const place = Math.min(Math.max(rank - 1, next), order.length)
    order.splice(place, 0, id)
    next = place + 1
  }
  return order
}

it('the suppliers of a product stand at the ranks that are asked for, and the others keep their order', () => {
  const asked = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 12 }), rank: fc.integer({ min: 1, max: 100 }) }),
    {
      selector: ({ id }) => id,
    },
  )
  forAll(fc.nat(8), asked, (count, wanted) => {
    const stored = Array.from({ length: count }, (_, i) => item(i + 1, i + 1))
    const changes = wanted.map(({ id, rank }) => ({ supplierId: id, variantId: 1, rank }))
    const { outcomes, written } = planItems(changes, stored)
    const after = new Map(stored.map(({ supplierId, rank }) => [supplierId, rank]))
    for (const { supplierId, rank } of written) after.set(supplierId, rank)
    for (const { after: next } of outcomes) after.set(next!.supplierId, next!.rank)
    const order = [...after].sort(([, a], [, b]) => a - b).map(([id]) => id)
    expect(order).toEqual(placedOneByOne(stored, new Map(wanted.map(({ id, rank }) => [id, rank]))))
  })
})
