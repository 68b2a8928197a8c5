import { join } from 'node:path'
import { COMMAND, commandArgs, measure, readOutput } from '../command.ts'
import { casesAt, loadSet } from '../data-sets.ts'
import type { Part } from '../findings.ts'
import { SumScorer } from '../score.ts'

const DAYS = 90
const NINETY_ORIGINS_BACK = [150, 120, 90]

/** Scores the sum of 90 days, as the command writes it, at three origins. */
export const benchNinetyDays: Part = ({ set, findings, folder }) => {
  const sales = loadSet(set)
  const scorer = new SumScorer(DAYS)
  for (const back of NINETY_ORIGINS_BACK) {
    const out = join(folder, 'ninety.csv')
    measure(COMMAND, commandArgs({ set, back, horizonDays: DAYS, out }))
    const forecasts = readOutput(out, null)
    for (const { id, history, future } of casesAt(sales, back)) {
      const sum = forecasts.get(id)?.sums.get(DAYS)
      if (!sum) throw new Error(`${set.name}: no sum of ${DAYS} days for ${id}`)
      scorer.add(history, future, sum)
    }
  }
  const { cpl, coverage, bias, count } = scorer.result()
  console.log(`\n${set.name}, 90 days, origins T-${NINETY_ORIGINS_BACK.join(', T-')}: ${count} forecasts`)
  console.log(`  cPL90 ${cpl.toFixed(4)}, coverage ${coverage.toFixed(4)}, bias ${bias.toFixed(4)}`)
  findings.atMost(`${set.name}/ninety/cPL90`, cpl, set.goals.cpl90)
  findings.within(`${set.name}/ninety/coverage90`, coverage, set.goals.coverage90)
  findings.figure(`${set.name}/ninety/bias`, bias)
}
