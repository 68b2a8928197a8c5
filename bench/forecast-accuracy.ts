// Accuracy and cost of the forecast command on real sales, against reference rows: npm run -s bench:forecast
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sales } from '../apps/cli/src/read-sales.ts'
import { costOf } from './forecast/cost.ts'
import {
  DATA_SETS,
  type DataSet,
  fileOf,
  loadSet,
  ORIGINS_BACK,
  originOf,
  splitAt,
} from './forecast/data-sets.ts'
import { forecastOfDistribution } from './forecast/distribution-forecast.ts'
import { meanOfLast, plainDistribution } from './forecast/plain-distribution.ts'
import { readOutput } from './forecast/read-output.ts'
import { HEADINGS, print, printStockouts } from './forecast/report.ts'
import { cpuSecondsOf } from './forecast/run-command.ts'
import { isEligible, Scorer, type Scores, stockLevels } from './forecast/score.ts'

/** Reference rows have three decimals. */
const ROUNDING = 0.0005
/** Largest difference of the scorer's result from the reference row of the plain method. */
const REPRODUCTION = 0.002

const failures: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'forecast-bench-'))
try {
  for (const set of DATA_SETS) benchSet(set)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures) console.log(`FAILED  ${failure}`)
if (failures.length > 0) process.exitCode = 1
else console.log('All gates passed.')

function benchSet(set: DataSet): void {
  const sales = loadSet(set)
  console.log(`\n${set.name}: ${sales.ids.length} series, origins T-${ORIGINS_BACK.join(', T-')}`)
  console.log(HEADINGS)
  const naive = scorePlain(sales, 1)
  const plain = scorePlain(sales, 30)
  const ours = scoreCommand(set, sales)
  print('naive + NB (here)', naive)
  print('mean30 + NB (table)', set.plain)
  print('mean30 + NB (here)', plain)
  print('reference (table)', set.reference)
  print('this command', ours)
  const gates: [string, number, number][] = [
    ['RMSSE', ours.rmsse, set.reference.rmsse],
    ['SPL', ours.spl, set.reference.spl],
    ['cPL30', ours.cpl[2], set.reference.cpl[2]],
  ]
  for (const [name, value, reference] of gates) {
    console.log(`  ${name.padEnd(6)} ${value.toFixed(4)} = ${(value / reference).toFixed(3)} × the reference`)
    if (!(value <= reference + ROUNDING))
      failures.push(`${set.name}: ${name} ${value.toFixed(4)} > ${reference}`)
  }
  printStockouts(ours)
  for (const [name, value, table] of [
    ['RMSSE', plain.rmsse, set.plain.rmsse],
    ['SPL', plain.spl, set.plain.spl],
    ['cPL30', plain.cpl[2], set.plain.cpl[2]],
  ] as const) {
    if (!(Math.abs(value - table) <= REPRODUCTION))
      failures.push(`${set.name}: the scorer gives mean30 ${name} ${value}`)
  }
  benchCost(set, sales.ids.length)
}

function scorePlain(sales: Sales, days: number): Scores {
  const scorer = new Scorer()
  for (const back of ORIGINS_BACK) {
    for (let series = 0; series < sales.ids.length; series++) {
      const { history, future } = splitAt(sales, series, back)
      if (isEligible(history)) {
        scorer.add(
          history,
          future,
          forecastOfDistribution(plainDistribution(history, meanOfLast(history, days))),
        )
      }
    }
  }
  return scorer.result()
}

function scoreCommand(set: DataSet, sales: Sales): Scores {
  const scorer = new Scorer()
  for (const back of ORIGINS_BACK) {
    const eligible = sales.ids
      .map((id, series) => ({ id, ...splitAt(sales, series, back) }))
      .filter(({ history }) => isEligible(history))
    const lines = eligible.flatMap(({ id, history }) =>
      stockLevels(history).map((units) => `${id},${units}\n`),
    )
    const stock = join(folder, 'stock.csv')
    writeFileSync(stock, `series_id,on_hand\n${lines.join('')}`)
    const out = join(folder, 'forecast.csv')
    const args = [...commandArgs(set, back, out), '--stock', stock]
    cpuSecondsOf('tools/forecast.mjs', ['--input', fileOf(set), ...args])
    const forecasts = readOutput(out, join(folder, 'forecast.risk.csv'))
    for (const { id, history, future } of eligible) {
      const forecast = forecasts.get(id)
      if (!forecast) throw new Error(`${set.name}: no forecast for ${id}`)
      scorer.add(history, future, forecast)
    }
  }
  return scorer.result()
}

function commandArgs(set: DataSet, back: number, out: string): string[] {
  return ['--origin', originOf(set, back), '--horizon', '30', '--out', out]
}

function benchCost(set: DataSet, series: number): void {
  const args = commandArgs(set, 30, join(folder, 'cost.csv'))
  const { line, failure } = costOf({ input: fileOf(set), args, series, folder })
  console.log(`  ${line}`)
  if (failure) failures.push(`${set.name}: ${failure}`)
}
