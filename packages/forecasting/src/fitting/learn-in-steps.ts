import type { Trees } from '../boosting/regression-trees.ts'
import { ANCHOR_DAYS, emptyLines, poolVarianceToMean } from '../models/variance-to-mean.ts'
import { poolProfile } from '../models/weekday-profile.ts'
import { similarProducts } from '../new-products/similar-products.ts'
import type { CalendarEvent, EventEffect, ShopPeriod, ToldEvent } from '../types.ts'
import { fitBoostedResiduals, growTrees, type TreesTask } from './boosted-residuals.ts'
import {
  type AnchorCalibration,
  type AnchorTask,
  calibrateAnchor,
  calibrateVarianceToMean,
} from './calibration.ts'
import { ShopDays } from './closed-days.ts'
import type { Outcomes } from './dispersion.ts'
import { empiricalWeight, getTrust } from './empirical-weight.ts'
import { eventRatios } from './event-days.ts'
import { DailySales, eventEffects } from './event-effects.ts'
import { fitPooledLevel } from './level-regression.ts'
import { joinRows, rowStride } from './residual-rows.ts'
import { type LearnedSale, learnedSales, pastSalesOfSome } from './sales-of-some.ts'
import { SegmentEquations } from './segment-equations.ts'
import { learnedDays } from './segments.ts'
import { addSteps, emptySteps, shopDrift } from './shop-drift.ts'
import type { ShopKnowledge } from './shop-knowledge.ts'
import type { PartAnswers, PartStep } from './shop-part.ts'
import { shopPeriods } from './shop-periods.ts'
import { ShopSales } from './shop-sales.ts'
import { shopSeasons } from './shop-seasons.ts'
import { trainingBacks } from './training-origins.ts'

/** Work on the whole shop that does not depend on the other tasks. Plain data, as are the answers. */
export type ShopTask = TreesTask | AnchorTask

/** What is to be done next: a step of each part, or some tasks. The answers are in the order of the parts or tasks. */
export type LearningStep = { ofEachPart: PartStep } | { tasks: readonly ShopTask[] }

export function answerTask(task: ShopTask): Trees | AnchorCalibration {
  return task.kind === 'trees' ? growTrees(task) : calibrateAnchor(task)
}

interface Shop {
  origin: number
  horizonDays: number
  expectsFirstSales: boolean
  events: readonly CalendarEvent[]
  shopEvents?: readonly ToldEvent[] | undefined
  found?: readonly ShopPeriod[] | undefined
  /** Days of the longest history. */
  longest: number
  /** Series that are learned from. */
  series: number
}

/**
 * Learns the parameters that all series share. It yields what can be done in any threads, and is given the answers;
 * all sums over the shop are taken here, so that they do not depend on who answered.
 */
export function* learnInSteps(shop: Shop): Generator<LearningStep, ShopKnowledge, unknown[]> {
  const { origin, horizonDays, expectsFirstSales, events, series } = shop
  const { backs, seasonal } = trainingBacks(shop.longest)
  const firstDay = origin + 1 - shop.longest
  const salesOfSome = pastSalesOfSome(shop.shopEvents ?? [], { origin, firstDay })
  const days = yield* ofEachPart({ kind: 'days', hasEvents: events.length > 0, salesOfSome, series })
  const sales = learnedSales(
    salesOfSome,
    days.map((one) => one.soldOnSales),
  )
  const shopDays = unusualDays(days, { ...shop, firstDay, sales })
  const { leftOut, leftOutOfSome, oneOffs } = shopDays
  const unteaching = { leftOut, leftOutOfSome, oneOffs }
  const totals = yield* ofEachPart({ kind: 'totals', backs: seasonal, unteaching })
  const profile = poolProfile(totals.flatMap(({ weekdays }) => weekdays))
  const varianceToMean = pooledLines(totals)
  const learned = learnedDays(horizonDays)
  const seasons = shopSeasons(
    seasonal,
    totals.map((one) => one.seasons),
  )
  const origins = { backs, days: learned, earlierYears: seasons.earlierYears }

  const sums = yield* ofEachPart({ kind: 'levels', origins, series })
  const equations = new SegmentEquations()
  for (const one of sums) equations.addAll(one.equations)
  const hasSeasonalOrigins = seasonal.length > 1
  const level = fitPooledLevel(equations, learned, hasSeasonalOrigins ? seasons.reliability : 0)

  const count = sums.reduce((sum, one) => sum + one.origins, 0)
  const errors = yield* ofEachPart({ kind: 'errors', level, stride: rowStride(count, series) })
  const steps = emptySteps(origins)
  for (const one of errors) addSteps(steps, one.steps)
  const boost = yield* asTasks(fitBoostedResiduals(joinErrors(errors), series))

  const model = { profile, varianceToMean, level, boost }
  const outcomes = yield* ofEachPart({ kind: 'outcomes', model, series })
  const calibration = yield* asTasks(calibrateVarianceToMean(joinOutcomes(outcomes, learned), series))
  const losses = yield* ofEachPart({ kind: 'losses', model, calibration, series })
  const effects = getEvents(days, shop)
  return {
    origin,
    horizonDays,
    profile,
    varianceToMean,
    level,
    boost,
    earlierYears: origins.earlierYears.get(0) ?? null,
    closedDays: getClosedDays(days, origin),
    ...shopDays,
    events: effects,
    eventRatios: eventRatios(effects, shop),
    drift: shopDrift(steps),
    calibration,
    empiricalWeight: empiricalWeight(getSum(losses)),
    breakTrust: getTrust(getSum(losses)),
    similar: similarProducts(totals.flatMap(({ products }) => products)),
    expectsFirstSales,
  }
}

function* ofEachPart<K extends PartStep['kind']>(
  step: Extract<PartStep, { kind: K }>,
): Generator<LearningStep, PartAnswers[K][], unknown[]> {
  return (yield { ofEachPart: step }) as PartAnswers[K][]
}

/** Passes the tasks of a fit on, and their answers back. */
function* asTasks<Result, Answer>(
  fit: Generator<readonly ShopTask[], Result, readonly Answer[]>,
): Generator<LearningStep, Result, unknown[]> {
  let next = fit.next()
  while (!next.done) next = fit.next((yield { tasks: next.value }) as Answer[])
  return next.value
}

function getClosedDays(answers: readonly PartAnswers['days'][], origin: number): number[] {
  const days = new ShopDays()
  for (const one of answers) days.addAll(one.days)
  return days.closedAfter(origin)
}

/** Returns the events of the horizon, and what the shop sells on them. */
function getEvents(days: readonly PartAnswers['days'][], shop: Shop): EventEffect[] {
  const { origin, horizonDays, events } = shop
  const sales = new DailySales()
  for (const { dailySales } of days) if (dailySales) sales.addAll(dailySales)
  return eventEffects(sales, events, origin).filter(({ day }) => day <= origin + horizonDays)
}

/** Returns the periods in which the shop was closed or had a sale, which days teach nothing, and which days ahead are unusual. */
function unusualDays(
  answers: readonly PartAnswers['days'][],
  {
    origin,
    horizonDays,
    firstDay,
    shopEvents: told = [],
    found,
    sales: salesOfSome,
  }: Shop & { firstDay: number; sales: readonly LearnedSale[] },
): Pick<ShopKnowledge, keyof ReturnType<typeof shopPeriods> | 'oneOffs'> {
  const sales = new ShopSales()
  for (const one of answers) sales.addAll(one.sales)
  const sum = (of: 'oneOffs' | 'years') => answers.reduce((total, one) => total + one[of], 0)
  return {
    ...shopPeriods(sales, { origin, horizonDays, firstDay, told, found, salesOfSome }),
    oneOffs: sum('oneOffs') / Math.max(1, sum('years')),
  }
}

function pooledLines(totals: readonly PartAnswers['totals'][]) {
  const lines = emptyLines()
  for (const one of totals) for (let a = 0; a < lines.length; a++) lines[a]!.addAll(one.lines[a]!)
  return poolVarianceToMean(lines)
}

function getSum(parts: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(parts[0]?.length ?? 0)
  for (const one of parts) for (let i = 0; i < sum.length; i++) sum[i]! += one[i]!
  return sum
}

/** Joins the rows of the parts for each part of the horizon. */
function joinErrors(errors: readonly PartAnswers['errors'][]) {
  return {
    parts: (errors[0]?.rows ?? []).map((_, p) => joinRows(errors.map((one) => one.rows[p]!))),
    whole: errors.reduce((sum, one) => sum + one.whole, 0),
  }
}

/** Joins the outcomes of the parts for each anchor that is learned. */
function joinOutcomes(parts: readonly Outcomes[][], days: number): Outcomes[] {
  return ANCHOR_DAYS.filter((anchor) => anchor <= days).map((_, a) => ({
    mean: parts.flatMap((one) => one[a]!.mean),
    varianceToMean: parts.flatMap((one) => one[a]!.varianceToMean),
    actual: parts.flatMap((one) => one[a]!.actual),
    terms: parts.flatMap((one) => one[a]!.terms),
  }))
}
