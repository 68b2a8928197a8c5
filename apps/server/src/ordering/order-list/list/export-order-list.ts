import { majorAmount } from '@stockcast/contract'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { listPlacedVariants } from '../../../planning/index.ts'
import { csvRecord } from '../../../providers/files/write-record.ts'
import { getCostMinor, unitCostMinorAt } from '../plans/order-plan.ts'
import { getPrices, type ListQuery, listProducts } from './list-queries.ts'
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
  const shown = shownRows(whole, query)
  const variantIds = shown.map(({ candidate }) => candidate.variantId)
  const products = new Map(
    (await listProducts(tx, { merchantId, variantIds })).map((row) => [row.variant_id, row]),
  )
  const { location } = query
  const isPart = location !== undefined && whole.quantitiesFor === 'location'
  const places = isPart ? await listPlacedVariants(tx, { merchantId, variantIds, location }) : []
  const placed = new Map(places.map((place) => [place.variantId, place]))
  const lines = shown.flatMap((one) => {
    const { candidate, units } = one
    const product = products.get(candidate.variantId)
    if (!product) return []
    const stock = placed.get(candidate.variantId) ?? product
    const supplier = whole.suppliers.get(candidate.supplierId ?? 0)
    const currency = supplier?.currency ?? whole.shop.currency
    const prices = getPrices(candidate, { product, currency: whole.shop.currency })
    const amount = (minor: number | null) => ({
      number: minor === null ? null : majorAmount(minor, currency),
    })
    return csvRecord([
      { text: product.title },
      { text: product.sku },
      { text: supplier?.name ?? null },
      { text: candidate.orderBy },
      { number: units },
      { number: product.pack_size },
      { text: currency },
      amount(unitCostMinorAt(prices, units)),
      amount(getCostMinor(prices, units)),
      { number: stock.available },
      { number: stock.incoming },
    ])
  })
  const fileName = `what-to-order-${dayFromEpoch(whole.shop.today)}.csv`
  return { fileName, content: [csvRecord(HEADER.map((text) => ({ text }))), ...lines].join('') }
}
