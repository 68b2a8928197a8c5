import { majorAmount } from '@stockcast/contract'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { listPlacedVariants } from '../../../planning/index.ts'
import { csvRecord } from '../../../providers/files/write-record.ts'
import { listLines } from './list-lines.ts'
import type { ListQuery } from './list-queries.ts'
import { findWholeList, shownRows } from './whole-list.ts'

const HEADER = [
  'Product',
  'SKU',
  'Supplier',
  'Order by',
  'Quantity',
  'Pack size',
  'Currency',
  'Unit cost',
  'Cost',
  'Available',
  'On the way',
]

/** Returns the whole list as CSV, in the order of the query. */
export async function exportOrderList(
  context: Context<'clock'>,
  query: ListQuery,
): Promise<{ fileName: string; content: string }> {
  const { merchantId, tx } = context
  const whole = await findWholeList(context, query)
  const lines = await listLines(tx, { merchantId, whole, chosen: shownRows(whole, query) })
  const variantIds = lines.map(({ variantId }) => variantId)
  const { location } = query
  const isPart = location !== undefined && whole.quantitiesFor === 'location'
  const places = isPart ? await listPlacedVariants(tx, { merchantId, variantIds, location }) : []
  const placed = new Map(places.map((place) => [place.variantId, place]))
  const records = lines.map((line) => {
    const stock = placed.get(line.variantId) ?? line
    const amount = (minor: number | null) => ({
      number: minor === null ? null : majorAmount(minor, line.currency),
    })
    return csvRecord([
      { text: line.title },
      { text: line.sku },
      { text: line.supplierName },
      { text: line.orderBy },
      { number: line.units },
      { number: line.packSize },
      { text: line.currency },
      amount(line.unitCostMinor),
      amount(line.costMinor),
      { number: stock.available },
      { number: stock.incoming },
    ])
  })
  const fileName = `what-to-order-${dayFromEpoch(whole.shop.today)}.csv`
  return { fileName, content: [csvRecord(HEADER.map((text) => ({ text }))), ...records].join('') }
}
