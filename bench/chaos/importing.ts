import type { Import } from '../../packages/contract/src/index.ts'
import type { Database } from '../launch/database.ts'
import { insist, print, until } from '../launch/figures.ts'
import type { Merchant } from '../launch/merchant.ts'

const SKUS = 20
const DAY_MS = 86_400_000

/** Uploads and applies files of sales, each for another day, as a merchant without a store. */
export async function importing(merchant: Merchant, database: Database) {
  const skus = Array.from({ length: SKUS }, (_, n) => `SKU-${n}`)
  const items = skus.map((sku) => ({ sku, product: sku, stock: 100 }))
  await merchant.put('/api/inventory', { items })
  const expected: string[] = []
  return {
    name: 'imports',
    doOne: async () => {
      const files = expected.length / SKUS
      const day = new Date(Date.now() - (files + 1) * DAY_MS).toISOString().slice(0, 10)
      const rows = skus.map((sku, n) => `${sku},${day},${((n * 7 + files) % 11) + 1}`)
      await importRows(merchant, rows)
      expected.push(...rows)
    },
    judge: async () => {
      const found = await database.rows<{ row: string }>(
        `select v.sku || ',' || s.day::text || ',' || s.units_sold as row
         from sales_daily s join variants v using (merchant_id, variant_id)
         where s.merchant_id = $1 and s.units_sold > 0`,
        [merchant.id],
      )
      print('imported rows', `${expected.length} acknowledged, ${found.length} stored`)
      const stored = found.map(({ row }) => row)
      const isEqual = stored.sort().join() === expected.sort().join()
      return isEqual ? [] : ['the imported rows differ from those that were acknowledged']
    },
  }
}

async function importRows(merchant: Merchant, rows: readonly string[]): Promise<void> {
  const file = new Blob([`sku,day,units\n${rows.join('\n')}\n`])
  const { id } = await insist(() => merchant.upload<Import>('/api/imports?kind=sales', file))
  await until('an applied import', async () => {
    const { status } = await merchant.get<Import>(`/api/imports/${id}`)
    // The first request may have been lost, or done without its answer.
    if (status === 'ready') await merchant.post(`/api/imports/${id}/apply`, {})
    return status === 'applied'
  })
}
