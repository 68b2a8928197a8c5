import type { PurchaseOrderRow } from '@stockcast/contract'
import { today as todayOf } from '../../../calendar.ts'
import { csvRecord } from '../../../integrations/csv/index.ts'
import { requireShopFacts } from '../../../shop-facts/queries.ts'
import type { Context } from '../../../verb-context.ts'
import { rowOnWire } from '../orders/get-order.ts'
import { listOrderRows } from '../orders/list-queries.ts'
import { amountText } from './order-csv.ts'

const MOST_ROWS = 100_000

const columns = [
  'Order',
  'State',
  'Supplier',
  'Ordered on',
  'Expected on',
  'Late',
  'Lines',
  'Units',
  'Units to come',
  'Total',
  'Currency',
]

/** Returns all orders of a merchant as CSV, newest first. */
export async function ordersCsv({ clock, merchantId, tx }: Context<'clock'>): Promise<string> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const filter = { merchantId, today: todayOf(clock, timeZone), search: '', status: 'all' as const }
  const rows = await listOrderRows(tx, filter, { limit: MOST_ROWS, offset: 0 })
  const lines = rows.map((row) => csvRecord(cellsOf(rowOnWire(row))))
  return [csvRecord(columns.map((text) => ({ text }))), ...lines].join('')
}

function cellsOf(row: PurchaseOrderRow) {
  return [
    { text: row.number },
    { text: row.status },
    { text: row.supplierName },
    { text: row.orderedOn },
    { text: row.expectedOn },
    { text: row.isLate ? 'yes' : 'no' },
    { number: row.lines },
    { number: row.units },
    { number: row.remaining },
    { text: row.totalMinor === null ? null : amountText(row.totalMinor, row.currency) },
    { text: row.currency },
  ]
}
