import type { StockStatus } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { listVariantsAfter, type VariantRow } from './queries.ts'

const VARIANTS_PER_READ = 1000

/** The same words as on screen. */
const statusWords: Record<StockStatus, string> = {
  out_of_stock: 'Out of stock',
  critical: 'Critical',
  warning: 'Low Stock',
  healthy: 'Healthy',
}

/** One line of the inventory report. Days are 999 where nothing sells (spec §4). */
export interface ReportRow {
  title: string
  sku: string | null
  currentStock: number | null
  averageDailySales: number
  daysUntilStockout: number | null
  status: string
  orderQuantity: number | null
  orderBy: string | null
}

/** Reads the whole catalogue by title, in batches. */
export async function* readReport(
  kernel: Pick<Kernel, 'db'>,
  merchantId: number,
): AsyncGenerator<ReportRow[]> {
  let after: { titleKey: string; variantId: number } | null = null
  while (true) {
    const key = { merchantId, after, limit: VARIANTS_PER_READ }
    const rows: VariantRow[] = await kernel.db.withTenant(merchantId, (tx) => listVariantsAfter(tx, key))
    if (rows.length > 0) yield rows.map(reportRow)
    const last = rows.at(-1)
    if (!last || rows.length < VARIANTS_PER_READ) return
    after = { titleKey: last.title_key, variantId: last.variant_id }
  }
}

function reportRow(row: VariantRow): ReportRow {
  return {
    title: row.title,
    sku: row.sku,
    currentStock: row.available,
    averageDailySales: Math.round((row.average_daily_sales ?? 0) * 100) / 100,
    daysUntilStockout: row.days_until_stockout,
    status: statusWords[row.status ?? 'healthy'],
    orderQuantity: row.order_quantity,
    orderBy: row.order_by,
  }
}
