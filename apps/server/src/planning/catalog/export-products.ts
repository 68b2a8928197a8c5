import type { StockStatus } from '@stockcast/contract'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { GroupFilter } from '../../kernel/database/product-groups.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { csvRecord } from '../../providers/files/write-record.ts'
import { DAY_FORMAT, type SheetCell, writeWorkbook } from '../../providers/files/write-workbook.ts'
import { type ReportPart, type ReportPlace, readReportPart } from './queries.ts'
import { findShopDay } from './shop-day.ts'

/** The products of these groups; without any, the whole catalogue. */
type Asked = GroupFilter & { merchantId: number }

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

export async function* exportCsv(kernel: Pick<Kernel, 'db'>, asked: Asked): AsyncGenerator<string> {
  yield csvRecord(columns.slice(0, 6).map(({ head }) => ({ text: head })))
  for await (const part of readReport(kernel, asked)) {
    for (let start = 0; start < part.title.length; start += ROWS_PER_PIECE) {
      const end = Math.min(start + ROWS_PER_PIECE, part.title.length)
      let text = ''
      for (let row = start; row < end; row++) text += csvRecord(stockCells(part, row))
      yield text
    }
  }
}

/** Returns the report as a workbook, with what to order by when. */
export function exportWorkbook(kernel: Pick<Kernel, 'db'>, asked: Asked): ReadableStream<Uint8Array> {
  return writeWorkbook({ sheet: 'Inventory', columns, rows: workbookRows(kernel, asked) })
}

async function* workbookRows(kernel: Pick<Kernel, 'db'>, asked: Asked): AsyncGenerator<SheetCell[]> {
  for await (const part of readReport(kernel, asked)) {
    for (let row = 0; row < part.title.length; row++) {
      const order = [{ number: part.orderQuantity[row] ?? null }, { day: part.orderBy[row] ?? null }]
      yield [...stockCells(part, row), ...order]
    }
  }
}

/** Returns the first six cells of one row. Days are 999 where nothing sells (spec §4). */
function stockCells(part: ReportPart, row: number): ({ text: string | null } | { number: number | null })[] {
  return [
    { text: part.title[row] ?? null },
    { text: part.sku[row] ?? null },
    { number: part.available[row] ?? null },
    { number: Math.round((part.averageDailySales[row] ?? 0) * 100) / 100 },
    { number: part.daysUntilStockout[row] ?? null },
    { text: statusWords[part.status[row] ?? 'healthy'] },
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

/** Each further read sorts the rest of the catalogue again. */
const VARIANTS_PER_READ = 20_000
/** Takes some milliseconds, so that other requests are answered between two pieces. */
const ROWS_PER_PIECE = 2000

/** The same words as on screen. */
const statusWords: Record<StockStatus, string> = {
  out_of_stock: 'Out of stock',
  critical: 'Critical',
  warning: 'Low Stock',
  healthy: 'Healthy',
}

/** Reads what is asked for by title, in batches. */
async function* readReport(kernel: Pick<Kernel, 'db'>, asked: Asked): AsyncGenerator<ReportPart> {
  let after: ReportPlace | null = null
  do {
    const key = { ...asked, after, limit: VARIANTS_PER_READ }
    const part: ReportPart = await kernel.db.withTenant(asked.merchantId, (tx) => readReportPart(tx, key))
    yield part
    after = part.title.length < VARIANTS_PER_READ ? null : part.last
  } while (after !== null)
}
