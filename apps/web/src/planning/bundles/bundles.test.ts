import type { Bundle } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { aDetail } from '../../testing/stock-fixtures.ts'
import { leadSentence } from '../product/product-words.ts'
import { canMakeWords, importWords, inBundlesWords } from './bundle-words.ts'
import { readRecipeFile } from './recipe-file.ts'

const mug = { variantId: 2, title: 'Mug' }
const bundle = (changes: Partial<Bundle> = {}): Bundle => ({
  kind: 'virtual',
  makeDays: 0,
  canMake: 20,
  isIncomplete: false,
  limitedBy: mug,
  firstOut: mug,
  parts: [
    {
      ...mug,
      sku: 'MUG',
      quantity: 2,
      isDeleted: false,
      isTracked: true,
      available: 40,
      enoughFor: 20,
      daysUntilStockout: 10,
    },
  ],
  ...changes,
})

const said = (changes: Parameters<typeof aDetail>[0]) => {
  const { before, key, after, advice } = leadSentence(aDetail(changes))
  return `${before}${key}${after} ${advice}`
}

describe('the page of a bundle says', () => {
  it.each([
    [{}, 'Its parts are enough for 20. Mug runs out first, in 10 days.'],
    [{ canMake: 0 }, 'Out of stock. There is not enough Mug for one.'],
    [{ canMake: null, limitedBy: null }, 'None of its parts is tracked, so it never runs out here.'],
    [
      { isIncomplete: true, canMake: null },
      'This bundle is incomplete. Your store has deleted a part of it: change its recipe.',
    ],
  ])('%j: %s', (changes, words) => {
    expect(said({ bundle: bundle(changes) })).toBe(words)
  })

  it('how many of an assembly to make, as of an order', () => {
    expect(said({ bundle: bundle({ kind: 'assembly' }) })).toContain('Make 792 today')
    expect(said({})).toContain('Order 792 today')
  })

  it('what decides how many can be made', () => {
    expect(canMakeWords(bundle())).toEqual({ text: '20', note: 'limited by Mug' })
    expect(canMakeWords(bundle({ isIncomplete: true })).text).toBe('Incomplete')
  })
})

describe('a product of which more was sold than there was', () => {
  it.each([
    [-5, 5, '5 units are owed to customers; they go first. '],
    [-1, 4, '1 unit is owed to customers; it goes first. '],
    [-5, 0, 'The stock is 5 units below zero, and no open order explains it: count it. '],
    [
      -5,
      2,
      '2 units are owed to customers; they go first. The stock is 3 units below zero beyond that, and no open order explains it: count it. ',
    ],
  ])('B-04 with a stock of %i and %i in open orders says: %s', (currentStock, committed, words) => {
    expect(said({ committed, row: { currentStock, status: 'out_of_stock' } })).toContain(words)
  })

  it('with an empty stock says nothing of it', () => {
    expect(said({ row: { currentStock: 0, status: 'out_of_stock' } })).not.toContain('owed')
  })
})

it('the page of a part says how many were sold in bundles', () => {
  const bundles = [{ variantId: 1, title: 'Box', quantity: 2 }]
  expect(inBundlesWords({ units30: 60, bundles })).toBe(
    'A part of 1 bundle, in which 60 units were sold in the last 30 days. The forecast counts them.',
  )
  expect(inBundlesWords({ units30: 0, bundles })).toMatch(/None was sold in them/)
})

it('an import says what became of its rows', () => {
  const words = (saved: number, unchanged: number, faulty: number) =>
    importWords({ saved, unchanged, faulty, faults: [] })
  expect(words(2, 0, 0)).toBe('2 recipes saved.')
  expect(words(0, 3, 1)).toBe(
    'No recipe was saved, 3 unchanged. 1 row has an error; its bundle stays as it was.',
  )
})

describe('a file of recipes', () => {
  const read = async (text: string) => {
    const answer = await readRecipeFile(new Blob([text]))
    if ('refused' in answer) return answer.refused
    const rows = answer.rows.map(({ line, bundle: of, part, quantity, makeDays = null }) =>
      [line, of, part, quantity, ...(makeDays === null ? [] : [makeDays])].join(' '),
    )
    return [...rows, ...answer.faults.map(({ line, reason }) => `${line}: ${reason}`)]
  }

  it.each([
    ['commas', 'Bundle SKU,Part SKU,Quantity\nBOX,MUG,2\nBOX,TEA,1\n'],
    ['semicolons and other names', 'Parent SKU;Component SKU;Qty\nBOX;MUG;2\nBOX;TEA;1\n'],
    ['a title above, and the bundle named once', 'Our kits\nBundle,Part,Units\nBOX,MUG,2\n,TEA,1\n'],
  ])('with %s is read', async (_, text) => {
    const rows = (await read(text)) as string[]
    expect(rows.map((row) => row.slice(row.indexOf(' ') + 1))).toEqual(['BOX MUG 2', 'BOX TEA 1'])
  })

  it('may say how many days it takes to make', async () => {
    expect(await read('bundle,part,qty,make days\nSET,TEA,3,5\n')).toEqual(['2 SET TEA 3 5'])
  })

  it('keeps a row that cannot be read, so that its bundle stays as it is', async () => {
    const rows = (await read('bundle,part,qty\nBOX,MUG,two\nBOX,TEA,\nBOX,CUP,1.5\n')) as string[]
    expect(rows.slice(0, 3)).toEqual(['2 BOX MUG 0', '3 BOX TEA 0', '4 BOX CUP 0'])
    expect(rows.slice(3)).toEqual([
      '2: The quantity “two” is not a whole number: enter a whole number from 1.',
      '3: The quantity is empty: enter a whole number from 1.',
      '4: The quantity “1.5” is not a whole number: enter a whole number from 1.',
    ])
  })

  it.each([
    ['sku,units\nMUG,2\n', 'The file needs the columns Bundle SKU, Part SKU and Quantity'],
    ['bundle,part,qty\n', 'The file has no row below its column names.'],
    ['bundle,part,qty\n"BOX,MUG,2\n', 'A quotation mark that opens in line 2 is never closed.'],
  ])('%j is refused with a reason', async (text, words) => {
    expect(await read(text)).toContain(words)
  })
})
