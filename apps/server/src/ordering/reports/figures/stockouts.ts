import { boundedAmount, minorAmount, type ReportFigures } from '@stockcast/contract'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { listPastStockouts, USUAL_SALES_DAYS } from '../../../planning/index.ts'
import { figuresOf, noteOf, type ReportDays, sumKnown } from './figures-of.ts'

const basis = `Lost sales are those of a usual day less what was sold, for each day without stock, at today’s price. A usual day is the average of the days with stock in the ${USUAL_SALES_DAYS} days to the end of the month.`

/** Returns which products were out of stock on how many days of a month, and what they lost by it. */
export async function stockoutFigures(
  { merchantId, tx }: Context,
  { startsOn, endsOn }: ReportDays,
): Promise<ReportFigures> {
  const { currency } = await requireShopFacts(tx, merchantId)
  const found = await listPastStockouts(tx, { merchantId, from: startsOn, to: endsOn })
  const rows = found.map((row) => ({ ...row, lostMinor: getLost(row, currency) }))
  return figuresOf({
    columns: [
      ['Product', 'text'],
      ['SKU', 'text'],
      ['Days out of stock', 'days'],
      ['Days known', 'days'],
      ['Usual units a day', 'decimal'],
      ['Lost units', 'decimal'],
      ['Lost sales', 'money'],
    ],
    rows: rows.map((row) => ({
      id: row.variantId,
      cells: [row.title, row.sku, row.daysOut, row.daysKnown, row.usualUnits, row.lostUnits, row.lostMinor],
    })),
    totals: [
      {
        label: 'Days out of stock',
        kind: 'days',
        value: rows.reduce((sum, { daysOut }) => sum + daysOut, 0),
      },
      { label: 'Lost units', kind: 'decimal', value: sumKnown(rows.map(({ lostUnits }) => lostUnits)) },
      { label: 'Lost sales', kind: 'money', value: sumKnown(rows.map(({ lostMinor }) => lostMinor)) },
    ],
    currency,
    notes: [
      basis,
      ...noteOf(rows.filter(({ lostMinor }) => lostMinor === null).length, [
        'product has no known price, or no day with stock, so its lost sales are not known.',
        'products have no known price, or no day with stock, so their lost sales are not known.',
      ]),
    ],
  })
}

function getLost(
  { lostUnits, price }: { lostUnits: number | null; price: number | null },
  currency: string,
): number | null {
  return lostUnits === null || price === null ? null : boundedAmount(minorAmount(lostUnits * price, currency))
}
