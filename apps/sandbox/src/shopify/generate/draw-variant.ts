import type { ProductFamily } from './catalogue-words.ts'
import type { DemandKind, DemandPattern } from './demand.ts'
import { between, pick, type Random, wholeBetween } from './random.ts'
import type { RestockPolicy } from './restock.ts'

const CALM_WEEK = [0.95, 0.92, 0.95, 1, 1.06, 1.12, 1]
const WEEKEND_WEEK = [0.62, 0.55, 0.6, 0.75, 1.25, 1.83, 1.4]
const LATE_SHARE = 0.1

export function drawPattern(args: {
  family: ProductFamily
  /** Share of the family's usual demand for a product. */
  demand: number
  fate: { firstDay: number; endDay: number; isNew: boolean }
  random: Random
}): DemandPattern {
  const { family, demand, fate, random } = args
  const kind = drawKind(family, fate.isNew, random)
  // Few variants sell most: log-normal shares around the family's usual rate.
  const share = Math.exp(between(random, -1.1, 0.7) + between(random, -0.5, 0.5))
  const unitsPerDay = Math.max(0.01, family.unitsPerDay * demand * share)
  const isSlow = kind === 'intermittent'
  return {
    kind,
    unitsPerDay: isSlow ? Math.min(unitsPerDay, 0.3) : unitsPerDay,
    weekday: kind === 'weekly' ? WEEKEND_WEEK : CALM_WEEK,
    annualAmplitude: kind === 'seasonal' ? between(random, 0.6, 1.1) : between(random, 0, 0.12),
    annualPeak: (family.peakMonth * 30.4 + between(random, 0, 25)) % 365,
    saleChance: isSlow ? between(random, 0.06, 0.22) : between(random, 0.03, 0.09),
    firstDay: fate.firstDay,
    endDay: fate.endDay,
    trendDays: kind === 'dying' ? between(random, 60, 110) : between(random, 20, 45),
  }
}

function drawKind(family: ProductFamily, isNew: boolean, random: Random): DemandKind {
  if (isNew) return 'new'
  const kind = pick(
    random,
    family.kinds.filter((each) => each !== 'new'),
  )
  return kind === 'often_out' && random() < 0.75 ? 'steady' : kind
}

/** Most merchants reorder in time; a tenth of the variants are ordered late, some only once they are gone. */
export function drawPolicy(pattern: DemandPattern, random: Random): RestockPolicy {
  const oftenOut = pattern.kind === 'often_out'
  const isLate = random() < LATE_SHARE
  const leadTimeDays = oftenOut ? wholeBetween(random, 10, 18) : pick(random, [5, 7, 7, 10, 14, 14, 21])
  return {
    reviewWeekday: wholeBetween(random, 0, 6),
    leadTimeDays,
    bufferDays: oftenOut ? -leadTimeDays * 0.8 : isLate ? -leadTimeDays / 2 : between(random, 16, 32),
    coverDays: oftenOut ? between(random, 30, 50) : between(random, 25, 75),
    packSize: pick(random, [1, 1, 4, 6, 12]),
    isRestocked: pattern.kind !== 'never' && !(pattern.kind === 'dying' && random() < 0.25),
  }
}
