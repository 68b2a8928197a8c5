import { daysBetween } from '../../ui/format/days.ts'
import { movingMean } from '../shared/moving-mean.ts'

export interface SalesDay {
  day: string
  unitsSold: number
  outOfStock?: boolean
}

export interface ForecastDay {
  day: string
  p10: number
  p25: number
  p50: number
  p75: number
  p90: number
}

/** One day of the demand chart; `x` is the middle of the day, counted in days from today. */
export interface DemandRow {
  x: number
  day: string
  sold?: number
  mean?: number
  outer?: [number, number]
  inner?: [number, number]
  likely?: number
}

/** Returns the days of history that fit beside a forecast of `horizonDays` on a chart `widthPx` wide. */
export function historyDaysFor(widthPx: number, horizonDays: number): number {
  if (widthPx < 520) return Math.max(14, Math.min(28, horizonDays))
  return Math.min(120, Math.max(42, horizonDays * 2))
}

/**
 * Returns the rows of the demand chart: history with its 7-day mean (days out of stock left open), then the
 * forecast.
 */
export function demandRows(args: {
  today: string
  history: readonly SalesDay[]
  forecast: readonly ForecastDay[]
}): DemandRow[] {
  const { today, history, forecast } = args
  const x = (day: string) => daysBetween(today, day) + 0.5
  const means = movingMean(
    history.map(({ unitsSold, outOfStock }) => ({ unitsSold, outOfStock: outOfStock ?? false })),
  )
  const past = history.map(({ day, unitsSold, outOfStock }, index): DemandRow => {
    if (outOfStock) return { x: x(day), day }
    const mean = means[index]
    return { x: x(day), day, sold: unitsSold, ...(mean == null ? {} : { mean }) }
  })
  const ahead = forecast.map(
    ({ day, p10, p25, p50, p75, p90 }): DemandRow => ({
      x: x(day),
      day,
      outer: [p10, p90],
      inner: [p25, p75],
      likely: p50,
    }),
  )
  return [...past, ...ahead]
}

/** Returns the highest value drawn, with a little space above it. */
export function demandCeiling(rows: readonly DemandRow[]): number {
  const highest = Math.max(1, ...rows.map((row) => Math.max(row.sold ?? 0, row.outer?.[1] ?? 0)))
  return highest * 1.06
}
