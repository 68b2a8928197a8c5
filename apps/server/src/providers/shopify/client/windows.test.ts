import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page, PageStart } from './pages.ts'
import { pagesInWindows } from './windows.ts'

const MAX_LISTED = 25
const WINDOW = 20

/** Returns a listing as Shopify does: by id, and not one row beyond its limit. */
function getListing(ids: readonly number[], first: number) {
  const queries: (string | undefined)[] = []
  const read = async ({ after, query }: PageStart): Promise<Page<{ id: number }>> => {
    queries.push(query)
    const above = Number(/id:>(\d+)/.exec(query ?? '')?.[1] ?? 0)
    const listed = ids.filter((id) => id > above)
    const from = Number(after ?? 0)
    if (from >= MAX_LISTED) throw new Error('beyond the end of a listing')
    const nodes = listed.slice(from, from + first).map((id) => ({ id }))
    return { nodes, next: from + first < listed.length ? String(from + first) : null }
  }
  return { read, queries }
}

async function getIds(pages: AsyncGenerator<{ id: number }[]>): Promise<number[]> {
  const ids: number[] = []
  for await (const page of pages) ids.push(...page.map((node) => node.id))
  return ids
}

describe('a listing that is longer than Shopify returns', () => {
  it('is read as a whole, each row once, in windows above the last id', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { maxLength: 120 }),
        fc.integer({ min: 1, max: 5 }),
        async (unsorted, first) => {
          const ids = unsorted.sort((a, b) => a - b)
          const { read } = getListing(ids, first)
          expect(await getIds(pagesInWindows(read, { windowRows: WINDOW }))).toEqual(ids)
        },
      ),
    )
  })

  it('keeps its other search terms in every window', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => n + 1)
    const { read, queries } = getListing(ids, 5)
    await getIds(pagesInWindows(read, { search: "updated_at:>='2026-11-20T00:00:00Z'", windowRows: WINDOW }))
    expect(new Set(queries)).toEqual(
      new Set(["updated_at:>='2026-11-20T00:00:00Z'", "updated_at:>='2026-11-20T00:00:00Z' AND id:>20"]),
    )
  })

  it('that is not sorted by id is not split, because rows would be lost', async () => {
    const ids = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    const read = async ({ after }: PageStart) => {
      const from = Number(after ?? 0)
      const nodes = ids.slice(from, from + 3).map((id) => ({ id }))
      return { nodes, next: from + 3 < ids.length ? String(from + 3) : null }
    }
    expect(await getIds(pagesInWindows(read, { windowRows: 4 }))).toEqual(ids)
  })
})
