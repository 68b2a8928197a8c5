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

/** A day whose forecast was changed by hand: as it was before, and whether the change is large. */
export interface ChangedDay {
  day: string
  p50: number
  isFarOff: boolean
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
  /** The forecast before a change by hand, also on the days next to changed ones, from which its line starts. */
  baseline?: number
  /** The most likely demand on a day with a large change. */
  far?: number
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
  changed?: readonly ChangedDay[]
}): DemandRow[] {
  const { today, history, forecast, changed = [] } = args
  const x = (day: string) => daysBetween(today, day) + 0.5
  const means = movingMean(
    history.map(({ unitsSold, outOfStock }) => ({ unitsSold, outOfStock: outOfStock ?? false })),
  )
  const past = history.map(({ day, unitsSold, outOfStock }, index): DemandRow => {
    if (outOfStock) return { x: x(day), day }
    const mean = means[index]
    return { x: x(day), day, sold: unitsSold, ...(mean == null ? {} : { mean }) }
  })
  const before = new Map(changed.map((one) => [one.day, one]))
  const near = (index: number) =>
    [index - 1, index, index + 1].flatMap((i) => before.get(forecast[i]?.day ?? '') ?? [])
  const ahead = forecast.map(
    ({ day, p10, p25, p50, p75, p90 }, index): DemandRow => ({
      ...(near(index).length > 0 && { baseline: before.get(day)?.p50 ?? p50 }),
      ...(near(index).some(({ isFarOff }) => isFarOff) && { far: p50 }),
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
  const highest = Math.max(
    1,
    ...rows.map((row) => Math.max(row.sold ?? 0, row.outer?.[1] ?? 0, row.baseline ?? 0)),
  )
  return highest * 1.06
}
