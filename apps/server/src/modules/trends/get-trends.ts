import type { Trends, trendQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../calendar.ts'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { findShopDay } from '../catalog/index.ts'
import { findTrendVariant } from './queries.ts'
import { shopTrends } from './shop-trends.ts'
import { variantTrends } from './variant-trends.ts'

export async function getTrends(
  kernel: Pick<Kernel, 'db' | 'clock'>,
  args: { merchantId: number; query: z.output<typeof trendQuerySchema> },
): Promise<Trends> {
  const { merchantId, query } = args
  const { period, variantId } = query
  return kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await findShopDay(kernel, tx, merchantId)
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
    if (!variant) throw new AppError('not_found', 'This product does not exist.')
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
  })
}
