import { readFileSync } from 'node:fs'
import { DAY_PROBABILITIES, type Forecast, SUM_PROBABILITIES } from './score.ts'

/** Reads the command's file, and that of the risks where there is one, by series. The ids of the data sets need no quotes. */
export function readOutput(out: string, riskFile: string | null): Map<string, Forecast> {
  const forecasts = new Map<string, Forecast>()
  const [header = '', ...lines] = readFileSync(out, 'utf8').trimEnd().split('\n')
  const columns = header.split(',')
  const at = (probability: number) => columns.indexOf(`q${String(probability).slice(2).padEnd(2, '0')}`)
  const dayColumns = DAY_PROBABILITIES.map(at)
  const sumColumns = SUM_PROBABILITIES.map(at)
  const median = at(0.5)
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
