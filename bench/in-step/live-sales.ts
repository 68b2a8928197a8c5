import { setTimeout as sleep } from 'node:timers/promises'
import { productListSchema } from '../../packages/contract/src/index.ts'
import type { Merchant } from '../launch/merchant.ts'

const SALES = 100
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 20

/**
 * Measures, for each of 100 sales, the milliseconds until the products page shows the new stock. Returns them
 * sorted.
 */
export async function measureSales(
  merchant: Merchant,
  args: { sandboxUrl: string; shop: string },
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < SALES; n++) {
    const { rows } = await listed(merchant)
    const inStock = rows.filter((row) => (row.currentStock ?? 0) > 3)
    const row = inStock[n % inStock.length]
    if (!row) throw new Error('nothing left to sell')
    const start = performance.now()
    await sell(args, row.variantId)
    await waitForStock(merchant, { variantId: row.variantId, below: row.currentStock ?? 0 })
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

async function listed(merchant: Merchant, search = '') {
  return productListSchema.parse(await merchant.get(`/api/products?pageSize=200${search}`))
}

async function sell({ sandboxUrl, shop }: { sandboxUrl: string; shop: string }, variantId: number) {
  const response = await fetch(`${sandboxUrl}/api/shops/${shop}/sell`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ variantId: String(variantId), quantity: 1 }),
  })
  if (!response.ok) throw new Error(await response.text())
}

async function waitForStock(merchant: Merchant, wanted: { variantId: number; below: number }): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const { row } = (await merchant.get(`/api/products/${wanted.variantId}`)) as {
      row: { currentStock: number | null }
    }
    if ((row.currentStock ?? 0) < wanted.below) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`the sale of ${wanted.variantId} was not seen within ${PATIENCE_MS / 1000} s`)
}
