import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bulkLineItemSchema, usualLineItem } from './bulk-lines.ts'

const gid = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }).map((id) => `gid://shopify/LineItem/${id}`),
  },
  fc.constantFrom(
    'gid://shopify/LineItem/007',
    'gid://shopify/LineItem/7?inventory_item_id=3',
    'gid://shopify/LineItem/7?a\nb',
    'gid://shopify/LineItem/7\n',
    'gid://shopify/LineItem/12345678901234567',
    'gid://shopify/LineItem/',
    'gid://shopify/Line Item/7',
    'LineItem/7',
    '',
  ),
)
const odd = fc.constantFrom(undefined, null, true, 7, [], {}, ['gid://shopify/LineItem/7'], 'x')
const count = fc.oneof({ weight: 5, arbitrary: fc.integer() }, fc.double(), fc.constant(2 ** 53), odd)
const variant = fc.oneof({ weight: 5, arbitrary: fc.record({ id: gid }) }, fc.record({ id: odd }), odd)
const lineItem = fc.record({
  id: fc.oneof({ weight: 5, arbitrary: gid }, odd),
  quantity: count,
  currentQuantity: count,
  variant,
  __parentId: fc.oneof({ weight: 5, arbitrary: gid }, odd),
  title: fc.string(),
})

it('a line item that is read without the schema is what the schema makes of it', () => {
  let usual = 0
  inCases(2000, lineItem, (item) => {
    const quick = usualLineItem(item)
    if (quick === null) return
    usual++
    expect(bulkLineItemSchema.parse(item)).toEqual(quick)
  })
  expect(usual).toBeGreaterThan(100)
})
