import {
  equallyLikelyDays,
  LEARNED_FROM_ORDERS,
  learnLeadTime,
  quantileOfLeadTime,
  type SimulationVariant,
  wholeDays,
} from '../../packages/forecasting/src/index.ts'
import type { StockedSeries } from './sandbox-history.ts'

/** The lead time that a merchant who set none has. */
const STATED_DAYS = 14
const LEARNING_DAYS = 60

type LeadTime = Pick<SimulationVariant, 'leadTimeDays' | 'leadTimes'>

/**
 * Returns what the receipts of the 60 days up to a day teach about each supplier, by its usual lead time; nothing for one with
 * fewer than three. Products whose orders usually take equally long have one supplier.
 */
export function learnedLeadTimes(series: readonly StockedSeries[], to: number): Map<number, LeadTime> {
  const learned = new Map<number, LeadTime>()
  for (const [supplier, sold] of Map.groupBy(series, ({ leadTimeDays }) => leadTimeDays)) {
    const orders = sold.map((one) => ordersUpTo(one, to))
    const observedDays = orders.flatMap(({ taken }) => taken)
    if (observedDays.length < LEARNED_FROM_ORDERS) continue
    const openAges = orders.flatMap((each) => each.openAges)
    const leadTime = learnLeadTime({ statedDays: STATED_DAYS, observedDays, openAges })
    learned.set(supplier, {
      leadTimeDays: wholeDays(quantileOfLeadTime(leadTime, 0.5)),
      leadTimes: equallyLikelyDays(leadTime),
    })
  }
  return learned
}

/** Reads the orders of a product from its units on the way: they rise with an order and fall with a receipt. */
function ordersUpTo({ firstDay, incoming }: StockedSeries, to: number) {
  const from = to - LEARNING_DAYS + 1
  const taken: number[] = []
  let orderedOn: number | null = null
  for (let i = 0; i < incoming.length && firstDay + i <= to; i++) {
    const [day, before, units] = [firstDay + i, incoming[i - 1] ?? 0, incoming[i] as number]
    if (units > before) orderedOn ??= day
    else if (units < before && orderedOn !== null) {
      if (day >= from) taken.push(day - orderedOn)
      orderedOn = units > 0 ? day : null
    }
  }
  return { taken, openAges: orderedOn === null || orderedOn < from ? [] : [to - orderedOn] }
}
