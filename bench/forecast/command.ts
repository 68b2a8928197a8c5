import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sales } from '../../apps/cli/src/read-sales.ts'
import { casesAt, type DataSet, getFile, getOrigin } from './data-sets.ts'
import { DAY_PROBABILITIES, type Forecast, Scorer, SUM_PROBABILITIES, stockLevels } from './score.ts'

export const COMMAND = 'tools/forecast.mjs'
export const PLAIN = 'bench/forecast/plain-command.ts'
const root = fileURLToPath(new URL('../..', import.meta.url))
const MEASURED = `${root}bench/forecast/measured-run.mjs`
const MINUTES = 10

interface Run {
  set: DataSet
  sales: Sales
  backs: readonly number[]
  folder: string
  /** Scores the plain mean of this many days instead of the command. */
  plainDays?: number
}

/** Scores what the forecast command writes for a whole set at several origins, or what the plain mean does. */
export function scoreCommand({ set, sales, backs, folder, plainDays }: Run) {
  const scorer = new Scorer()
  const stock = join(folder, 'stock.csv')
  const out = join(folder, 'forecast.csv')
  for (const back of backs) {
    const cases = casesAt(sales, back)
    const lines = cases.flatMap(({ id, history }) => stockLevels(history).map((units) => `${id},${units}\n`))
    writeFileSync(stock, `series_id,on_hand\n${lines.join('')}`)
    const args = commandArgs({ set, back, horizonDays: 30, out })
    if (plainDays) measure(PLAIN, [...args, String(plainDays)])
    else measure(COMMAND, [...args, '--stock', stock])
    const forecasts = readOutput(out, plainDays ? null : join(folder, 'forecast.risk.csv'))
    for (const { id, history, future } of cases) {
      const forecast = forecasts.get(id)
      if (!forecast) throw new Error(`${set.name}: no forecast for ${id}`)
      scorer.add(history, future, forecast)
    }
  }
  return scorer.result()
}

type Asked = { set: DataSet; back: number; horizonDays: number; out: string }

export function commandArgs({ set, back, horizonDays, out }: Asked): string[] {
  const origin = getOrigin(set, back)
  return ['--input', getFile(set), '--origin', origin, '--horizon', String(horizonDays), '--out', out]
}

/** Returns what a script costs from the start of Node: processor seconds of all threads, seconds, and peak memory in bytes. */
export function measure(script: string, args: readonly string[]): Record<'cpu' | 'wall' | 'memory', number> {
  const begin = performance.now()
  const run = spawnSync(process.execPath, [MEASURED, `${root}${script}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    timeout: MINUTES * 60_000,
  })
  if (run.status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${run.status ?? run.signal}`)
  return { ...JSON.parse(run.output[3] as string), wall: (performance.now() - begin) / 1000 }
}

/** Reads the command's file, and that of the risks where there is one, by series. The ids of the data sets need no quotes. */
export function readOutput(out: string, riskFile: string | null): Map<string, Forecast> {
  const forecasts = new Map<string, Forecast>()
  const [header = '', ...lines] = readFileSync(out, 'utf8').trimEnd().split('\n')
  const columns = header.split(',')
  const at = (probability: number) => columns.indexOf(`q${String(probability).slice(2).padEnd(2, '0')}`)
  const [dayColumns, sumColumns, median] = [DAY_PROBABILITIES.map(at), SUM_PROBABILITIES.map(at), at(0.5)]
  const risks = riskFile ? readFileSync(riskFile, 'utf8').trimEnd().split('\n').slice(1) : []
  let risk = 0
  for (const line of lines) {
    const cells = line.split(',')
    const [id = '', kind, days] = cells
    const forecast: Forecast = forecasts.get(id) ?? { days: [], sums: new Map(), stockouts: [] }
    forecasts.set(id, forecast)
    const read = (wanted: readonly number[]) => {
      return { mean: Number(cells[3]), quantiles: wanted.map((column) => Number(cells[column])) }
    }
    if (kind === 'day') forecast.days.push(read(dayColumns))
    else if (kind === 'cum') forecast.sums.set(Number(days), read(sumColumns))
    else {
      const within14 = Number((risks[risk++] as string).split(',')[3])
      forecast.stockouts.push({ onHand: Number(cells.at(-1)), daysByMedian: Number(cells[median]), within14 })
    }
  }
  return forecasts
}
