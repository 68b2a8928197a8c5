import {
  equallyLikelyDays,
  LEARNED_FROM_ORDERS,
  learnLeadTime,
  quantileOfLeadTime,
  type SimulationVariant,
  wholeDays,
} from '../../packages/forecasting/src/index.ts'
import type { StockedSeries } from '../simulation/sandbox-history.ts'

/** The lead time of a shop whose merchant set none. */
export const DEFAULT_LEAD_TIME_DAYS = 14

interface Orders {
  /** Days that the orders took that were received in the window. */
  taken: number[]
  /** Ages of the orders that are open at its end. */
  openAges: number[]
}

/**
 * Returns the variants with the lead times that their suppliers' receipts from `from` to `to` (epoch days) teach, and the
 * default where there are fewer than three. Products whose orders usually take equally long have one supplier. The rest of the
 * past says who sells what; how long it takes is known from the window alone.
 */
export function learnedVariants(series: readonly StockedSeries[], window: { from: number; to: number }) {
  const bySupplier = Map.groupBy(series, ({ leadTimeDays }) => leadTimeDays)
  let suppliers = 0
  let receipts = 0
  const leadTimesOf = new Map<number, Pick<SimulationVariant, 'leadTimeDays' | 'leadTimes'>>()
  for (const [supplier, sold] of bySupplier) {
    const orders = sold.map((one) => ordersWithin(one, window))
    const observedDays = orders.flatMap(({ taken }) => taken)
    receipts += observedDays.length
    if (observedDays.length < LEARNED_FROM_ORDERS) continue
    suppliers++
    const openAges = orders.flatMap((each) => each.openAges)
    const learned = learnLeadTime({ statedDays: DEFAULT_LEAD_TIME_DAYS, observedDays, openAges })
    leadTimesOf.set(supplier, {
      leadTimeDays: wholeDays(quantileOfLeadTime(learned, 0.5)),
      leadTimes: equallyLikelyDays(learned),
    })
  }
  const variants = series.map((one): SimulationVariant => {
    const leadTime = leadTimesOf.get(one.leadTimeDays) ?? { leadTimeDays: DEFAULT_LEAD_TIME_DAYS }
    return { ...one, outOfStock: outOfStock(one), ...leadTime }
  })
  return { variants, suppliers, receipts, outOfStock }
}

function outOfStock({ closingStock }: StockedSeries): Uint8Array {
  return Uint8Array.from(closingStock, (units) => (units <= 0 ? 1 : 0))
}

/** Returns the orders of a product by its units on the way: they rise with an order and fall with a receipt. */
function ordersWithin(
  { firstDay, incoming }: StockedSeries,
  { from, to }: { from: number; to: number },
): Orders {
  const taken: number[] = []
  let orderedOn: number | null = null
  for (let i = 0; i < incoming.length && firstDay + i <= to; i++) {
    const day = firstDay + i
    const before = incoming[i - 1] ?? 0
    const units = incoming[i] as number
    if (units > before) orderedOn ??= day
    else if (units < before && orderedOn !== null) {
      if (day >= from) taken.push(day - orderedOn)
      orderedOn = units > 0 ? day : null
    }
  }
  return { taken, openAges: orderedOn === null || orderedOn < from ? [] : [to - orderedOn] }
}
