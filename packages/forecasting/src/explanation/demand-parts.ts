import { type DemandDistribution, meanDemand } from '../distribution/demand-distribution.ts'
import { addedByTrees } from '../fitting/boosted-residuals.ts'
import { applyAhead, sumOver } from '../fitting/daily-means.ts'
import { applyEvents } from '../fitting/event-days.ts'
import { baseLevel, FEATURES, getSubject, type View, writeAnnual, writeShared } from '../fitting/features.ts'
import { bounded } from '../fitting/pooled-level.ts'
import type { Regime } from '../fitting/regime-distribution.ts'
import { combinedWithYearsBefore } from '../fitting/seasonal-naive.ts'
import { SEGMENTS } from '../fitting/segments.ts'
import { driftOn } from '../fitting/shop-drift.ts'
import type { ShopKnowledge } from '../fitting/shop-knowledge.ts'
import { isInstructive, MIN_HISTORY_DAYS } from '../fitting/training-origins.ts'
import { fillHistory, type History, historyBuffers, MAX_DAYS } from '../history.ts'
import { LEVELS, levelsAt } from '../models/levels.ts'
import { toWeekday, WEEKDAYS } from '../models/weekday-profile.ts'
import { getSeasonalIndex, newProductLevel, ownDays } from '../new-product-distribution.ts'
import { teachingDays } from '../shop-days/left-out.ts'
import type { DemandPart, DemandParts, SeriesInput } from '../types.ts'

/** Days of demand that the parts add up to. */
export const EXPLAINED_DAYS = 30

/** The segments of the days that the parts add up to. */
const EXPLAINED_SEGMENTS = SEGMENTS.filter(({ start }) => start < EXPLAINED_DAYS)

/** The level of one segment of the horizon: its parts in units a day, and their sum. */
interface LevelParts {
  parts: ReadonlyMap<DemandPart, number>
  level: number
}

interface Explained {
  /** The series as recorded. */
  series: SeriesInput
  /** What was made of it. */
  history: History
  /** What was forecast, and with which weekdays. */
  distribution: DemandDistribution
  ratios: Float64Array
  knowledge: ShopKnowledge
  /** The levels at the end of the history. */
  levels: Float64Array
  /** How the past goes on; the parts are those of the usual way, and the difference belongs to what changed it. */
  regime: Regime
}

/**
 * Returns what the expected demand of the next 30 days is made of, in units. The forecast is linear in the features of the
 * pooled regression, so that their shares are exact: the parts add up to the mean of the demand distribution. A part that is
 * zero is left out. The recalibration is no part, because it changes probabilities and not the mean.
 */
export function demandParts(explained: Explained): DemandParts {
  const { history, distribution, ratios, knowledge } = explained
  const { drift, horizonDays, closedDays, eventRatios } = knowledge
  if (meanDemand(distribution, horizonDays) === 0) return {}
  const isNew = history.n < MIN_HISTORY_DAYS
  const segments = isNew ? newProductParts(explained) : regressionParts(explained)
  const sums = new Map<DemandPart, number>()
  let [ofWeekday, ofClosedDays] = [0, 0]
  const firstDay = history.firstDay + history.n
  const daily = new Float64Array(Math.min(EXPLAINED_DAYS, horizonDays))
  let weekday = toWeekday(firstDay)
  segments.forEach(({ parts, level }, s) => {
    const { start, end } = EXPLAINED_SEGMENTS[s]!
    const until = Math.min(end, EXPLAINED_DAYS, horizonDays)
    for (const [part, units] of parts) {
      let sum = sums.get(part) ?? 0
      for (let day = start; day < until; day++) sum += units
      sums.set(part, sum)
    }
    for (let day = start; day < until; day++) {
      const ratio = ratios[weekday]!
      ofWeekday += level * (ratio - 1)
      if (closedDays.includes(firstDay + day)) ofClosedDays -= level * ratio
      else daily[day] = level * ratio
      weekday = weekday === WEEKDAYS - 1 ? 0 : weekday + 1
    }
  })
  const open = sumOver(daily, daily.length)
  if (eventRatios) applyEvents(daily, eventRatios)
  applyAhead(daily, knowledge.ahead)
  const ofEvents = sumOver(daily, daily.length) - open
  let ofDrift = 0
  if (drift && !isNew)
    for (let day = 0; day < daily.length; day++) ofDrift += daily[day]! * (driftOn(drift, day) - 1)
  sums.set('season', (sums.get('season') ?? 0) + ofClosedDays)
  sums.set('weekday', ofWeekday).set('events', ofEvents).set('shop_drift', ofDrift)
  const difference = getDifference(explained, sums)
  const changed = explained.regime === 'season' ? 'season' : 'recent'
  if (difference !== 0) sums.set(changed, (sums.get(changed) ?? 0) + difference)
  return Object.fromEntries([...sums].filter(([, units]) => units !== 0))
}

/** Returns by how much the forecast is more than its parts because its past does not go on as usual. */
function getDifference({ distribution, regime }: Explained, sums: ReadonlyMap<DemandPart, number>): number {
  if (regime === 'usual') return 0
  const mean = meanDemand(distribution, Math.min(EXPLAINED_DAYS, distribution.horizonDays))
  return mean - [...sums.values()].reduce((total, units) => total + units, 0)
}

/** Returns the parts of the level of each segment, as `segmentLevels` adds them up. */
function regressionParts(explained: Explained): LevelParts[] {
  const { history, knowledge, levels } = explained
  const { level: coefficients, boost, earlierYears } = knowledge
  const view: View = { history, end: history.n, levels, offset: 0 }
  const base = baseLevel(levels, 0)
  const recorded = recordedHistory(explained)
  const own = recorded ? baseLevel(levelsAt(recorded, [recorded.n]), 0) : base
  const isLearned = base > 0 && isInstructive(history, history.n)
  const x = new Float64Array(FEATURES)
  if (isLearned) writeShared(view, x)
  const added = isLearned && boost ? addedByTrees(boost, view, earlierYears) : null
  const largest = levels.subarray(0, LEVELS).reduce((most, one) => Math.max(most, one), base)
  return EXPLAINED_SEGMENTS.map((_, s) => {
    const parts = new Map<DemandPart, number>([
      ['level', own],
      ['stockouts', base - own],
    ])
    if (!isLearned) return { parts, level: base }
    writeAnnual(history, history.n, s, earlierYears, x)
    parts.set('trees', added?.[s] ?? 0)
    for (let f = 0; f < FEATURES; f++) {
      const subject = getSubject(f)
      parts.set(subject, (parts.get(subject) ?? 0) + x[f]! * coefficients[s]![f]!)
    }
    const sum = [...parts.values()].reduce((total, one) => total + one, 0)
    const learned = bounded(sum, base, largest)
    parts.set('limit', learned - sum)
    const level = combinedWithYearsBefore(learned, view, s, earlierYears)
    parts.set('season', (parts.get('season') ?? 0) + level - learned)
    return { parts, level }
  })
}

/** Returns the parts of the level of a product with little history, as `newProductDistribution` has it. */
function newProductParts(explained: Explained): LevelParts[] {
  const { history, ratios, knowledge } = explained
  const getMean = ({ sold, exposure }: ReturnType<typeof ownDays>) => (exposure > 0 ? sold / exposure : 0)
  const { mean } = newProductLevel(history, knowledge, ratios)
  const own = getMean(ownDays(history, knowledge, ratios))
  const recorded = recordedHistory(explained)
  const recordedMean = recorded ? getMean(ownDays(recorded, knowledge, ratios)) : own
  return EXPLAINED_SEGMENTS.map((_, s) => {
    const level = mean * getSeasonalIndex(knowledge, s)
    return {
      level,
      parts: new Map<DemandPart, number>([
        ['level', recordedMean],
        ['stockouts', own - recordedMean],
        ['other_products', mean - own],
        ['season', level - mean],
      ]),
    }
  })
}

/** Memory of the history that `recordedHistory` returns. */
let buffers: ReturnType<typeof historyBuffers> | null = null

/** Returns the history as if every sale had been the day's demand; null if that is the history there is. */
function recordedHistory({ series, history, knowledge }: Explained): History | null {
  const isRecorded =
    history.units.buffer === series.unitsSold.buffer && history.daysInStockBefore[history.n] === history.n
  if (isRecorded) return null
  buffers ??= historyBuffers(MAX_DAYS)
  const { outOfStock: _, ...sales } = series
  return fillHistory(teachingDays(sales, knowledge), buffers)
}
