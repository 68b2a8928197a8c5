import {
  type ProductList,
  type ProductRow,
  productFilters,
  productListSchema,
  productSorts,
} from '@stockcast/contract'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type VariantSeed, withTestApp } from '../../testing/index.ts'

const app = withTestApp()

const MAX = 500
const statuses = ['active', 'active', 'active', 'archived', 'draft'] as const

/** Has equal titles and stocks, products off sale, and some without a SKU or a tracked stock. */
const seeds: VariantSeed[] = Array.from({ length: 36 }, (_, i) => ({
  title: `${['Bag', 'bowl', 'Cup'][i % 3]} ${i % 5}`,
  sku: i % 7 === 0 ? null : `${i % 2 ? 'Sku' : 'sKU'}-${i % 4}`,
  sales: Array.from({ length: 40 }, () => i % 4),
  available: (i * 31) % 9 === 0 ? 0 : (i * 31) % 90,
  isTracked: i % 11 !== 0,
  status: statuses[i % statuses.length]!,
}))

async function shop() {
  const { refresh, request } = await app.openShop(seeds)
  const list = async (query: Record<string, string | number>): Promise<ProductList> => {
    const asked = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
    )
    return productListSchema.parse(await (await request(`/api/products?${asked}`)).json())
  }
  return { refresh, list }
}

function fits(row: ProductRow, { status, search }: { status: string; search: string }): boolean {
  const isOffSale = row.saleStatus === 'archived' || row.saleStatus === 'draft'
  const shown = isOffSale ? 'off_sale' : row.status
  const texts = [row.title, row.sku ?? ''].map((text) => text.toLowerCase())
  return (status === 'all' || status === shown) && texts.some((text) => text.includes(search.toLowerCase()))
}

const queries = fc.record({
  sort: fc.constantFrom(...productSorts),
  order: fc.constantFrom('asc', 'desc'),
  status: fc.constantFrom(...productFilters),
  search: fc.constantFrom('', '', 'B', 'cup', 'sku-1', 'sKu-', 'nothing'),
  pageSize: fc.integer({ min: 1, max: 40 }),
})

it.each(['before', 'after'])(
  'T-01 page after page is the whole list, for each filter and order, %s stock is projected',
  async (when) => {
    const { refresh, list } = await shop()
    if (when === 'after') await refresh()
    const all = (await list({ pageSize: MAX })).rows
    await inCasesAsync(12, queries, async ({ pageSize, ...query }) => {
      const whole = await list({ ...query, pageSize: MAX })
      const rows: ProductRow[] = []
      for (let page = 1; rows.length < whole.rows.length; page++) {
        const part = await list({ ...query, pageSize, page })
        expect(part.total).toBe(whole.rows.length)
        expect(part.rows.length).toBe(Math.min(pageSize, whole.rows.length - rows.length))
        rows.push(...part.rows)
      }
      expect(rows).toEqual(whole.rows)
      const ids = (those: readonly ProductRow[]) => those.map(({ variantId }) => variantId).sort()
      expect(ids(rows)).toEqual(ids(all.filter((row) => fits(row, query))))
    })
  },
)
