import { generateStore, HISTORY_DAYS } from '../../apps/sandbox/src/shopify/generate/generate-store.ts'

export interface StockedSeries {
  id: string
  firstDay: number
  unitsSold: Float64Array
  /** Available units at the end of each day, from the store. */
  closingStock: Float64Array
  /** Units on the way at the end of each day, from the store. */
  incoming: Float64Array
  /** Usual days from an order to its arrival. */
  leadTimeDays: number
}

/** Returns a sandbox store's sales and true daily stock up to the day before `now`. */
export function sandboxHistory(shopName: string, now: number): { origin: number; series: StockedSeries[] } {
  const store = generateStore(shopName, now)
  const today = store.calendar.toDay(now)
  const firstDay = today - HISTORY_DAYS
  const variants = store.variants.filter((v) => v.isTracked && v.product.status === 'ACTIVE')
  const series = variants.map((variant) => ({
    id: String(variant.index),
    unitsSold: new Float64Array(HISTORY_DAYS),
    closingStock: new Float64Array(HISTORY_DAYS),
  }))
  const incoming = variants.map(() => new Float64Array(HISTORY_DAYS))
  for (let day = firstDay; day < today; day++) {
    store.advanceTo(store.calendar.toInstant(day + 1, 0) - 1)
    variants.forEach((variant, i) => {
      series[i]!.closingStock[day - firstDay] = store.available(variant)
      incoming[i]![day - firstDay] = variant.levels.reduce((sum, level) => sum + level.incoming, 0)
    })
  }
  store.advanceTo(now)
  const rowOf = new Map(variants.map((variant, i) => [variant.index, i]))
  const { orders, calendar } = store
  for (let order = 0; order < orders.orderCount; order++) {
    if (orders.isTest(order) || orders.cancelledAt.has(order)) continue
    const at = calendar.toDay(orders.createdAt[order]!) - firstDay
    if (at < 0 || at >= HISTORY_DAYS) continue
    const { first, end } = orders.getLines(order)
    for (let line = first; line < end; line++) {
      const row = rowOf.get(orders.lineVariant[line]!)
      if (row !== undefined) series[row]!.unitsSold[at]! += orders.lineQuantity[line]!
    }
  }
  const live = variants.map((variant, i) => {
    const begun = Math.max(firstDay, calendar.toDay(variant.product.createdAt)) - firstDay
    const { id, unitsSold, closingStock } = series[i]!
    return {
      id,
      firstDay: firstDay + begun,
      unitsSold: unitsSold.subarray(begun),
      closingStock: closingStock.subarray(begun),
      incoming: incoming[i]!.subarray(begun),
      leadTimeDays: getLeadTime(incoming[i]!),
    }
  })
  return { origin: today - 1, series: live }
}

const UNKNOWN_LEAD_TIME = 14

/** Returns the median days that units were on their way. */
function getLeadTime(incoming: Float64Array): number {
  const taken: number[] = []
  let orderedOn: number | null = null
  incoming.forEach((units, day) => {
    const before = incoming[day - 1] ?? 0
    if (units > before) orderedOn ??= day
    else if (units < before && orderedOn !== null) {
      taken.push(day - orderedOn)
      orderedOn = null
    }
  })
  taken.sort((a, b) => a - b)
  return taken[taken.length >> 1] ?? UNKNOWN_LEAD_TIME
}
