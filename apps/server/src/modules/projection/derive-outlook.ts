import { NO_SALES_DAYS, SALES_WINDOW_DAYS } from '@stockcast/contract'
import {
  assumedArrivals,
  type DemandLaw,
  decodeLaw,
  dropElapsedDays,
  type Incoming,
  meanDemand,
  type Need,
  need,
  plainOutlook,
  type ReplenishmentPolicy,
  replenishment,
  type StockoutOutlook,
  type StockStatus,
  stockoutOutlook,
  stockStatus,
} from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../calendar.ts'
import { valueAtRisk } from './value-at-risk.ts'

/** The stored facts about a variant that decide its stock projection. */
export interface VariantState {
  variantId: number
  isTracked: boolean
  /** Neither archived nor a draft nor a gift card. */
  isOnSale: boolean
  /** On any day so far. */
  hasSold: boolean
  price: number | null
  available: number
  /** In transfers that the store reports. */
  incoming: number
  /** Open orders that the merchant entered, in days from today. */
  noted?: readonly Incoming[]
  unitsSold30: number
  /** As stored: the encoded demand distribution, seen from the end of day `origin` (epoch day). */
  forecast: { law: readonly number[]; origin: number } | null
  override: { safetyStock: number | null; leadTimeDays: number | null }
}

/** A row of `stock_outlooks` without its merchant. */
export interface StockOutlook {
  variant_id: number
  is_quiet: boolean
  available: number | null
  incoming: number
  units_sold_30: number
  average_daily_sales: number
  status: StockStatus
  outlook_kind: StockoutOutlook['kind'] | 'unknown'
  days_source: 'forecast' | 'mean'
  days_until_stockout: number | null
  days_low: number | null
  days_high: number | null
  need: Need | null
  order_quantity: number | null
  order_by: string | null
  reorder_point: number | null
  stockout_before_arrival: number | null
  value_at_risk: number | null
  /** Units, mean over the next 30 days; without a forecast the average of the last 30. */
  expected_daily_demand: number
  /** Expected lost sales within this many days. */
  value_at_risk_7: number | null
  value_at_risk_14: number | null
  value_at_risk_30: number | null
  value_at_risk_90: number | null
  computed_for: string
}

/** Returns the demand distribution seen from the start of `today`, whenever it was fitted. */
export function lawToday(forecast: VariantState['forecast'], today: number): DemandLaw | null {
  if (!forecast) return null
  return dropElapsedDays(decodeLaw(forecast.law), Math.max(0, today - 1 - forecast.origin))
}

/** Returns all scheduled receipts of a variant. */
export function arrivalsOf(
  state: Pick<VariantState, 'incoming' | 'noted'>,
  leadTimeDays: number,
): Incoming[] {
  return [...assumedArrivals(state.incoming, leadTimeDays), ...(state.noted ?? [])]
}

function unitsOnTheWay({ incoming, noted = [] }: VariantState): number {
  return incoming + noted.reduce((sum, { units }) => sum + units, 0)
}

/**
 * Returns whether a variant recommends nothing and raises no alert: archived, draft, untracked or never sold.
 */
export function isQuiet(state: VariantState): boolean {
  return !state.isOnSale || !state.isTracked || !state.hasSold
}

export function averageDailySales(state: Pick<VariantState, 'unitsSold30'>): number {
  return state.unitsSold30 / SALES_WINDOW_DAYS
}

/**
 * Returns everything that lists show and sort by, for `today` (epoch day); `law` is `lawToday` of the state.
 */
export function deriveOutlook(args: {
  state: VariantState
  law: DemandLaw | null
  policy: ReplenishmentPolicy
  today: number
}): StockOutlook {
  const { state, law, today } = args
  const base = {
    variant_id: state.variantId,
    is_quiet: isQuiet(state),
    incoming: unitsOnTheWay(state),
    units_sold_30: state.unitsSold30,
    average_daily_sales: averageDailySales(state),
    days_source: law ? ('forecast' as const) : ('mean' as const),
    expected_daily_demand: law
      ? meanDemand(law, SALES_WINDOW_DAYS) / SALES_WINDOW_DAYS
      : averageDailySales(state),
    computed_for: dayFromEpoch(today),
  }
  if (!state.isTracked) {
    return {
      ...base,
      ...withoutOrder,
      ...withoutDays,
      available: null,
      status: 'healthy',
      outlook_kind: 'unknown',
    }
  }
  const outlook = outlookOf(args)
  return {
    ...base,
    available: state.available,
    status: stockStatus({ available: state.available, outlook }),
    outlook_kind: outlook.kind,
    ...daysOf(outlook, args),
    ...orderOf(args),
  }
}

const withoutDays = { days_until_stockout: null, days_low: null, days_high: null }
const withoutOrder = {
  need: null,
  order_quantity: null,
  order_by: null,
  reorder_point: null,
  stockout_before_arrival: null,
  value_at_risk: null,
  value_at_risk_7: null,
  value_at_risk_14: null,
  value_at_risk_30: null,
  value_at_risk_90: null,
}

type Arguments = Parameters<typeof deriveOutlook>[0]

function outlookOf({ state, law, policy }: Arguments): StockoutOutlook {
  const { available } = state
  if (!law) return plainOutlook({ available, averageDailySales: averageDailySales(state) })
  return stockoutOutlook({ law, available, incoming: arrivalsOf(state, policy.leadTimeDays) })
}

function daysOf(outlook: StockoutOutlook, args: Arguments) {
  switch (outlook.kind) {
    case 'out_of_stock':
      return { days_until_stockout: 0, days_low: 0, days_high: 0 }
    case 'no_demand':
      return { ...withoutDays, days_until_stockout: NO_SALES_DAYS }
    case 'beyond':
      return {
        days_until_stockout: daysPastHorizon(outlook.horizonDays, args),
        days_low: outlook.low,
        days_high: null,
      }
    case 'days':
      return {
        days_until_stockout: Math.min(outlook.daysUntilStockout, NO_SALES_DAYS - 1),
        days_low: outlook.low,
        days_high: outlook.high,
      }
  }
}

/**
 * Returns stock ÷ average demand over the horizon, when the stock outlasts the horizon; below the value for
 * no sales.
 */
function daysPastHorizon(horizonDays: number, { state, law }: Arguments): number {
  const demand = law ? meanDemand(law, horizonDays) : 0
  const days = Math.floor(((state.available + unitsOnTheWay(state)) * horizonDays) / demand)
  return Math.min(Math.max(days, horizonDays), NO_SALES_DAYS - 1)
}

function orderOf({ state, law, policy, today }: Arguments) {
  if (!law || isQuiet(state)) return withoutOrder
  const incoming = arrivalsOf(state, policy.leadTimeDays)
  const path = { law, available: state.available, incoming, policy }
  const order = replenishment(path)
  const valueWithin = (leadTimeDays: number) =>
    valueAtRisk({ ...path, policy: { leadTimeDays }, price: state.price })
  // Scheduled receipts may be all that is needed, though too late.
  const isDue = order.orderInDays !== null && order.orderQuantity > 0
  return {
    need: need(path),
    order_quantity: isDue ? order.orderQuantity : null,
    order_by: isDue ? dayFromEpoch(today + (order.orderInDays ?? 0)) : null,
    reorder_point: order.reorderPoint,
    // Probabilities can be smaller than the database's `real` can store.
    stockout_before_arrival: Math.fround(order.stockoutBeforeArrival),
    value_at_risk: valueAtRisk({ ...path, price: state.price }),
    value_at_risk_7: valueWithin(7),
    value_at_risk_14: valueWithin(14),
    value_at_risk_30: valueWithin(30),
    value_at_risk_90: valueWithin(90),
  }
}
