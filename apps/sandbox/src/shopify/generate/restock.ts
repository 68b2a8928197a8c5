import { type Random, wholeBetween } from '../../random.ts'
import type { Variant } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { type DemandPattern, expectedUnits } from './demand.ts'

export interface RestockPolicy {
  /** 0 = Monday; the merchant looks at this variant once a week. */
  reviewWeekday: number
  leadTimeDays: number
  /** Days of demand kept above what the lead time needs. */
  bufferDays: number
  /** Days of demand that one order covers. */
  reviewPeriodDays: number
  packSize: number
  isRestocked: boolean
  /** In the order of their days. */
  shortages: Shortage[]
}

/** The supplier sends no more than lasts until `runsOutDay`, and all that is ordered from `endDay` on. */
export interface Shortage {
  runsOutDay: number
  endDay: number
}

/** Minimum stock of every product on sale, however slowly it sells. */
const MIN_UNITS = 8
/** Standard deviations of demand kept on top of its mean. */
const SAFETY_FACTOR = 1.7
/** Days that merchants plan ahead, so that they stock up before a season. */
const OUTLOOK_DAYS = 42
/** Largest order, in days of demand. */
const SHORTAGE_NOTICE_DAYS = 120
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
  const { reorderPoint, orderUpTo } = levelsOn(pattern, policy, day)
  const shortage = policy.shortages.find(
    ({ runsOutDay, endDay }) => day >= runsOutDay - SHORTAGE_NOTICE_DAYS && day < endDay,
  )
  const most = shortage ? expectedBetween(pattern, day, shortage.runsOutDay) : Number.POSITIVE_INFINITY
  if (position > reorderPoint || position >= most) return
  const wanted = Math.min(orderUpTo, most) - position
  const packSize = shortage ? 1 : policy.packSize
  const quantity = Math.max(1, Math.ceil(wanted / packSize)) * packSize
  const arrivalDay = day + policy.leadTimeDays + wholeBetween(random, -1, 3)
  // Opens with the shop, before the day's first customers come to it.
  const at = store.calendar.toInstant(Math.max(day + 1, arrivalDay), ARRIVAL_MS)
  const toShopFloor = Math.floor(quantity / 4)
  for (const [location, units] of [quantity - toShopFloor, toShopFloor].entries()) {
    if (units === 0) continue
    store.expect({ variant, location, quantity: units }, store.calendar.toInstant(day, 0), at)
  }
}

/** Returns the units in stock on an ordinary day under this policy. */
export function openingStock(pattern: DemandPattern, policy: RestockPolicy, random: Random): number {
  if (pattern.kind === 'never') return wholeBetween(random, 6, 40)
  const { reorderPoint, orderUpTo } = levelsOn(pattern, policy, pattern.firstDay)
  return wholeBetween(random, reorderPoint, Math.ceil(orderUpTo))
}

function levelsOn(pattern: DemandPattern, policy: RestockPolicy, day: number) {
  const rate = Math.max(
    expectedBetween(pattern, day, day + 7) / 7,
    expectedBetween(pattern, day, day + OUTLOOK_DAYS) / OUTLOOK_DAYS,
  )
  const days = policy.leadTimeDays + policy.bufferDays
  const safety = SAFETY_FACTOR * Math.sqrt(days * rate * unitsPerSale(pattern))
  const reorderPoint = Math.ceil(MIN_UNITS + rate * days + safety)
  return { reorderPoint, orderUpTo: reorderPoint + Math.max(MIN_UNITS, rate * policy.reviewPeriodDays) }
}

/** Estimates the variance-to-mean ratio of daily demand: twice the mean sale where sales come in lots. */
function unitsPerSale({ kind, unitsPerDay, saleChance }: DemandPattern): number {
  return kind === 'lumpy' || kind === 'intermittent' ? Math.max(1, (2 * unitsPerDay) / saleChance - 1) : 1.2
}

/** Returns the expected units from `day` up to, not including, `end`. */
function expectedBetween(pattern: DemandPattern, day: number, end: number): number {
  let sum = 0
  for (let each = day; each < end; each++) sum += expectedUnits(pattern, each)
  return sum
}
