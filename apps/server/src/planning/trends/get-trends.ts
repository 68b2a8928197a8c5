import type { TrendProductList, Trends, trendProductQuerySchema, trendQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import { paginate } from '../../kernel/database/paginate.ts'
import { getGroups } from '../../kernel/database/product-groups.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findShopDay } from '../catalog/shop-day.ts'
import { countTrendProducts, findTrendVariant, listTrendProducts } from './queries.ts'
import { shopTrends } from './shop-trends.ts'
import { variantTrends } from './variant-trends.ts'

export async function getTrends(
  context: Context<'clock'>,
  { period, variantId }: z.output<typeof trendQuerySchema>,
): Promise<Trends> {
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const { today } = shop
  const head = {
    today: dayFromEpoch(today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
    period,
    currency: shop.currency,
  }
  if (variantId === undefined) {
    return { ...head, variant: null, ...(await shopTrends(tx, { merchantId, period, today })) }
  }
  const variant = await findTrendVariant(tx, { merchantId, variantId })
  if (!variant) throw new AppError('not_found', refusalTexts.unknownProduct)
  return {
    ...head,
    variant: {
      variantId,
      title: variant.title,
      sku: variant.sku,
      isTracked: variant.is_tracked,
      hasPrice: variant.price !== null,
    },
    ...(await variantTrends(tx, { merchantId, period, today, variant })),
  }
}

export async function listProductTrends(
  context: Context<'clock'>,
  query: z.output<typeof trendProductQuerySchema>,
): Promise<TrendProductList> {
  const { period, search, sort, order } = query
  const { merchantId, tx } = context
  const filter = { merchantId, period, search, ...getGroups(query) }
  const [shop, page] = await Promise.all([
    findShopDay(context),
    paginate(query, {
      rows: (part) => listTrendProducts(tx, { ...filter, sort, order, page: part }),
      total: () => countTrendProducts(tx, filter),
    }),
  ])
  return {
    ...page,
    period,
    today: dayFromEpoch(shop.today),
    currency: shop.currency,
  }
}
