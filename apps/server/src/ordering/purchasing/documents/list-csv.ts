import { amountText, type PurchaseOrderRow } from '@stockcast/contract'
import { today as todayOf } from '../../../kernel/calendar.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { csvRecord } from '../../../providers/files/write-record.ts'
import { rowOnWire } from '../orders/get-order.ts'
import { type ListedOrder, listOrderRows } from '../orders/list-queries.ts'

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

const ORDERS_PER_READ = 2000

/** Writes all orders of a merchant as CSV, newest first. Each part is read in its own transaction. */
export async function* exportOrders(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  merchantId: number,
): AsyncGenerator<string> {
  yield csvRecord(columns.map((text) => ({ text })))
  let beforeId: number | undefined
  do {
    const rows: ListedOrder[] = await db.withTenant(merchantId, async (tx) => {
      const { timeZone } = await requireShopFacts(tx, merchantId)
      const today = todayOf(clock, timeZone)
      const filter = { merchantId, today, search: '', status: 'all' as const, beforeId }
      return listOrderRows(tx, filter, { limit: ORDERS_PER_READ, offset: 0 })
    })
    yield rows.map((row) => csvRecord(toCells(rowOnWire(row, () => null)))).join('')
    beforeId = rows.length < ORDERS_PER_READ ? undefined : rows.at(-1)?.id
  } while (beforeId !== undefined)
}

function toCells(row: PurchaseOrderRow) {
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
