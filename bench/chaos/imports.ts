import { setTimeout as sleep } from 'node:timers/promises'
import { type Import, importSchema } from '../../packages/contract/src/index.ts'
import type { Database } from '../launch/database.ts'
import type { Merchant } from '../launch/merchant.ts'
import { skuOf } from '../store/sales-rows.ts'
import { insist, insistOnChange, type Work } from './work.ts'

const SKUS = 20
const DAYS_A_FILE = 3
const FILES = 300
const DAY_MS = 86_400_000
const POLL_MS = 200

/** Uploads and applies files of sales, each for different days, as a merchant without a store. */
export async function importing(merchant: Merchant, database: Database): Promise<Work> {
  const items = Array.from({ length: SKUS }, (_, n) => ({
    sku: skuOf(n),
    product: `Product ${n}`,
    stock: 100,
  }))
  await insist(() => merchant.put('/api/inventory', { items }))
  const expected = new Set<string>()
  const faults: string[] = []
  let file = 0
  return {
    name: 'imports',
    doOne: async () => {
      if (file === FILES) return
      const rows = rowsOf(file++)
      const applied = await importRows(merchant, rows)
      if (applied.status !== 'applied') faults.push(`an import became ${applied.status}: ${applied.message}`)
      else for (const row of rows) expected.add(row)
    },
    judge: async () => {
      const found = await database.rows<{ row: string }>(
        `select v.sku || ',' || s.day::text || ',' || s.units_sold as row
         from sales_daily s join variants v using (merchant_id, variant_id)
         where s.merchant_id = $1 and s.units_sold > 0`,
        [merchant.id],
      )
      const here = found.map(({ row }) => row)
      const missing = [...expected].filter((row) => !here.includes(row))
      const surplus = here.filter((row) => !expected.has(row))
      console.log(`imports      ${expected.size} rows acknowledged, ${here.length} stored`)
      if (missing.length > 0)
        faults.push(`${missing.length} imported rows are missing, such as ${missing[0]}`)
      if (surplus.length > 0) faults.push(`${surplus.length} rows were never imported, such as ${surplus[0]}`)
      if (here.length !== new Set(here).size) faults.push('imported rows are there twice')
      return faults
    },
  }
}

function rowsOf(file: number): string[] {
  const end = Math.floor(Date.now() / DAY_MS)
  return Array.from({ length: SKUS * DAYS_A_FILE }, (_, n) => {
    const day = end - 1 - file * DAYS_A_FILE - Math.floor(n / SKUS)
    const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
    return `${skuOf(n % SKUS)},${text},${((n * 7 + day) % 11) + 1}`
  })
}

async function importRows(merchant: Merchant, rows: readonly string[]): Promise<Import> {
  const text = `sku,day,units\n${rows.join('\n')}\n`
  const body = () => ReadableStream.from([new TextEncoder().encode(text)])
  const { id } = importSchema.parse(await insist(() => merchant.upload('/api/imports?kind=sales', body())))
  const checked = await follow(merchant, id)
  if (checked.status !== 'ready') return checked
  await insistOnChange(() => merchant.post(`/api/imports/${id}/apply`, {}))
  return follow(merchant, id, ['ready'])
}

/** Waits until the import is no longer in progress. */
async function follow(merchant: Merchant, id: number, passing: readonly string[] = []): Promise<Import> {
  for (;;) {
    const current = importSchema.parse(await insist(() => merchant.get(`/api/imports/${id}`)))
    if (!['uploaded', 'checking', 'applying', ...passing].includes(current.status)) return current
    await sleep(POLL_MS)
  }
}
