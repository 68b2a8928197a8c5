import { describe, expect, it } from 'vitest'
import type { StoreThing } from '../../kernel/connector/rows.ts'
import { StoreError } from '../../kernel/connector/store-error.ts'
import { parseLines, reporting } from './unreadable.ts'

const gid = (type: string, id: number | string) => `gid://shopify/${type}/${id}`
const error = new StoreError('Shopify', 'unexpected_answer', 'another shape')

function collect() {
  const things: StoreThing[] = []
  return { things, onUnreadable: (thing: StoreThing) => things.push(thing) }
}

it.each<[string, StoreThing]>([
  [gid('Product', 12), { kind: 'product', id: 12 }],
  [gid('ProductVariant', 13), { kind: 'variant', id: 13 }],
  [gid('Order', 14), { kind: 'order', id: 14 }],
  [gid('InventoryLevel', '7?inventory_item_id=15'), { kind: 'level', itemId: 15, locationId: 2 }],
  [gid('InventoryLevel', 7), { kind: 'level', itemId: null, locationId: 2 }],
  [gid('Product', 'x'), { kind: 'other', name: 'Product/x' }],
  [gid('Collection', 16), { kind: 'other', name: 'Collection/16' }],
])('a thing that cannot be read is named from %s', (id, thing) => {
  const { things, onUnreadable } = collect()
  reporting(onUnreadable, 2)?.(id, error)
  expect(things).toEqual([thing])
})

describe('lines of a bulk result', () => {
  const product = { __typename: 'Product', id: gid('Product', 1), title: 'Kettle', status: 'ACTIVE' }
  const rest = { isGiftCard: false, vendor: null, productType: null, updatedAt: '2026-11-20T10:00:00Z' }
  const good = JSON.stringify({ ...product, ...rest })
  const level = { __typename: 'InventoryLevel', id: gid('InventoryLevel', '7?inventory_item_id=15') }

  it('are read except nodes that have another shape, which are reported', () => {
    const { things, onUnreadable } = collect()
    const lines = [
      JSON.stringify(product),
      good,
      JSON.stringify({ ...level, location: { id: gid('Location', 2) } }),
      JSON.stringify({ ...level, location: 'here' }),
      JSON.stringify({ __typename: 'LineItem', id: gid('LineItem', 9), __parentId: gid('Order', 8) }),
    ]
    expect(parseLines(lines, onUnreadable).map(({ type }) => type)).toEqual(['Product'])
    expect(things).toEqual([
      { kind: 'product', id: 1 },
      { kind: 'level', itemId: 15, locationId: 2 },
      { kind: 'level', itemId: 15, locationId: null },
      { kind: 'order', id: 8 },
    ])
  })

  it('fail together when one has no id, or when the caller does not skip it', () => {
    const { onUnreadable } = collect()
    expect(() => parseLines([good, '{}'], onUnreadable)).toThrow(StoreError)
    expect(() => parseLines([good, JSON.stringify(product)], undefined)).toThrow(StoreError)
  })
})
