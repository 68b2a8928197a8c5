import { expect, it } from 'vitest'
import { paginate } from './paginate.ts'

const all = Array.from({ length: 25 }, (_, i) => i)
const read = {
  rows: async ({ limit, offset }: { limit: number; offset: number }) => all.slice(offset, offset + limit),
  total: async () => all.length,
}

it('the pages of a list have every row once, and a page after the end has none', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => paginate({ page, pageSize: 10 }, read)))
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all)
  expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 5, 0])
  expect(pages[3]).toEqual({ rows: [], total: 25, page: 4, pageSize: 10 })
})
