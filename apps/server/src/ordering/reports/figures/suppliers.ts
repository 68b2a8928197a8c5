import { type ReportFigures, type SupplierRow, supplierQuerySchema } from '@stockcast/contract'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { listSuppliers } from '../../suppliers/list-suppliers.ts'
import { figuresOf } from './figures-of.ts'

/** As many suppliers as a shop may have. */
const query = { ...supplierQuerySchema.parse({}), pageSize: 2000 }

const basis =
  'Orders of the last 365 days. Shares and lead times are shown once three orders of a supplier are finished.'

/** Returns the scores of the suppliers with orders, by name, as their list has them. */
export async function supplierFigures(context: Context<'clock'>): Promise<ReportFigures> {
  const { currency } = await requireShopFacts(context.tx, context.merchantId)
  const listed = await listSuppliers(context, query)
  const rows = listed.rows.filter(({ score, openOrders }) => score.orders > 0 || openOrders > 0)
  return figuresOf({
    columns: [
      ['Supplier', 'text'],
      ['Finished orders', 'units'],
      ['On time', 'share'],
      ['Delivered', 'share'],
      ['Rejected', 'share'],
      ['Usual lead time', 'days'],
      ['9 of 10 within', 'days'],
      ['Open orders', 'units'],
      ['Late orders', 'units'],
      ['Late value', 'money'],
      ['Currency', 'text'],
    ],
    rows: rows.map((row) => ({ id: row.id, cells: getCells(row) })),
    totals: [
      { label: 'Open orders', kind: 'units', value: rows.reduce((sum, row) => sum + row.openOrders, 0) },
      { label: 'Late orders', kind: 'units', value: rows.reduce((sum, row) => sum + row.lateOrders, 0) },
    ],
    currency,
    currencyColumn: 10,
    notes: [basis],
  })
}

function getCells({ name, score, openOrders, lateOrders, currency }: SupplierRow) {
  return [
    name,
    score.orders,
    score.onTimeRatio,
    score.fillRatio,
    score.rejectedRatio,
    score.leadTimeMedianDays,
    score.leadTimeP90Days,
    openOrders,
    lateOrders,
    score.lateValueMinor,
    currency,
  ]
}
