import type { TrendProductList, trendProductQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import { paginate } from '../../kernel/database/paginate.ts'
import { getGroups } from '../../kernel/database/product-groups.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findShopDay } from '../catalog/shop-day.ts'
import { countTrendProducts, listTrendProducts } from './queries.ts'

export async function listProductTrends(
  context: Context<'clock'>,
  query: z.output<typeof trendProductQuerySchema>,
): Promise<TrendProductList> {
  const { period, search, sort, order } = query
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const filter = { merchantId, period, search, ...getGroups(query) }
  const page = await paginate(query, {
    rows: (part) => listTrendProducts(tx, { ...filter, sort, order, page: part }),
    total: () => countTrendProducts(tx, filter),
  })
  return {
    ...page,
    period,
    today: dayFromEpoch(shop.today),
    currency: shop.currency,
  }
}
