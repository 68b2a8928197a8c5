import { between, pick, type Random, wholeBetween } from '../../random.ts'
import type { ProductFamily } from './catalogue-words.ts'
import type { DemandKind, DemandPattern } from './demand.ts'
import type { RestockPolicy, Shortage } from './restock.ts'

const CALM_WEEK = [0.95, 0.92, 0.95, 1, 1.06, 1.12, 1]
const WEEKEND_WEEK = [0.62, 0.55, 0.6, 0.75, 1.25, 1.83, 1.4]
const OFTEN_OUT_SHARE = 0.25
const NEVER_SHARE = 0.25
/** A slow mover still sells now and then. */
const SLOWEST_UNITS_PER_DAY = 0.03

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
  const unitsPerDay = Math.max(SLOWEST_UNITS_PER_DAY, family.unitsPerDay * demand * share)
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
  if (kind === 'often_out' && random() > OFTEN_OUT_SHARE) return 'steady'
  return kind === 'never' && random() > NEVER_SHARE ? 'intermittent' : kind
}

/** Draws how a variant is restocked: in time, except in its shortages. */
export function drawPolicy(pattern: DemandPattern, today: number, random: Random): RestockPolicy {
  return {
    reviewWeekday: wholeBetween(random, 0, 6),
    leadTimeDays: pick(random, [3, 5, 5, 7, 7, 10]),
    bufferDays: between(random, 19, 26),
    reviewPeriodDays: between(random, 20, 35),
    packSize: pick(random, [1, 1, 4, 6, 12]),
    isRestocked: pattern.kind !== 'never',
    shortages: pattern.kind === 'often_out' ? drawRegularShortages(today, random) : [],
  }
}

const SHORTAGES_AHEAD_DAYS = 800
const SHORTAGES_BACK_DAYS = 400

/** Draws one shortage every two or three months, and none around `today`. */
function drawRegularShortages(today: number, random: Random): Shortage[] {
  const shortages: Shortage[] = []
  const add = (runsOutDay: number) =>
    shortages.push({ runsOutDay, endDay: runsOutDay + wholeBetween(random, 4, 10) })
  for (let day = today - wholeBetween(random, 45, 70); day > today - SHORTAGES_BACK_DAYS + 50; ) {
    add(day)
    day -= wholeBetween(random, 60, 90)
  }
  for (let day = today + wholeBetween(random, 35, 70); day < today + SHORTAGES_AHEAD_DAYS; ) {
    add(day)
    day += wholeBetween(random, 60, 90)
  }
  return shortages.sort((a, b) => a.runsOutDay - b.runsOutDay)
}
