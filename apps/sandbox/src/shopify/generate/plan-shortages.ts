import { type Random, wholeBetween } from '../../random.ts'
import type { ShopSize } from './catalogue.ts'
import type { VariantPlan } from './plan-day.ts'

type Range = readonly [from: number, to: number]
type ByKind = Record<'out' | 'critical' | 'low', Range>

/** How many variants are short when the store is made. */
const COUNTS: Record<ShopSize, ByKind> = {
  tiny: { out: [1, 1], critical: [1, 1], low: [1, 1] },
  default: { out: [5, 5], critical: [6, 7], low: [10, 12] },
  large: { out: [20, 26], critical: [28, 36], low: [50, 70] },
}

/** Days from `today` on which each kind is meant to run out; chance moves a few to the kind next to it. */
const RUNS_OUT: ByKind = { out: [-12, -7], critical: [3, 4], low: [9, 11] }

/** Makes the suppliers of a few good sellers late as of `today`, so that there is something to do on the first day. */
export function planShortages(args: {
  plans: readonly VariantPlan[]
  today: number
  size: ShopSize
  random: Random
}): void {
  const { plans, today, size, random } = args
  const wanted = (['out', 'critical', 'low'] as const).flatMap((kind) =>
    Array.from({ length: wholeBetween(random, ...COUNTS[size][kind]) }, () => kind),
  )
  // The better a variant sells, the less chance decides when it runs out.
  const candidates = plans.filter(isGoodSeller).sort((a, b) => b.pattern.unitsPerDay - a.pattern.unitsPerDay)
  const pool = candidates.slice(0, wanted.length * 2)
  for (const kind of wanted) {
    const [plan] = pool.splice(wholeBetween(random, 0, pool.length - 1), 1)
    if (!plan) return
    const runsOutDay = today + wholeBetween(random, ...RUNS_OUT[kind])
    const endDay = Math.max(today, runsOutDay) + wholeBetween(random, 1, 5)
    plan.policy.leadTimeDays = wholeBetween(random, 3, 5)
    plan.policy.shortages.push({ runsOutDay, endDay })
  }
}

function isGoodSeller({ variant, pattern }: VariantPlan): boolean {
  const isSteady = pattern.kind === 'steady' || pattern.kind === 'weekly'
  return isSteady && variant.isTracked && variant.product.status === 'ACTIVE'
}
