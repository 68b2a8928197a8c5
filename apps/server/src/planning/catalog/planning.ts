import { type CalendarEvent, FORECAST_HORIZONS, type ProductDetail } from '@stockcast/contract'
import type { Accuracy, Evidence } from '@stockcast/forecasting'
import {
  type DemandDistribution,
  encodeDistribution,
  expectedUnits,
  fillDailySmoothQuantiles,
  fillDemandQuantiles,
  type Incoming,
  meanOfDay,
  replenishment,
  stockoutFuturesAfterArrival,
  stockoutProbability,
} from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { listStoreReceipts, type StoreReceipt } from '../../store/index.ts'
import { listMovedUnits } from '../incoming/moved-queries.ts'
import { type MovedUnits, movedReceipts } from '../incoming/moved-units.ts'
import { listOpenLines } from '../incoming/open-line-queries.ts'
import { mergeReceipts, scheduleLines } from '../incoming/scheduled-receipts.ts'
import { isFarOff } from '../overrides/list-overrides.ts'
import { distributionToday, getReceipts } from '../projection/derive-projection.ts'
import { type EffectivePolicy, findPolicies } from '../settings/effective-policy.ts'
import { getExplanation } from './explanation/explanation-of.ts'
import { listPlanningRows, type PlanningKey, type PlanningRow } from './planning-queries.ts'

/** Returns the units on the way as they are sent, the earliest first. */
export function arrivalsOnWire(incoming: readonly Incoming[], today: number): ProductDetail['incoming'] {
  return incoming
    .filter(({ day }) => day > 0)
    .toSorted((a, b) => a.day - b.day)
    .map((receipt) => ({
      day: dayFromEpoch(today + receipt.day),
      units: receipt.units,
      counted: Math.round(expectedUnits(receipt)),
    }))
}

/** The inputs of decisions about one variant, as of today. */
export interface Planning {
  row: PlanningRow
  policy: EffectivePolicy
  incoming: Incoming[]
  moved: readonly MovedUnits[]
  storeReceipts: readonly StoreReceipt[]
  /** null without a forecast. */
  distribution: DemandDistribution | null
}

export async function listPlannings(tx: Tx, key: PlanningKey): Promise<Map<number, Planning>> {
  const [getPolicy, rows, moved, fromStore] = await Promise.all([
    findPolicies(tx, key),
    listPlanningRows(tx, key),
    listMovedUnits(tx, key),
    listStoreReceipts(tx, key),
  ])
  const hasOpenLines = rows.some((row) => row.awaited_units !== null)
  const lines = hasOpenLines ? await listOpenLines(tx, key) : []
  const scheduled = mergeReceipts(await scheduleLines(tx, { ...key, lines }), movedReceipts(moved))
  const movedOf = Map.groupBy(moved, ({ variantId }) => variantId)
  return new Map(
    rows.map((row) => {
      const policy = getPolicy(row.variant_id, {
        safetyStock: row.safety_stock,
        leadTimeDays: row.lead_time_days,
        coverDays: row.cover_days,
      })
      const forecast =
        row.distribution && row.origin
          ? { distribution: row.distribution, origin: epochDay(row.origin), changes: row.changes }
          : null
      const openOrders = scheduled.get(row.variant_id) ?? []
      const storeReceipts = fromStore.get(row.variant_id) ?? []
      const onTheWay = { incoming: row.incoming, storeReceipts, openOrders }
      const incoming = getReceipts(onTheWay, policy.leadTimeDays)
      const planning = {
        row,
        policy,
        incoming,
        moved: movedOf.get(row.variant_id) ?? [],
        storeReceipts,
        distribution: distributionToday(forecast, key.today),
      }
      return [row.variant_id, planning]
    }),
  )
}

const bandLevels = [0.1, 0.25, 0.5, 0.75, 0.9]
const wideLevels = [0.1, 0.5, 0.9]

/**
 * Returns the range of demand of each day from today on, in fractional units, because it is drawn as a curve.
 */
export function dailyBands(distribution: DemandDistribution, today: number, days: number): DailyBand[] {
  return Array.from({ length: Math.min(days, distribution.horizonDays) }, (_, i) => {
    return { day: dayFromEpoch(today + i), ...dailyBand(distribution, i + 1) }
  })
}

/** Computed once for each day of a distribution: the total of a shop takes 0.04 ms a day. */
const dailyBand = oncePerDay((distribution, day) => {
  const out = new Float64Array(bandLevels.length)
  fillDailySmoothQuantiles(distribution, day, bandLevels, out)
  const [p10, p25, p50, p75, p90] = [...out] as [number, number, number, number, number]
  return { p10, p25, p50, p75, p90 }
})

export type DailyBand = NonNullable<ProductDetail['forecast']>['daily'][number]

/** Returns the range of demand over the next `days` days. */
export const demandRange = oncePerDay((distribution, days) => {
  const out = new Float64Array(wideLevels.length)
  fillDemandQuantiles(distribution, days, wideLevels, out)
  const [p10, p50, p90] = [...out] as [number, number, number]
  return { p10, p50, p90 }
})

/** Returns the function with its values kept for as long as their distribution is. */
function oncePerDay<Value>(
  compute: (distribution: DemandDistribution, day: number) => Value,
): (distribution: DemandDistribution, day: number) => Value {
  const kept = new WeakMap<DemandDistribution, Map<number, Value>>()
  return (distribution, day) => {
    const values = kept.get(distribution) ?? new Map<number, Value>()
    if (values.size === 0) kept.set(distribution, values)
    const value = values.get(day) ?? compute(distribution, day)
    values.set(day, value)
    return value
  }
}

/** Returns what the product page draws of a forecast. Untracked stock is assumed never to run out. */
export function forecastDetail(
  planning: Planning,
  args: { today: number; isTracked: boolean },
): ProductDetail['forecast'] {
  const { row, distribution, policy, incoming } = planning
  if (!distribution || row.basis === null) return null
  const path = { distribution, available: row.available, incoming }
  const order = replenishment({ ...path, policy })
  const evidence = row.evidence as Evidence
  return {
    basis: distribution.changedDays ? 'forecast' : row.basis,
    baseline: baselineDays(planning, args.today),
    model: row.model ?? '',
    demandClass: row.demand_class ?? '',
    distribution: encodeDistribution(distribution),
    receipts: incoming.map(({ day, units, days, probability }) => ({
      day,
      units,
      days: days && [...days],
      probability,
    })),
    daily: dailyBands(distribution, args.today, distribution.horizonDays),
    cumulative: FORECAST_HORIZONS.map((days) => ({
      days,
      ...demandRange(distribution, days),
      stockoutProbability: args.isTracked ? stockoutProbability({ ...path, withinDays: days }) : 0,
    })),
    futures: args.isTracked ? stockoutFuturesAfterArrival(path) : [],
    leadTimeStockoutProbability: args.isTracked ? order.leadTimeStockoutProbability : 0,
    reorderPoint: Math.ceil(order.reorderPoint),
    evidence: {
      daysOfHistory: evidence.daysOfHistory,
      daysOutOfStock: evidence.daysOutOfStock,
      // Forecasts of an earlier version lack this, the next field, `bulkDays` and `season`.
      daysSoldOut: evidence.daysSoldOut ?? 0,
      daysInferredOutOfStock: evidence.daysInferredOutOfStock ?? 0,
      weekdayRatios: [...evidence.weekdayRatios],
      bulkDays: (evidence.bulkDays ?? []).map((bulk) => ({ ...bulk, day: dayFromEpoch(bulk.day) })),
      regularOrders: evidence.regularOrders
        ? { ...evidence.regularOrders, nextDay: dayFromEpoch(evidence.regularOrders.nextDay) }
        : null,
      events: eventsAhead(evidence, args.today),
      season: evidence.season ?? null,
    },
    explanation: getExplanation(row),
    accuracy: accuracyDetail(row.accuracy as Accuracy | null),
  }
}

/** Returns the forecast before it was changed by hand, on the days that were. */
function baselineDays({ row, distribution }: Planning, today: number) {
  if (!distribution?.changedDays || !row.distribution || !row.origin) return []
  const fitted = distributionToday({ distribution: row.distribution, origin: epochDay(row.origin) }, today)
  if (!fitted) return []
  return [...distribution.changedDays.keys()].map((day) => {
    const changed = meanOfDay(distribution, day)
    const { p10, p50, p90 } = dailyBand(fitted, day)
    return {
      day: dayFromEpoch(today + day - 1),
      p50,
      isFarOff: isFarOff(changed, meanOfDay(fitted, day)) || changed < p10 || changed > p90,
    }
  })
}

/** Returns the events from today on; none for a forecast of an earlier version. */
export function eventsAhead({ events = [] }: Pick<Evidence, 'events'>, today: number): CalendarEvent[] {
  return events
    .filter(({ day }) => day >= today)
    .map(({ day, name, ratio }) => ({ day: dayFromEpoch(day), name, ratio }))
}

function accuracyDetail(accuracy: Accuracy | null) {
  if (!accuracy) return null
  const { horizonDays, wape, plainMeanWape, coverage } = accuracy
  const origins = accuracy.origins.map((origin) => ({ ...origin, day: dayFromEpoch(origin.day) }))
  return { horizonDays, origins, wape, plainMeanWape, coverage }
}
