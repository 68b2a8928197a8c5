import type { Import, ImportKind } from '@stockcast/contract'
import { formatDayRange } from '../format/days.ts'
import { formatCount, formatUnits } from '../format/numbers.ts'

export const kindLabels: Record<ImportKind, string> = { products: 'Products and stock', sales: 'Sales' }

export const kindHints: Record<ImportKind, string> = {
  products:
    'Needs the columns product, sku and stock. Also reads variant, vendor, price, location, incoming and tracked. Product and inventory exports of Shopify work as they are.',
  sales:
    'Needs the columns sku, day and units, or sku and one column per day. The orders export of Shopify works as it is; buyer data is not stored.',
}

export const storeOnlySales =
  'Products and stock come from your Shopify store. Here you can add sales from before its first order.'

const layoutLabels: Record<NonNullable<Import['layout']>, string> = {
  products: 'Products and stock',
  shopify_products: 'Shopify products export',
  shopify_inventory: 'Shopify inventory export',
  sales_rows: 'Sales by SKU and day',
  sales_days: 'Sales, one column per day',
  shopify_orders: 'Shopify orders export',
}

export function layoutWords(layout: Import['layout']): string {
  return layout === null ? 'Unknown columns' : layoutLabels[layout]
}

/** Returns what importing the file would do, one sentence each. */
export function totalsWords({ kind, totals }: Pick<Import, 'kind' | 'totals'>): string[] {
  const { rows, rowsLeftOut, skus, units, returned, days, firstDay, lastDay } = totals
  const size = `${formatCount(rows - rowsLeftOut, 'row')}, ${formatCount(skus, 'SKU')}, ${formatCount(units, 'unit')}.`
  if (kind === 'products') {
    const same = skus - totals.newSkus - totals.changedSkus
    const changes = `${formatUnits(totals.newSkus)} new, ${formatUnits(totals.changedSkus)} changed, ${formatUnits(same)} unchanged.`
    return [size, changes]
  }
  const range = firstDay !== null && lastDay !== null ? formatDayRange(firstDay, lastDay) : null
  return [
    size,
    ...(range === null
      ? []
      : [`${formatCount(days, 'day')}, ${range}. Earlier imports of these days are replaced.`]),
    ...(returned === 0
      ? []
      : [
          `${formatCount(returned, 'unit')} that came back ${returned === 1 ? 'is' : 'are'} left out, and the sales stay.`,
        ]),
    ...(totals.unknownSkus === 0
      ? []
      : [`${formatCount(totals.unknownSkus, 'SKU has', 'SKUs have')} no matching product yet.`]),
  ]
}

export const workWords: Partial<Record<Import['status'], string>> = {
  uploaded: 'Waiting to be checked',
  checking: 'Checking every row',
  applying: 'Importing',
}

/** Returns what the button does: how many rows it imports, and how many it leaves out. */
export function importWords({ totals }: Pick<Import, 'totals'>): string {
  const { rows, rowsLeftOut } = totals
  const imported = `Import ${formatCount(rows - rowsLeftOut, 'row')}`
  return rowsLeftOut === 0 ? imported : `${imported}, ${formatUnits(rowsLeftOut)} left out`
}
