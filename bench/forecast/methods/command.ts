import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import { type DataSet, fileOf, originOf } from '../data-sets.ts'
import { readOutput } from '../read-output.ts'
import { measure } from '../run-command.ts'
import { Scorer, type Scores, stockLevels } from '../score.ts'
import { casesAt } from './score-method.ts'

interface Run {
  set: DataSet
  sales: Sales
  backs: readonly number[]
  folder: string
}

/** Scores what the forecast command writes for a whole set at several origins. */
export function scoreCommand({ set, sales, backs, folder }: Run): Scores {
  const scorer = new Scorer()
  for (const back of backs) {
    const cases = casesAt(sales, back)
    const lines = cases.flatMap(({ id, history }) => stockLevels(history).map((units) => `${id},${units}\n`))
    const stock = join(folder, 'stock.csv')
    writeFileSync(stock, `series_id,on_hand\n${lines.join('')}`)
    const out = join(folder, 'forecast.csv')
    const args = [...commandArgs({ set, back, horizonDays: 30, out }), '--stock', stock]
    measure('tools/forecast.mjs', args)
    const forecasts = readOutput(out, join(folder, 'forecast.risk.csv'))
    for (const { id, history, future } of cases) {
      const forecast = forecasts.get(id)
      if (!forecast) throw new Error(`${set.name}: no forecast for ${id}`)
      scorer.add(history, future, forecast)
    }
  }
  return scorer.result()
}

export function commandArgs(args: {
  set: DataSet
  back: number
  horizonDays: number
  out: string
}): string[] {
  const { set, back, horizonDays, out } = args
  const origin = originOf(set, back)
  return ['--input', fileOf(set), '--origin', origin, '--horizon', String(horizonDays), '--out', out]
}
