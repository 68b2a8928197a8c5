import { between, mixSeeds, type Random, randomFrom, wholeBetween } from '../../random.ts'
import { toWeekday } from '../store/calendar.ts'
import type { Variant } from '../store/model.ts'
import type { PlanDay } from '../store/shop-store.ts'
import type { BasketLine, OrderFate } from '../store/store-events.ts'
import { type DemandPattern, unitsWanted } from './demand.ts'
import { type RestockPolicy, reviewStock } from './restock.ts'

export interface VariantPlan {
  variant: Variant
  pattern: DemandPattern
  policy: RestockPolicy
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Number of orders in 1,000 by hour of the shop's day. */
const ORDERS_BY_HOUR = [
  14, 8, 5, 4, 4, 8, 20, 40, 60, 70, 72, 70, 68, 62, 58, 56, 56, 58, 60, 64, 58, 42, 26, 17,
]

/** Returns a planner whose days depend only on (seed, day), not on earlier sales or receipts. */
export function dayPlanner(seed: number, plans: readonly VariantPlan[]): PlanDay {
  return (store, day) => {
    const random = randomFrom(mixSeeds(seed, day))
    const lines: BasketLine[] = []
    for (const { variant, pattern, policy } of plans) {
      if (variant.product.isDeleted) continue
      const ownRandom = randomFrom(mixSeeds(mixSeeds(seed, variant.index + 1), day))
      if (policy.reviewWeekday === toWeekday(day)) {
        reviewStock({ store, variant, pattern, policy, day, random: ownRandom })
      }
      lines.push(...asLines(variant, pattern, unitsWanted(pattern, day, ownRandom), ownRandom))
    }
    for (const basket of asBaskets(shuffled(lines, random), random)) {
      // In a new time zone a part of the day may be over already.
      const at = Math.max(store.latestAt, store.calendar.toInstant(day, timeOfDay(random)))
      store.agenda.add(at, { kind: 'basket', lines: basket, fate: drawFate(random) })
    }
    store.agenda.add(store.calendar.toInstant(day + 1, 0), { kind: 'day', day: day + 1 })
  }
}

/** Splits units into baskets: one customer takes all of a lumpy sale; others come for one to three units each. */
function asLines(variant: Variant, pattern: DemandPattern, units: number, random: Random): BasketLine[] {
  const lines: BasketLine[] = []
  for (let left = units; left > 0; ) {
    const most = pattern.kind === 'lumpy' ? left : Math.min(left, random() < 0.75 ? 1 : 3)
    const quantity = pattern.kind === 'lumpy' ? left : wholeBetween(random, 1, most)
    lines.push({ variant, quantity, preferredLocation: random() < 0.8 ? 0 : 1 })
    left -= quantity
  }
  return lines
}

function asBaskets(lines: readonly BasketLine[], random: Random): BasketLine[][] {
  const baskets: BasketLine[][] = []
  for (let next = 0; next < lines.length; ) {
    const size = [1, 1, 1, 2, 2, 3, 4, 5][Math.floor(random() * 8)]!
    baskets.push(lines.slice(next, next + size))
    next += size
  }
  return baskets
}

function shuffled<Item>(items: Item[], random: Random): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = wholeBetween(random, 0, last)
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return items
}

function timeOfDay(random: Random): number {
  let left = random() * ORDERS_BY_HOUR.reduce((sum, share) => sum + share, 0)
  const hour = ORDERS_BY_HOUR.findIndex((share) => {
    left -= share
    return left < 0
  })
  return Math.floor((hour + random()) * HOUR_MS)
}

function drawFate(random: Random): OrderFate {
  const draw = random() * 1000
  if (draw < 5) return { isTest: true }
  if (draw < 17) return { cancelAfterMs: between(random, 4, 55) * MINUTE_MS }
  if (draw < 24) return { editAfterMs: between(random, 4, 55) * MINUTE_MS }
  if (draw < 48) return { refund: { afterMs: between(random, 1, 14) * DAY_MS, isRestocked: random() < 0.7 } }
  return {}
}
