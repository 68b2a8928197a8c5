import type { ProductDetail } from '@stockcast/contract'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { listOrdering } from '../../kernel/database/ordering.ts'
import { findShopMoney } from '../../kernel/database/variant-costs.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findBundle, findInBundles } from '../bundles/get-bundle.ts'
import { listNotInStore } from '../incoming/not-in-store-queries.ts'
import { listStockByLocation, listTransfersOf } from '../locations/listed-queries.ts'
import { hasOverrides } from '../overrides/list-queries.ts'
import { addCosts } from './add-costs.ts'
import { listCosts } from './cost-queries.ts'
import { listRecentDays } from './days/queries.ts'
import { findMove } from './explanation/find-move.ts'
import { findGroupsOf } from './group-queries.ts'
import { arrivalsOnWire, forecastDetail, listPlannings, type Planning } from './planning.ts'
import { listShownVariants } from './product-row.ts'
import { findShopDay } from './shop-day.ts'

const HISTORY_DAYS = 120

export async function getProduct(
  context: Context<'clock'>,
  { variantId }: { variantId: number },
): Promise<ProductDetail> {
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const { today } = shop
  const variantIds = [variantId]
  const money = await findShopMoney(tx, merchantId)
  const [shown] = await listShownVariants(tx, { merchantId, today, variantIds })
  const costs = await listCosts(tx, { money, variantIds })
  const planning = (await listPlannings(tx, { merchantId, variantIds, today })).get(variantId)
  const [found] = addCosts(shown ? [shown.row] : [], { costs, shopCurrency: shop.currency })
  if (!shown || !found || !planning) throw new AppError('not_found', refusalTexts.unknownProduct)
  const { cost, ...row } = found
  const bundle = await findBundle(tx, { merchantId, variantId, today })
  if (bundle?.kind === 'assembly') {
    const leadTimeDays = shown.variant.lead_time_days ?? bundle.makeDays
    planning.policy = { ...planning.policy, leadTimeDays, leadTimes: undefined, leadTimeRange: null }
  }
  const { policy } = planning
  return {
    row,
    bundle,
    inBundles: await findInBundles(tx, { merchantId, variantId, today }),
    cost,
    today: dayFromEpoch(today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
    committed: planning.row.committed,
    locations: await listStockByLocation(tx, { merchantId, variantId, today }),
    transfers: await listTransfersOf(tx, { merchantId, variantId }),
    incoming: arrivalsOnWire(planning.incoming, today),
    notInStore: await listNotInStore(tx, { merchantId, variantId, today }),
    policy: {
      leadTimeDays: policy.leadTimeDays,
      safetyStock: policy.safetyStock,
      serviceLevel: policy.serviceLevel,
      reviewPeriodDays: policy.reviewPeriodDays,
      leadTimeSource: policy.leadTimeSource,
      ...(policy.leadTimes && { leadTimes: Array.from(policy.leadTimes) }),
      leadTimeRange: policy.leadTimeRange,
      safetyStockSource: policy.safetyStockSource,
    },
    ...(await listOrdering(tx, { merchantId, variantIds }))(variantId),
    ...(await findGroupsOf(tx, { merchantId, variantId })),
    hasForecastChanges: await hasOverrides(tx, { merchantId, variantId, today: dayFromEpoch(today) }),
    move: await findMove(tx, { merchantId, variantId, today, planning, isTracked: row.isTracked }),
    history: await getHistory(tx, { merchantId, variantId, today, planning }),
    forecast: forecastDetail(planning, { today, isTracked: row.isTracked }),
  }
}

/**
 * Returns one element for each day, from the start of the window or the first day on sale, whichever is
 * later.
 */
async function getHistory(
  tx: Tx,
  args: { merchantId: number; variantId: number; today: number; planning: Planning },
): Promise<ProductDetail['history']> {
  const { merchantId, variantId, today, planning } = args
  const windowStart = today - HISTORY_DAYS
  const days = await listRecentDays(tx, {
    merchantId,
    variantIds: [variantId],
    since: dayFromEpoch(windowStart),
    until: dayFromEpoch(today),
  })
  const sold = new Map(days.get(variantId)?.sold.map(({ day, units }) => [day, units]))
  const closing = new Map(days.get(variantId)?.closing.map((each) => [each.day, each]))
  const firstSale = Math.min(today, ...[...sold.keys()].map(epochDay))
  const start = Math.max(windowStart, Math.min(epochDay(planning.row.first_seen_on), firstSale))
  return Array.from({ length: Math.max(0, today - start) }, (_, i) => {
    const day = dayFromEpoch(start + i)
    const { stock = null, isEmpty = false } = closing.get(day) ?? {}
    return { day, unitsSold: sold.get(day) ?? 0, outOfStock: isEmpty, stock }
  })
}
