import { orderListQuerySchema, type ReportFigures } from '@stockcast/contract'
import type { Context } from '../../../kernel/verb-context.ts'
import { listLines, type OrderLine } from '../../order-list/list/list-lines.ts'
import { findWholeList, shownRows } from '../../order-list/list/whole-list.ts'
import { figuresOf, noteOf, sumKnown } from './figures-of.ts'

const query = orderListQuerySchema.parse({})

/** Returns the rows of the order list with a quantity, by supplier and then by the day to order. Costs are summed by currency. */
export async function orderFigures({ merchantId, tx, ...context }: Context<'clock'>): Promise<ReportFigures> {
  const whole = await findWholeList({ merchantId, tx, ...context }, query)
  const shown = shownRows(whole, query)
  const chosen = shown.filter(({ units }) => units > 0)
  const found = await listLines(tx, { merchantId, whole, chosen })
  // Rows come by the day to order, and the sort keeps that.
  const lines = found.toSorted((a, b) => compareNames(a.supplierName, b.supplierName))
  const costs = Map.groupBy(lines, ({ currency }) => currency)
  const withoutCost = lines.filter(({ costMinor }) => costMinor === null).length
  const drafted = shown.filter(
    ({ candidate: { due, variantId } }) => due === 'due' && whole.drafts.has(variantId),
  ).length
  return figuresOf({
    columns: [
      ['Product', 'text'],
      ['SKU', 'text'],
      ['Supplier', 'text'],
      ['Quantity', 'units'],
      ['Order by', 'day'],
      ['Unit cost', 'money'],
      ['Cost', 'money'],
      ['Currency', 'text'],
    ],
    rows: lines.map((line) => ({ id: line.variantId, cells: getCells(line) })),
    totals: [
      { label: 'Units', kind: 'units', value: lines.reduce((sum, { units }) => sum + units, 0) },
      ...[...costs].map(([currency, own]) => ({
        label: 'Cost',
        kind: 'money' as const,
        value: sumKnown(own.map(({ costMinor }) => costMinor)),
        currency,
      })),
    ],
    currency: whole.shop.currency,
    currencyColumn: 7,
    notes: noteOf(withoutCost, ['product has no known cost.', 'products have no known cost.']),
    drafted: noteOf(drafted, ['due product is in an unsent draft', 'due products are in unsent drafts'])[0],
  })
}

function getCells(line: OrderLine) {
  return [
    line.title,
    line.sku,
    line.supplierName,
    line.units,
    line.orderBy,
    line.unitCostMinor,
    line.costMinor,
    line.currency,
  ]
}

/** Products without a supplier come last. */
function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a.localeCompare(b, 'en')
}
