import type { Variant } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { type DemandPattern, expectedUnits } from './demand.ts'
import { type Random, wholeBetween } from './random.ts'

export interface RestockPolicy {
  /** 0 = Monday; the merchant looks at this variant once a week. */
  reviewWeekday: number
  leadTimeDays: number
  /** Days of demand kept above what the lead time needs; negative = orders too late. */
  bufferDays: number
  /** Days of demand that one order covers. */
  coverDays: number
  packSize: number
  isRestocked: boolean
}

/** Units a day; below it the merchant lets a variant run out. */
const WORTH_RESTOCKING = 0.004
const ARRIVAL_MS = 9 * 3_600_000

/** Orders up to the level when stock and incoming fall to the reorder point. */
export function reviewStock(args: {
  store: ShopStore
  variant: Variant
  pattern: DemandPattern
  policy: RestockPolicy
  day: number
  random: Random
}): void {
  const { store, variant, pattern, policy, day, random } = args
  if (!policy.isRestocked || day < pattern.firstDay || day >= pattern.endDay) return
  const position = variant.levels.reduce((sum, level) => sum + level.available + level.incoming, 0)
  const rate = weekMean(pattern, day)
  const reorderPoint = Math.ceil(rate * Math.max(0, policy.leadTimeDays + policy.bufferDays))
  if (rate < WORTH_RESTOCKING || position > reorderPoint) return
  const wanted = reorderPoint + rate * policy.coverDays - position
  const quantity = Math.max(1, Math.ceil(wanted / policy.packSize)) * policy.packSize
  const arrivalDay = day + policy.leadTimeDays + wholeBetween(random, -1, 3)
  // Opens with the shop, before the day's first customers come to it.
  const at = store.calendar.instantOf(Math.max(day + 1, arrivalDay), ARRIVAL_MS)
  const toShopFloor = Math.floor(quantity / 4)
  for (const [location, units] of [quantity - toShopFloor, toShopFloor].entries()) {
    if (units === 0) continue
    variant.levels[location]!.incoming += units
    variant.levels[location]!.updatedAt = store.calendar.instantOf(day, 0)
    store.agenda.add(at, { kind: 'arrival', variant, location, quantity: units })
  }
}

/** Units that a shop of this policy holds on an ordinary day. */
export function openingStock(pattern: DemandPattern, policy: RestockPolicy, random: Random): number {
  if (pattern.kind === 'never') return wholeBetween(random, 6, 40)
  const rate = weekMean(pattern, pattern.firstDay)
  const days = Math.max(7, policy.leadTimeDays + policy.bufferDays) + policy.coverDays * random()
  return Math.max(1, Math.round(rate * days))
}

function weekMean(pattern: DemandPattern, day: number): number {
  let sum = 0
  for (let ahead = 0; ahead < 7; ahead++) sum += expectedUnits(pattern, day + ahead)
  return sum / 7
}
