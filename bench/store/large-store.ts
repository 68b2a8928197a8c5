import { insistOn, print, quantile, spread, timed } from '../launch/figures.ts'
import type { Merchant } from '../launch/merchant.ts'
import type { Services } from '../launch/services.ts'

const READS_A_ROUND = 8

const READS: readonly { what: string; path: string; mostMs?: number }[] = [
  // What every request costs before it reads the catalogue: HTTP, the access token, a transaction.
  { what: 'session', path: '/api/session' },
  { what: 'products, first page', path: '/api/products?pageSize=100' },
  { what: 'products, page 50 by title', path: '/api/products?pageSize=100&page=50&sort=title' },
  { what: 'search', path: '/api/products?pageSize=100&search=coffee%2007', mostMs: 150 },
  { what: 'products with a tag', path: '/api/products?pageSize=100&tag=summer', mostMs: 300 },
  { what: 'settings per product', path: '/api/settings/variants?pageSize=100' },
  { what: 'dashboard', path: '/api/dashboard' },
  { what: 'trends, 90 days', path: '/api/trends?period=90', mostMs: 100 },
  { what: 'trends of a product, 90 days', path: '/api/trends?period=90&variantId=1', mostMs: 100 },
  { what: 'ranking, 90 days', path: '/api/trends/products?period=90&sort=change', mostMs: 100 },
  { what: 'CSV of all', path: '/api/products/export.csv', mostMs: 2000 },
  { what: 'XLSX of all', path: '/api/products/export.xlsx', mostMs: 2000 },
]

export async function readLargeStore(
  { database }: Services,
  { merchant, rounds }: { merchant: Merchant; rounds: number },
): Promise<void> {
  for (const { what, path, mostMs } of READS) {
    const [took, bare]: [number[], number[]] = [[], []]
    await merchant.read(path)
    for (let n = 0; n < (path.includes('export') ? rounds : rounds * READS_A_ROUND); n++) {
      const count = 'select count(*) from variants where merchant_id = $1'
      bare.push(await timed(() => database.rows(count, [merchant.id])))
      took.push(await timed(() => merchant.read(path)))
    }
    await database.rows('delete from limit_counts')
    print(what, `${spread(took)}; ${ratio(took, bare)}`)
    if (mostMs) insistOn(quantile(took, 0.95) <= mostMs, `${what}: p95 above ${mostMs} ms`)
  }
}

/** Returns how the medians of the work and of a bare count compare, as text. */
export function ratio(took: readonly number[], bare: readonly number[]): string {
  return `${(quantile(took, 0.5) / quantile(bare, 0.5)).toFixed(1)} × a bare count`
}
