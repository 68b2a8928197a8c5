import { expect, it } from 'vitest'
import { aLine } from '../../../testing/purchase-order-fixtures.ts'
import { readDeliveryCsv } from './delivery-csv.ts'

const lines = [
  aLine({ id: 1, sku: 'MUG-1', barcode: '4006381333931', remaining: 100 }),
  aLine({ id: 2, sku: 'BOX', barcode: null, remaining: 30 }),
]

async function read(rows: readonly string[]) {
  const delivery = await readDeliveryCsv(rows.join('\n'), lines)
  return delivery && { ...delivery, counts: [...delivery.counts].map(([id, count]) => [id, count.accepted]) }
}

it.each<[string, string[], number[][]]>([
  ['what was received, not what was ordered', ['SKU,Quantity,Received', 'MUG-1,100,40'], [[1, 40]]],
  ['an inch sign', ['SKU,Name,Received', 'MUG-1,12" Mug,10'], [[1, 10]]],
  [
    'commas in names',
    ['SKU;Name;Received', 'MUG-1;Mug, 12;10', 'BOX;Box, 6;30'],
    [
      [1, 10],
      [2, 30],
    ],
  ],
  ['a stated separator', ['sep=;', 'SKU;Received', 'MUG-1;10'], [[1, 10]]],
  ['a title and a total', ['Delivery note 12', '', 'SKU,Received', 'MUG-1,10', 'Total,10'], [[1, 10]]],
  ['thousands', ['SKU,Received', 'MUG-1,"1,250"'], [[1, 1250]]],
  ['units with words', ['SKU,Received', 'MUG-1,12 pcs'], [[1, 12]]],
  [
    'codes as text',
    ['SKU,Received', '="MUG-1",10', "'BOX,2"],
    [
      [1, 10],
      [2, 2],
    ],
  ],
  ['another case and spaces', ['Sku ,RECEIVED', ' mug-1\u00a0,10'], [[1, 10]]],
  ['barcodes', ['Barcode,Qty', '4006381333931,5', '4006381333931,6'], [[1, 11]]],
])('reads over %s', async (_, rows, counts) => {
  expect(await read(rows)).toEqual({ counts, unknown: [], faulty: [] })
})

it('names the lines without whole units, and codes that the order does not have', async () => {
  expect(await read(['SKU,Received', 'MUG-1,some', 'BOX,-2', 'CUP,1'])).toEqual({
    counts: [],
    unknown: ['CUP'],
    faulty: [2, 3],
  })
})

it('is no delivery without a code and units', async () => {
  expect(await read(['Name,Price', 'Mug,3'])).toBeNull()
})
