import type { Scorecard, ScorecardScore } from '@stockcast/contract'
import type { Score, Stockout } from '@stockcast/forecasting'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findServiceLevel } from '../settings/queries.ts'
import { findScorecard, type ScorecardRow } from './queries.ts'
import type { ScorecardResult } from './run-in-thread.ts'

const WEEK_DAYS = 7

/** Returns the stored scorecard, and the level that the alerts use. */
export async function getScorecard({ merchantId, tx }: Context): Promise<Scorecard> {
  const serviceLevel = await findServiceLevel(tx, merchantId)
  const row = await findScorecard(tx, merchantId)
  return row ? { serviceLevel, ...getCard(row) } : { serviceLevel, simulation: null, live: null }
}

function getCard(row: ScorecardRow): Pick<Scorecard, 'simulation' | 'live'> {
  const { simulation, live } = row.result as ScorecardResult
  const { firstDay, days } = simulation
  const head = { firstDay: dayFromEpoch(firstDay), lastDay: dayFromEpoch(firstDay + days - 1) }
  const byDay = orderByDay(simulation.stockouts)
  return {
    simulation: {
      ...head,
      computedAt: row.computedAt.toISOString(),
      products: simulation.ids.length,
      recordedSince: row.recordedSince,
      estimatedShare: simulation.estimatedShare,
      stockouts: byDay.map((i) => wireStockout(simulation.stockouts[i]!, firstDay, row.products)),
      steps: simulation.steps.map((step) => ({
        serviceLevel: step.serviceLevel,
        ...wireScore(step, byDay, days),
      })),
      plain: wireScore(simulation.plain, byDay, days),
      // Scorecards from before the range was computed lack it.
      calibration: simulation.calibration.map((bin) => ({
        ...bin,
        low: bin.low ?? null,
        high: bin.high ?? null,
      })),
    },
    live:
      row.recordedSince === null
        ? null
        : getLive(row, { recordedSince: row.recordedSince, simulation, live }),
  }
}

function getLive(
  row: ScorecardRow,
  { recordedSince, simulation, live }: ScorecardResult & { recordedSince: string },
): Scorecard['live'] {
  const { firstDay, days } = simulation
  const start = Math.max(firstDay, epochDay(recordedSince))
  const byDay = orderByDay(live.stockouts)
  return {
    firstDay: dayFromEpoch(start),
    lastDay: dayFromEpoch(firstDay + days - 1),
    stockouts: byDay.map((i) => wireStockout(live.stockouts[i]!, firstDay, row.products)),
    score: wireScore(live, byDay, days - (start - firstDay), start - firstDay),
  }
}

function orderByDay(stockouts: readonly Stockout[]): number[] {
  return stockouts.map((_, i) => i).sort((a, b) => stockouts[a]!.day - stockouts[b]!.day || a - b)
}

function wireStockout(
  { variant, day, isEstimated }: Stockout,
  firstDay: number,
  products: ScorecardRow['products'],
) {
  return { ...products[variant]!, day: dayFromEpoch(firstDay + day), isEstimated }
}

const outcomeKeys = {
  ran_out: 'ranOut',
  averted: 'averted',
  false_alarm: 'falseAlarms',
  undecided: 'undecided',
} as const

/**
 * Converts a score. Weeks are counted from the first day of the scorecard; `skipped` days of the simulation
 * come before it.
 */
function wireScore(score: Score, byDay: readonly number[], days: number, skipped = 0): ScorecardScore {
  const weeks = Array.from({ length: Math.ceil(days / WEEK_DAYS) }, () => ({
    ranOut: 0,
    averted: 0,
    falseAlarms: 0,
    undecided: 0,
  }))
  for (const { openedOn, outcome } of score.alerts) {
    const week = weeks[Math.floor(Math.max(0, openedOn - skipped) / WEEK_DAYS)]
    if (week) week[outcomeKeys[outcome]] += 1
  }
  return { warningDays: byDay.map((i) => score.warningDays[i]!), weeks }
}
