import type { TrendProduct, trendProductQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { csvRecord } from '../../providers/files/write-record.ts'
import { findShopDay } from '../catalog/shop-day.ts'
import { listTrendProducts } from './queries.ts'

const columns = [
  'Product',
  'SKU',
  'Units Sold',
  'Units Sold Before',
  'Days of Cover',
  'Days Out of Stock',
  'Days Known',
  'Expected Lost Sales',
]

/**
 * Returns all matching products in the order of the screen as `trends-30-days-2026-11-20.csv`, by the shop's
 * day.
 */
export async function exportProductTrends(
  context: Context<'clock'>,
  query: z.output<typeof trendProductQuerySchema>,
): Promise<{ fileName: string; content: string }> {
  const { period } = query
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const rows = await listTrendProducts(tx, { ...query, merchantId, page: null })
  const heads = csvRecord(columns.map((text) => ({ text })))
  return {
    fileName: `trends-${period}-days-${dayFromEpoch(shop.today)}.csv`,
    content: heads + rows.map(getRecord).join(''),
  }
}

const hundredths = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

function getRecord(row: TrendProduct): string {
  return csvRecord([
    { text: row.title },
    { text: row.sku },
    { number: row.unitsSold },
    { number: row.unitsSoldBefore },
    { number: hundredths(row.daysOfCover) },
    { number: row.daysKnown > 0 ? row.daysOutOfStock : null },
    { number: row.daysKnown },
    { number: hundredths(row.expectedLostSales) },
  ])
}
