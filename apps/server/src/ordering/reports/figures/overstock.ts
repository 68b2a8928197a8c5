import { excessQuerySchema, MAX_COVER_SHOWN, OVER_A_YEAR, type ReportFigures } from '@stockcast/contract'
import type { Context } from '../../../kernel/verb-context.ts'
import { listExcess } from '../../../planning/index.ts'
import { figuresOf, noteOf } from './figures-of.ts'

const query = { ...excessQuerySchema.parse({}), pageSize: 1_000_000 }

/** Returns the overstock and the dead stock with the figures of the excess stock list, the most valuable first. */
export async function overstockFigures(context: Context<'clock'>): Promise<ReportFigures> {
  const { rows, totals, counts, currency } = await listExcess(context, query)
  return figuresOf({
    columns: [
      ['Product', 'text'],
      ['SKU', 'text'],
      ['Kind', 'text'],
      ['In stock', 'units'],
      ['Too many', 'units'],
      ['Days of cover', 'days'],
      ['Last sold', 'day'],
      ['Unit cost', 'money'],
      ['Value', 'money'],
    ],
    rows: rows.map((row) => ({
      id: row.variantId,
      cells: [
        row.title,
        row.sku,
        row.kind === 'dead' ? 'Dead stock' : 'Overstock',
        row.available,
        row.excessUnits,
        row.daysOfCover === null ? null : coverFigure(row.daysOfCover),
        row.lastSoldOn,
        row.unitCostMinor,
        row.excessValueMinor,
      ],
    })),
    totals: [
      { label: 'Overstock', kind: 'money', value: totals.overstockMinor },
      { label: 'Dead stock', kind: 'money', value: totals.deadMinor },
      { label: 'Products with dead stock', kind: 'units', value: counts.dead },
      { label: 'All stock at cost', kind: 'money', value: totals.inventoryMinor },
    ],
    currency,
    notes: noteOf(totals.rowsWithoutCost, [
      'product has no known cost, so its stock is worth more than the sums say.',
      'products have no known cost, so the stock is worth more than the sums say.',
    ]),
  })
}

function coverFigure(days: number): number | string {
  return days > MAX_COVER_SHOWN ? OVER_A_YEAR : Math.floor(days)
}
