import { readFileSync } from 'node:fs'
import {
  DAY_PROBABILITIES,
  daysByMean,
  type Forecast,
  HORIZON,
  type StockoutForecast,
  SUM_DAYS,
  SUM_PROBABILITIES,
} from './score.ts'

/** A forecast whose stockouts are filled from the later rows of the file. */
type Reading = Forecast & { stockouts: StockoutForecast[] }

/** Reads the command's file, and that of the risks where there is one, by series. The ids of the data sets need no quotes. */
export function readOutput(out: string, riskFile: string | null): Map<string, Forecast> {
  const forecasts = new Map<string, Reading>()
  const [header, ...lines] = readFileSync(out, 'utf8').trimEnd().split('\n')
  const columns = (header as string).split(',')
  const at = (probability: number) => columns.indexOf(`q${String(probability).slice(2).padEnd(2, '0')}`)
  const dayColumns = DAY_PROBABILITIES.map(at)
  const sumColumns = [0.05, ...SUM_PROBABILITIES].map(at)
  const median = at(0.5)
  const risks = riskFile ? readFileSync(riskFile, 'utf8').trimEnd().split('\n').slice(1) : []
  let risk = 0
  for (const line of lines) {
    const cells = line.split(',')
    const reading = forecasts.get(cells[0] as string) ?? empty()
    forecasts.set(cells[0] as string, reading)
    const h = Number(cells[2])
    if (cells[1] === 'day') {
      reading.dayMean[h - 1] = Number(cells[3])
      dayColumns.forEach((column, i) => {
        reading.dayQuantiles[(h - 1) * dayColumns.length + i] = Number(cells[column])
      })
    } else if (cells[1] === 'cum') {
      const row = SUM_DAYS.indexOf(h as 7)
      sumColumns.forEach((column, i) => {
        reading.sumQuantiles[row * sumColumns.length + i] = Number(cells[column])
      })
    } else {
      const onHand = Number(cells.at(-1))
      const within14 = Number((risks[risk++] as string).split(',')[3])
      reading.stockouts.push({
        onHand,
        daysByMean: daysByMean(reading.dayMean, onHand),
        daysByMedian: Number(cells[median]),
        within14,
      })
    }
  }
  return forecasts
}

function empty(): Reading {
  return {
    dayMean: new Float64Array(HORIZON),
    dayQuantiles: new Float64Array(HORIZON * DAY_PROBABILITIES.length),
    sumQuantiles: new Float64Array(SUM_DAYS.length * (1 + SUM_PROBABILITIES.length)),
    stockouts: [],
  }
}
