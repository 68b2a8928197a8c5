import type { Database } from '../launch/database.ts'
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
  const count = 'select count(*) from variants where merchant_id = $1'
  for (const { what, path, mostMs } of READS) {
    await merchant.read(path)
    const times = path.includes('export') ? rounds : rounds * READS_A_ROUND
    await readBesideCount(database, merchant, { what, count, paths: [path], rounds: times, mostMs })
  }
}

/** Reads these paths in each round after a bare count, and judges the 95th percentile. */
export async function readBesideCount(
  database: Database,
  merchant: Merchant,
  reads: {
    what: string
    count: string
    paths: readonly string[]
    rounds: number
    mostMs: number | undefined
  },
): Promise<void> {
  const { what, count, paths, rounds, mostMs = Number.POSITIVE_INFINITY } = reads
  const [took, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await database.rows('delete from limit_counts')
    bare.push(await timed(() => database.rows(count, [merchant.id])))
    for (const path of paths) took.push(await timed(() => merchant.read(path)))
  }
  const ratio = quantile(took, 0.5) / quantile(bare, 0.5)
  print(what, `${spread(took)}; ${ratio.toFixed(1)} × a bare count`)
  insistOn(quantile(took, 0.95) <= mostMs, `${what}: p95 above ${mostMs} ms`)
}
