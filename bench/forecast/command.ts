import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sales } from '../../apps/cli/src/read-sales.ts'
import { casesAt } from './cases.ts'
import { type DataSet, getFile, getOrigin } from './data-sets.ts'
import { readOutput } from './read-output.ts'
import { measure } from './run-command.ts'
import { Scorer, type Scores, stockLevels } from './score.ts'

export const COMMAND = 'tools/forecast.mjs'
export const PLAIN = 'bench/forecast/plain-command.ts'

interface Run {
  set: DataSet
  sales: Sales
  backs: readonly number[]
  folder: string
  /** Scores the plain mean of this many days instead of the command. */
  plainDays?: number
}

/** Scores what the forecast command writes for a whole set at several origins, or what the plain mean does. */
export function scoreCommand({ set, sales, backs, folder, plainDays }: Run): Scores {
  const scorer = new Scorer()
  const [stock, out, risks] = ['stock.csv', 'forecast.csv', 'forecast.risk.csv'].map((name) =>
    join(folder, name),
  )
  for (const back of backs) {
    const cases = casesAt(sales, back)
    const lines = cases.flatMap(({ id, history }) => stockLevels(history).map((units) => `${id},${units}\n`))
    writeFileSync(stock!, `series_id,on_hand\n${lines.join('')}`)
    const args = commandArgs({ set, back, horizonDays: 30, out: out! })
    if (plainDays) measure(PLAIN, [...args, String(plainDays)])
    else measure(COMMAND, [...args, '--stock', stock!])
    const forecasts = readOutput(out!, plainDays ? null : risks!)
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
  const origin = getOrigin(set, back)
  return ['--input', getFile(set), '--origin', origin, '--horizon', String(horizonDays), '--out', out]
}
