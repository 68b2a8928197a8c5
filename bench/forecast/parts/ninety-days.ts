import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { casesAt } from '../cases.ts'
import { commandArgs } from '../command.ts'
import { loadSet } from '../data-sets.ts'
import type { Part } from '../findings.ts'
import { GOALS, type Goals } from '../goals.ts'
import { measure } from '../run-command.ts'
import { SumScorer } from '../score.ts'

const DAYS = 90
/** Origins from which 90 days are forecast, days before the last day of the set. */
export const NINETY_ORIGINS_BACK = [150, 120, 90]

/** Scores the sum of 90 days, as the command writes it, at three origins. */
export const benchNinetyDays: Part = ({ set, findings, folder }) => {
  const sales = loadSet(set)
  const scorer = new SumScorer(DAYS)
  for (const back of NINETY_ORIGINS_BACK) {
    const out = join(folder, 'ninety.csv')
    measure('tools/forecast.mjs', commandArgs({ set, back, horizonDays: DAYS, out }))
    const sums = readSums(out)
    for (const { id, history, future } of casesAt(sales, back)) {
      const sum = sums.get(id)
      if (!sum) throw new Error(`${set.name}: no sum of ${DAYS} days for ${id}`)
      scorer.add(history, future, sum)
    }
  }
  const { cpl, coverage, bias, count } = scorer.result()
  console.log(`\n${set.name}, 90 days, origins T-${NINETY_ORIGINS_BACK.join(', T-')}: ${count} forecasts`)
  console.log(`  cPL90 ${cpl.toFixed(4)}, coverage ${coverage.toFixed(4)}, bias ${bias.toFixed(4)}`)
  const goals = GOALS[set.name] as Goals
  findings.atMost(`${set.name}/ninety/cPL90`, cpl, goals.cpl90)
  findings.within(`${set.name}/ninety/coverage90`, coverage, goals.coverage90)
  findings.figure(`${set.name}/ninety/bias`, bias)
}

/** Returns the mean, and the quantiles at .05, .5, .8, .9, .95, of each series' sum. */
function readSums(file: string): Map<string, { mean: number; quantiles: Float64Array }> {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const columns = (header as string).split(',')
  const wanted = ['q05', 'q50', 'q80', 'q90', 'q95'].map((name) => columns.indexOf(name))
  const sums = new Map<string, { mean: number; quantiles: Float64Array }>()
  for (const line of lines) {
    if (!line.includes(`,cum,${DAYS},`)) continue
    const cells = line.split(',')
    const quantiles = Float64Array.from(wanted, (column) => Number(cells[column]))
    sums.set(cells[0] as string, { mean: Number(cells[3]), quantiles })
  }
  return sums
}
