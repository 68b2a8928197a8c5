import type { Trends, trendQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findShopDay } from '../catalog/shop-day.ts'
import { findTrendVariant } from './queries.ts'
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
