import type { StockStatus } from '@stockcast/contract'
import { dayFromEpoch } from '../../calendar.ts'
import type { Kernel } from '../../kernel.ts'
import { csvRecord } from './csv.ts'
import { listVariantsAfter, type VariantRow } from './queries.ts'
import { findShopDay } from './shop-day.ts'

const variantsPerRead = 1000

const columns = ['Product', 'SKU', 'Current Stock', 'Avg Daily Sales', 'Days Until Stockout', 'Status']

/** As on screen. */
const statusWords: Record<StockStatus, string> = {
  out_of_stock: 'Out of stock',
  critical: 'Critical',
  warning: 'Low Stock',
  healthy: 'Healthy',
}

/** The whole catalogue by title, read and sent in parts. Days are 999 where nothing sells (spec §4). */
export async function* exportProducts(
  kernel: Pick<Kernel, 'db'>,
  merchantId: number,
): AsyncGenerator<string> {
  yield csvRecord(columns.map((text) => ({ text })))
  let after: { title: string; variantId: number } | null = null
  while (true) {
    const key = { merchantId, after, limit: variantsPerRead }
    const rows: VariantRow[] = await kernel.db.withTenant(merchantId, (tx) => listVariantsAfter(tx, key))
    if (rows.length > 0) yield rows.map(recordOf).join('')
    const last = rows.at(-1)
    if (!last || rows.length < variantsPerRead) return
    after = { title: last.title, variantId: last.variant_id }
  }
}

/** `inventory-2026-11-20.csv`, by the shop's day. */
export async function exportFileName(
  kernel: Pick<Kernel, 'db' | 'clock'>,
  merchantId: number,
): Promise<string> {
  const shop = await kernel.db.withTenant(merchantId, (tx) => findShopDay(kernel, tx, merchantId))
  return `inventory-${dayFromEpoch(shop.today)}.csv`
}

function recordOf(row: VariantRow): string {
  return csvRecord([
    { text: row.title },
    { text: row.sku },
    { number: row.available },
    { number: Math.round((row.average_daily_sales ?? 0) * 100) / 100 },
    { number: row.days_until_stockout },
    { text: statusWords[row.status ?? 'healthy'] },
  ])
}
