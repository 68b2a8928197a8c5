import type { AlertOutcome, Score } from '@stockcast/forecasting'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { csvRecord } from '../../providers/files/write-record.ts'
import { findServiceLevel } from '../settings/queries.ts'
import { findScorecard, findScorecardInputs, type ScorecardRow } from './queries.ts'
import type { ScorecardResult } from './run-in-thread.ts'

const NO_CARD = 'There is no scorecard yet. It comes with the first forecasts.'

/** Returns all inputs of the scorecard: `npm run scorecard` computes the same figures from them. */
export async function exportInputs({
  merchantId,
  tx,
}: Context): Promise<{ fileName: string; content: ReadableStream<Uint8Array> }> {
  const row = await findScorecard(tx, merchantId)
  const bytes = await findScorecardInputs(tx, merchantId)
  if (!row || !bytes) throw new AppError('not_found', NO_CARD)
  const packed = ReadableStream.from([new Uint8Array(bytes)])
  return {
    fileName: `scorecard-${row.origin}.json`,
    content: packed.pipeThrough(new DecompressionStream('gzip')),
  }
}

const columns = ['Kind', 'Product', 'SKU', 'Day', 'Until', 'Outcome', 'Days of Warning', 'Stock']

/**
 * Returns every stockout and every alert at the level in use, one per row: counting rows gives the figures on
 * screen.
 */
export async function exportTable({
  merchantId,
  tx,
}: Context): Promise<{ fileName: string; content: string }> {
  const row = await findScorecard(tx, merchantId)
  if (!row) throw new AppError('not_found', NO_CARD)
  const serviceLevel = await findServiceLevel(tx, merchantId)
  const heads = csvRecord(columns.map((text) => ({ text })))
  return { fileName: `scorecard-${row.origin}.csv`, content: heads + records(row, serviceLevel).join('') }
}

const outcomeWords: Record<AlertOutcome, string> = {
  ran_out: 'Ran out',
  averted: 'A delivery came in time',
  false_alarm: 'False alarm',
  undecided: 'Too early to tell',
}

function records(row: ScorecardRow, serviceLevel: number): string[] {
  const { simulation } = row.result as ScorecardResult
  const step = nearestStep(simulation.steps, serviceLevel)
  const toDay = (day: number | null) => (day === null ? null : dayFromEpoch(simulation.firstDay + day))
  const getName = (variant: number) => {
    const { title, sku } = row.products[variant]!
    return [{ text: title }, { text: sku }]
  }
  const stockouts = simulation.stockouts.map(({ variant, day, isEstimated }, i) => {
    const warning = step.warningDays[i] ?? null
    return csvRecord([
      { text: 'Stockout' },
      ...getName(variant),
      { text: toDay(day) },
      { text: null },
      { text: warning === null ? 'Missed' : 'Warned' },
      { number: warning },
      { text: isEstimated ? 'Estimated' : 'Recorded' },
    ])
  })
  const alerts = step.alerts.map(({ variant, openedOn, closedOn, outcome }) =>
    csvRecord([
      { text: 'Alert' },
      ...getName(variant),
      { text: toDay(openedOn) },
      { text: toDay(closedOn) },
      { text: outcomeWords[outcome] },
      { number: null },
      { text: null },
    ]),
  )
  return [...stockouts, ...alerts]
}

function nearestStep<Step extends Score & { serviceLevel: number }>(
  steps: readonly Step[],
  serviceLevel: number,
): Step {
  const distance = (step: Step) => Math.abs(step.serviceLevel - serviceLevel)
  return steps.reduce((best, step) => (distance(step) < distance(best) ? step : best))
}
