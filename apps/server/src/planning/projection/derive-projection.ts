import { NO_SALES_DAYS, SALES_WINDOW_DAYS, type VariantSettings } from '@stockcast/contract'
import { excessUnits } from '@stockcast/forecasting'
import {
  type DemandDistribution,
  decodeDistribution,
  dropElapsedDays,
  expectedLostUnits,
  expectedUnits,
  getLeadTimes,
  getOrder,
  type Incoming,
  meanDemand,
  type PlannedOrder,
  plainProjection,
  probabilityOfSelling,
  type Recommendation,
  type ReplenishmentPolicy,
  recommendation,
  type StockoutProjection,
  type StockStatus,
  stockoutProjection,
  stockStatus,
  unitsNotInStore,
  unitsOnTheWay,
} from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { StoreReceipt } from '../../store/index.ts'
import { changedDemand, type StoredChanges } from '../overrides/changed-demand.ts'
import { dateIncoming } from './date-incoming.ts'

/** The stored facts about a variant that decide its stock projection. */
export interface VariantState {
  variantId: number
  isTracked: boolean
  /** Neither archived, nor a draft, nor a gift card. */
  isOnSale: boolean
  /** Put together from other products when it is sold: it is never ordered itself, and its parts raise the alerts. */
  isBundle?: boolean
  /** Units were sold on any day so far, or an override of the forecast expects sales. */
  hasSold: boolean
  price: number | null
  available: number
  /** Units on their way, as the store reports them. */
  incoming: number
  /** What the store knows about when these units arrive. */
  storeReceipts?: readonly StoreReceipt[]
  /**
   * Open orders that the merchant entered, with days counted from today. Units on day 0 were received, but the stock does not
   * show them yet.
   */
  openOrders?: readonly Incoming[]
  unitsSold30: number
  /** As stored: the encoded demand distribution, seen from the end of day `origin` (epoch day), and its overrides. */
  forecast: {
    distribution: readonly number[]
    origin: number
    changes?: StoredChanges | null
  } | null
  /** Units that a season more than 90 days ahead is expected to sell; none if absent. */
  laterSeasonUnits?: number
  override: VariantSettings
}

/** A row of `stock_projections` without its merchant. */
export interface StockProjection {
  variant_id: number
  is_quiet: boolean
  available: number | null
  incoming: number
  /** Received units that the store does not show yet: neither in stock nor on the way. */
  not_in_store: number
  units_sold_30: number
  average_daily_sales: number
  status: StockStatus
  projection_kind: StockoutProjection['kind'] | 'unknown'
  days_source: 'forecast' | 'mean'
  days_until_stockout: number | null
  days_low: number | null
  days_high: number | null
  recommendation: Recommendation | null
  order_quantity: number | null
  order_by: string | null
  reorder_point: number | null
  lead_time_stockout_probability: number | null
  expected_lost_sales: number | null
  /** Mean units a day over the next 30 days; without a forecast, over the last 30. */
  expected_daily_demand: number
  /** Expected lost sales within the number of days in the name. */
  expected_lost_sales_7: number | null
  expected_lost_sales_14: number | null
  expected_lost_sales_30: number | null
  expected_lost_sales_90: number | null
  /** Units beyond the 95% quantile of demand over lead time, review period and 90 days, and beyond a later season. */
  excess_units: number | null
  /** The settings with which the projection was derived. */
  lead_time_days: number
  safety_stock: number
  service_level: number
  computed_for: string
}

/** Returns the demand distribution seen from the start of `today`, whenever it was fitted, with the overrides applied. */
export function distributionToday(
  forecast: VariantState['forecast'],
  today: number,
): DemandDistribution | null {
  if (!forecast) return null
  const { distribution, origin, changes } = forecast
  const fitted = dropElapsedDays(decodeDistribution(distribution), Math.max(0, today - 1 - origin))
  return changes ? changedDemand(fitted, changes, today).distribution : fitted
}

/** Returns all scheduled receipts of a variant. */
export function getReceipts(
  state: Pick<VariantState, 'incoming' | 'storeReceipts' | 'openOrders'>,
  leadTimeDays: number,
): Incoming[] {
  return [
    ...dateIncoming(state.incoming, state.storeReceipts ?? [], leadTimeDays),
    ...(state.openOrders ?? []),
  ]
}

/**
 * Returns whether a variant has no recommendation and no alerts: it is not on sale, not tracked, never sold, or a virtual
 * bundle.
 */
export function isQuiet(state: VariantState): boolean {
  return !state.isOnSale || !state.isTracked || !state.hasSold || state.isBundle === true
}

export function averageDailySales(state: Pick<VariantState, 'unitsSold30'>): number {
  return state.unitsSold30 / SALES_WINDOW_DAYS
}

/** Returns everything that lists show and sort by, for `today` (epoch day); `distribution` comes from `distributionToday`. */
export function deriveProjection(args: {
  state: VariantState
  distribution: DemandDistribution | null
  policy: ReplenishmentPolicy
  planned?: PlannedOrder | null
  today: number
}): StockProjection {
  const { state, distribution, policy, today } = args
  const base = {
    variant_id: state.variantId,
    is_quiet: isQuiet(state),
    incoming: state.incoming + unitsOnTheWay(state.openOrders ?? []),
    not_in_store: 0,
    units_sold_30: state.unitsSold30,
    average_daily_sales: averageDailySales(state),
    days_source: distribution ? ('forecast' as const) : ('mean' as const),
    expected_daily_demand: distribution
      ? meanDemand(distribution, SALES_WINDOW_DAYS) / SALES_WINDOW_DAYS
      : averageDailySales(state),
    lead_time_days: policy.leadTimeDays,
    safety_stock: policy.safetyStock,
    service_level: policy.serviceLevel,
    computed_for: dayFromEpoch(today),
  }
  if (!state.isTracked) {
    return {
      ...base,
      ...withoutOrder,
      ...withoutDays,
      available: null,
      status: 'healthy',
      projection_kind: 'unknown',
    }
  }
  const projection = getProjection(args)
  return {
    ...base,
    available: state.available,
    not_in_store: unitsNotInStore(state.openOrders ?? []),
    status: stockStatus({ available: state.available, projection }),
    projection_kind: projection.kind,
    ...getDays(projection, args),
    ...orderFigures(args),
  }
}

const withoutDays = { days_until_stockout: null, days_low: null, days_high: null }
const withoutOrder = {
  recommendation: null,
  order_quantity: null,
  order_by: null,
  reorder_point: null,
  lead_time_stockout_probability: null,
  expected_lost_sales: null,
  expected_lost_sales_7: null,
  expected_lost_sales_14: null,
  expected_lost_sales_30: null,
  expected_lost_sales_90: null,
  excess_units: null,
}

type Arguments = Parameters<typeof deriveProjection>[0]

function getProjection({ state, distribution, policy }: Arguments): StockoutProjection {
  const { available, openOrders = [] } = state
  // Units that the store does not show cannot be bought, so a variant without stock in the store is out of stock.
  if (available <= 0) return { kind: 'out_of_stock' }
  if (!distribution) {
    const units = available + unitsNotInStore(openOrders)
    return plainProjection({ available: units, averageDailySales: averageDailySales(state) })
  }
  return stockoutProjection({ distribution, available, incoming: getReceipts(state, policy.leadTimeDays) })
}

function getDays(projection: StockoutProjection, args: Arguments) {
  switch (projection.kind) {
    case 'out_of_stock':
      return { days_until_stockout: 0, days_low: 0, days_high: 0 }
    case 'no_demand':
      return { ...withoutDays, days_until_stockout: NO_SALES_DAYS }
    case 'beyond':
      return {
        days_until_stockout: daysPastHorizon(projection.horizonDays, args),
        days_low: projection.low,
        days_high: null,
      }
    case 'days':
      return {
        days_until_stockout: Math.min(projection.daysUntilStockout, NO_SALES_DAYS - 1),
        days_low: projection.low,
        days_high: projection.high,
      }
  }
}

/**
 * Returns stock with scheduled receipts ÷ average demand over the horizon, for stock that outlasts the horizon. Always below
 * `NO_SALES_DAYS`.
 */
function daysPastHorizon(horizonDays: number, { state, distribution, policy }: Arguments): number {
  const demand = distribution ? meanDemand(distribution, horizonDays) : 0
  const coming = getReceipts(state, policy.leadTimeDays)
  const units = coming.reduce((sum, receipt) => sum + expectedUnits(receipt), state.available)
  const days = Math.floor((units * horizonDays) / demand)
  return Math.min(Math.max(days, horizonDays), NO_SALES_DAYS - 1)
}

function orderFigures({ state, distribution, policy, planned, today }: Arguments) {
  if (!distribution || isQuiet(state)) return withoutOrder
  const incoming = getReceipts(state, policy.leadTimeDays)
  const path = { distribution, available: state.available, incoming, policy }
  const order = getOrder(path, planned)
  const valueWithin = (leadTimeDays: number) =>
    expectedLostSales({ ...path, policy: { leadTimeDays }, price: state.price })
  // Scheduled receipts may be enough, only too late; then nothing is to be ordered.
  const isDue = order.orderInDays !== null && (order.orderQuantity > 0 || order.blocked !== null)
  return {
    recommendation: recommendation(path, order),
    order_quantity: isDue ? order.orderQuantity : null,
    order_by: isDue ? dayFromEpoch(today + (order.orderInDays ?? 0)) : null,
    reorder_point: order.reorderPoint,
    // Probabilities can be smaller than the database's `real` can store.
    lead_time_stockout_probability: Math.fround(order.leadTimeStockoutProbability),
    expected_lost_sales: expectedLostSales({ ...path, price: state.price }),
    expected_lost_sales_7: valueWithin(7),
    expected_lost_sales_14: valueWithin(14),
    expected_lost_sales_30: valueWithin(30),
    expected_lost_sales_90: valueWithin(90),
    excess_units: getExcess({ ...path, seasonUnits: state.laterSeasonUnits ?? 0 }),
  }
}

const EXCESS_PROBABILITY = 0.05
const EXCESS_DAYS = 90

/**
 * Returns the excess units. If the whole stock is likely enough to be sold within the shortest lead time, it is within the
 * longer ones too, and nothing is excess.
 */
function getExcess(path: {
  distribution: DemandDistribution
  available: number
  policy: ReplenishmentPolicy
  seasonUnits: number
}): number {
  const { distribution, available, policy, seasonUnits } = path
  if (available <= seasonUnits) return 0
  const leadTimes = getLeadTimes(policy)
  const shortest = (leadTimes[0] as number) + policy.reviewPeriodDays + EXCESS_DAYS
  if (probabilityOfSelling(distribution, shortest, available) > EXCESS_PROBABILITY) return 0
  return excessUnits({
    distribution,
    available,
    leadTimes,
    reviewPeriodDays: policy.reviewPeriodDays,
    seasonUnits,
  })
}

/**
 * Returns the expected lost sales (value) until an order placed today arrives: `expectedLostUnits` over the lead times
 * × price. Returns null without a price.
 */
export function expectedLostSales(args: {
  distribution: DemandDistribution
  available: number
  incoming: readonly Incoming[]
  policy: Pick<ReplenishmentPolicy, 'leadTimeDays' | 'leadTimes'>
  price: number | null
}): number | null {
  const { policy, price, ...path } = args
  return price === null ? null : expectedLostUnits(path, getLeadTimes(policy)) * price
}
