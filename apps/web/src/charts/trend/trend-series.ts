import { daysBetween } from '../../ui/format/days.ts'

/** One day of a trend: the past value, or the expected range. null is not known. */
export interface TrendPoint {
  day: string
  past: number | null
  low: number | null
  likely: number | null
  high: number | null
}

/** One row of the chart; `x` is the end of the day, counted in days from the start of today. */
export interface TrendRow {
  x: number
  day: string | null
  past?: number
  likely?: number
  range?: [number, number]
}

/**
 * Returns the rows of the chart. `now`, where it is known, joins history and forecast at the line of today.
 */
export function trendRows(args: {
  today: string
  points: readonly TrendPoint[]
  now: number | null
}): TrendRow[] {
  const { today, points, now } = args
  const rows = points.map(({ day, past, low, likely, high }): TrendRow => {
    return {
      x: daysBetween(today, day) + 1,
      day,
      ...(past === null ? {} : { past }),
      ...(likely === null ? {} : { likely }),
      ...(low === null || high === null ? {} : { range: [low, high] }),
    }
  })
  if (now === null) return rows
  const hasRange = rows.some(({ range }) => range !== undefined)
  const start: TrendRow = { x: 0, day: null, likely: now, ...(hasRange ? { range: [now, now] } : {}) }
  const firstAhead = rows.findIndex(({ x }) => x > 0)
  return firstAhead === -1 ? rows : rows.toSpliced(firstAhead, 0, start)
}

export function trendCeiling(rows: readonly TrendRow[], least: number): number {
  const highest = rows.map(({ past = 0, likely = 0, range }) => Math.max(past, likely, range?.[1] ?? 0))
  return Math.max(least, ...highest) * 1.06
}

/** Returns how many days at the start of the history are not known. */
export function unknownDays(points: readonly TrendPoint[], today: string): number {
  const history = points.filter(({ day }) => day < today)
  const known = history.findIndex(({ past }) => past !== null)
  return known === -1 ? history.length : known
}
