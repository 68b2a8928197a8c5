import { type ProductList, type productQuerySchema, stockStatuses } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../calendar.ts'
import { paginate } from '../../database/paginate.ts'
import type { Context } from '../../verb-context.ts'
import { completeRows } from './product-row.ts'
import { countByStatus, countVariants, listVariantPage } from './queries.ts'
import { findShopDay } from './shop-day.ts'

export async function listProducts(
  context: Context<'clock'>,
  query: z.output<typeof productQuerySchema>,
): Promise<ProductList> {
  const { search, status, sort, order } = query
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const counts = countsOf(await countByStatus(tx, merchantId))
  const filter = { merchantId, search, status }
  const page = await paginate(query, {
    rows: (part) => listVariantPage(tx, { ...filter, sort, order, ...part }),
    total: async () => (search === '' ? counts[status] : countVariants(tx, filter)),
  })
  return {
    ...page,
    rows: await completeRows(tx, { merchantId, today: shop.today, rows: page.rows }),
    counts,
    today: dayFromEpoch(shop.today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
  }
}

function countsOf(counted: Awaited<ReturnType<typeof countByStatus>>): ProductList['counts'] {
  const counts = { all: 0, out_of_stock: 0, critical: 0, warning: 0, healthy: 0, off_sale: 0 }
  for (const status of [...stockStatuses, 'off_sale'] as const) {
    counts[status] = counted.get(status) ?? 0
    counts.all += counts[status]
  }
  return counts
}
