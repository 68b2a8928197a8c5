import type { ProductDetail } from '@stockcast/contract'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import { listOrdering } from '../../kernel/database/ordering.ts'
import { findShopMoney } from '../../kernel/database/variant-costs.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findBundle, findInBundles } from '../bundles/get-bundle.ts'
import { unitsLeaving } from '../incoming/moved-units.ts'
import { listNotInStore } from '../incoming/not-in-store-queries.ts'
import { listStockByLocation, listTransfersOf } from '../locations/listed-queries.ts'
import { hasOverrides } from '../overrides/list-queries.ts'
import { addCosts } from './add-costs.ts'
import { listCosts } from './cost-queries.ts'
import { listRecentDays, type RecentDays } from './days/queries.ts'
import { getMove } from './explanation/get-move.ts'
import { findPreviousAnswer } from './explanation/queries.ts'
import { findGroupsOf } from './group-queries.ts'
import { arrivalsOnWire, forecastDetail, listPlannings } from './planning.ts'
import { daysOfRow, productRow } from './product-row.ts'
import { listVariants } from './queries.ts'
import { findShopDay } from './shop-day.ts'

const HISTORY_DAYS = 120

/** Returns what the page of a product shows. Statements that need nothing of each other's answers are sent together. */
export async function getProduct(
  context: Context<'clock'>,
  { variantId }: { variantId: number },
): Promise<ProductDetail> {
  const { merchantId, tx } = context
  const [shop, money] = await Promise.all([findShopDay(context), findShopMoney(tx, merchantId)])
  const { today } = shop
  const key = { merchantId, variantId, variantIds: [variantId], today }
  const day = dayFromEpoch(today)
  const since = dayFromEpoch(today - HISTORY_DAYS)
  const [
    plannings,
    [variant],
    costs,
    bundle,
    inBundles,
    stock,
    transfers,
    ordering,
    groups,
    isChanged,
    before,
    days,
  ] = await Promise.all([
    listPlannings(tx, key),
    listVariants(tx, key),
    listCosts(tx, { money, ...key }),
    findBundle(tx, key),
    findInBundles(tx, key),
    listStockByLocation(tx, key),
    listTransfersOf(tx, key),
    listOrdering(tx, key),
    findGroupsOf(tx, key),
    hasOverrides(tx, { ...key, today: day }),
    findPreviousAnswer(tx, key),
    listRecentDays(tx, { ...key, since, until: day }),
  ])
  const planning = plannings.get(variantId)
  const recent = days.get(variantId)
  if (!variant || !recent || !planning) throw new AppError('not_found', refusalTexts.unknownProduct)
  const shown = productRow(variant, daysOfRow(recent, today))
  const [found] = addCosts([shown], { costs, shopCurrency: shop.currency })
  const { cost, ...row } = found!
  if (bundle?.kind === 'assembly') {
    const leadTimeDays = variant.lead_time_days ?? bundle.makeDays
    planning.policy = { ...planning.policy, leadTimeDays, leadTimes: undefined, leadTimeRange: null }
  }
  const { policy } = planning
  return {
    row,
    bundle,
    inBundles,
    cost,
    today: day,
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
    committed: planning.row.committed,
    locations: stock.map((at) => ({ ...at, leaving: unitsLeaving(planning.moved, at.id) })),
    transfers,
    incoming: arrivalsOnWire(planning.incoming, today),
    notInStore: planning.row.awaited_units ? await listNotInStore(tx, key) : [],
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
    ...ordering(variantId),
    ...groups,
    hasForecastChanges: isChanged,
    move: row.isTracked ? getMove(planning, { stored: before, today }) : null,
    history: getHistory(recent, { today, firstSeen: epochDay(planning.row.first_seen_on) }),
    forecast: forecastDetail(planning, { today, isTracked: row.isTracked }),
  }
}

/**
 * Returns one element for each day, from the start of the window or the first day on sale, whichever is
 * later.
 */
function getHistory(
  days: RecentDays,
  { today, firstSeen }: { today: number; firstSeen: number },
): ProductDetail['history'] {
  const sold = new Map(days.sold.map(({ day, units }) => [day, units]))
  const closing = new Map(days.closing.map((each) => [each.day, each]))
  const firstSale = Math.min(today, ...[...sold.keys()].map(epochDay))
  const start = Math.max(today - HISTORY_DAYS, Math.min(firstSeen, firstSale))
  return Array.from({ length: Math.max(0, today - start) }, (_, i) => {
    const day = dayFromEpoch(start + i)
    const { stock = null, isEmpty = false } = closing.get(day) ?? {}
    return { day, unitsSold: sold.get(day) ?? 0, outOfStock: isEmpty, stock }
  })
}
