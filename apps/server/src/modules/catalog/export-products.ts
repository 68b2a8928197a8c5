import type { StockStatus } from '@stockcast/contract'
import { dayFromEpoch } from '../../calendar.ts'
import { csvRecord } from '../../integrations/csv/index.ts'
import { DAY_FORMAT, type SheetCell, writeWorkbook } from '../../integrations/spreadsheet/index.ts'
import type { Kernel } from '../../kernel.ts'
import type { Context } from '../../verb-context.ts'
import { type ReportPart, type ReportPlace, readReportPart } from './queries.ts'
import { findShopDay } from './shop-day.ts'

/** The first six columns are the spec's and the only ones of the CSV file (checklist T-03). */
const columns = [
  { head: 'Product', width: 44 },
  { head: 'SKU', width: 20 },
  { head: 'Current Stock', width: 14 },
  { head: 'Avg Daily Sales', width: 16, format: '0.00' },
  { head: 'Days Until Stockout', width: 20 },
  { head: 'Status', width: 14 },
  { head: 'Order Quantity', width: 16 },
  { head: 'Order By', width: 12, format: DAY_FORMAT },
]

export async function* exportCsv(kernel: Pick<Kernel, 'db'>, merchantId: number): AsyncGenerator<string> {
  yield csvRecord(columns.slice(0, 6).map(({ head }) => ({ text: head })))
  for await (const rows of readReport(kernel, merchantId)) {
    yield rows.map((row) => csvRecord(stockCells(row))).join('')
  }
}

/** Returns the report as a workbook, with what to order by when. */
export function exportWorkbook(kernel: Pick<Kernel, 'db'>, merchantId: number): ReadableStream<Uint8Array> {
  return writeWorkbook({ sheet: 'Inventory', columns, rows: workbookRows(kernel, merchantId) })
}

async function* workbookRows(kernel: Pick<Kernel, 'db'>, merchantId: number): AsyncGenerator<SheetCell[]> {
  for await (const rows of readReport(kernel, merchantId)) {
    for (const row of rows) yield [...stockCells(row), { number: row.orderQuantity }, { day: row.orderBy }]
  }
}

function stockCells(row: ReportRow): ({ text: string | null } | { number: number | null })[] {
  return [
    { text: row.title },
    { text: row.sku },
    { number: row.currentStock },
    { number: row.averageDailySales },
    { number: row.daysUntilStockout },
    { text: row.status },
  ]
}

/** Returns a name with the shop's day, such as `inventory-2026-11-20.csv`. */
export async function exportFileName(
  context: Context<'clock'>,
  { report, ending }: { report: 'inventory' | 'excess-stock'; ending: 'csv' | 'xlsx' },
): Promise<string> {
  const shop = await findShopDay(context)
  return `${report}-${dayFromEpoch(shop.today)}.${ending}`
}

const VARIANTS_PER_READ = 4000

/** The same words as on screen. */
const statusWords: Record<StockStatus, string> = {
  out_of_stock: 'Out of stock',
  critical: 'Critical',
  warning: 'Low Stock',
  healthy: 'Healthy',
}

/** One line of the inventory report. Days are 999 where nothing sells (spec §4). */
interface ReportRow {
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
async function* readReport(kernel: Pick<Kernel, 'db'>, merchantId: number): AsyncGenerator<ReportRow[]> {
  let after: ReportPlace | null = null
  do {
    const key = { merchantId, after, limit: VARIANTS_PER_READ }
    const part: ReportPart = await kernel.db.withTenant(merchantId, (tx) => readReportPart(tx, key))
    if (part.last !== null) yield reportRows(part)
    after = part.title.length < VARIANTS_PER_READ ? null : part.last
  } while (after !== null)
}

function reportRows(part: ReportPart): ReportRow[] {
  return part.title.map((title, i) => ({
    title,
    sku: part.sku[i] ?? null,
    currentStock: part.available[i] ?? null,
    averageDailySales: Math.round((part.averageDailySales[i] ?? 0) * 100) / 100,
    daysUntilStockout: part.daysUntilStockout[i] ?? null,
    status: statusWords[part.status[i] ?? 'healthy'],
    orderQuantity: part.orderQuantity[i] ?? null,
    orderBy: part.orderBy[i] ?? null,
  }))
}
