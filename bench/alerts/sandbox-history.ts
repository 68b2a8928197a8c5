import { generateStore, HISTORY_DAYS } from '../../apps/sandbox/src/shopify/generate/generate-store.ts'

const UNKNOWN_LEAD_TIME = 14

export type StockedSeries = ReturnType<typeof sandboxHistory>['series'][number]

/** Returns each day's sales, available units and those on the way in a sandbox store up to the day before `now`. */
export function sandboxHistory(shopName: string, now: number) {
  const store = generateStore(shopName, now)
  const today = store.calendar.toDay(now)
  const firstDay = today - HISTORY_DAYS
  const variants = store.variants.filter((v) => v.isTracked && v.product.status === 'ACTIVE')
  const zeros = () => new Float64Array(HISTORY_DAYS)
  const rows = new Map(
    variants.map(({ index }) => [index, { unitsSold: zeros(), closingStock: zeros(), incoming: zeros() }]),
  )
  for (let day = 0; day < HISTORY_DAYS; day++) {
    store.advanceTo(store.calendar.toInstant(firstDay + day + 1, 0) - 1)
    for (const variant of variants) {
      const { closingStock, incoming } = rows.get(variant.index)!
      closingStock[day] = store.available(variant)
      incoming[day] = variant.levels.reduce((sum, level) => sum + level.incoming, 0)
    }
  }
  store.advanceTo(now)
  const { orders, calendar } = store
  for (let order = 0; order < orders.orderCount; order++) {
    if (orders.isTest(order) || orders.cancelledAt.has(order)) continue
    const at = calendar.toDay(orders.createdAt[order]!) - firstDay
    if (at < 0 || at >= HISTORY_DAYS) continue
    const { first, end } = orders.getLines(order)
    for (let line = first; line < end; line++) {
      const row = rows.get(orders.lineVariant[line]!)
      if (row) row.unitsSold[at]! += orders.lineQuantity[line]!
    }
  }
  const series = variants.map(({ index, product }) => {
    const { unitsSold, closingStock, incoming } = rows.get(index)!
    const begun = Math.max(firstDay, calendar.toDay(product.createdAt)) - firstDay
    return {
      id: String(index),
      firstDay: firstDay + begun,
      unitsSold: unitsSold.subarray(begun),
      closingStock: closingStock.subarray(begun),
      incoming: incoming.subarray(begun),
      leadTimeDays: getLeadTime(incoming),
    }
  })
  return { origin: today - 1, series }
}

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
