import { daysBetween } from '../../ui/format/days.ts'

/** Units in stock `day` days from now; p10 is the low end. */
export interface StockBand {
  day: number
  p10: number
  p25: number
  p50: number
  p75: number
  p90: number
}

/** Units in stock along one path, `day` days from now. */
export interface StockPoint {
  day: number
  units: number
}

export interface ProjectionRow {
  x: number
  stock?: number | null
  outer?: [number, number]
  inner?: [number, number]
  likely?: number
  ordered?: number
}

/** Returns the days of stock history that fit beside a projection of `horizonDays`. */
export function stockHistoryDaysFor(widthPx: number, horizonDays: number): number {
  if (widthPx < 520) return 14
  return horizonDays > 30 ? 45 : 21
}

/**
 * Returns the rows of the stock chart: closing stock of past days, then the range of what is left, then a
 * path with an order.
 */
export function projectionRows(args: {
  today: string
  history: readonly { day: string; stock: number | null }[]
  bands: readonly StockBand[]
  ordered: readonly StockPoint[]
}): ProjectionRow[] {
  const { today, history, bands, ordered } = args
  const rows = new Map<number, ProjectionRow>()
  const rowAt = (x: number) => {
    const row = rows.get(x) ?? { x }
    rows.set(x, row)
    return row
  }
  for (const { day, stock } of history) rowAt(daysBetween(today, day) + 1).stock = stock
  const emptyFrom = bands.find(({ p50 }) => p50 <= 0)?.day ?? Number.POSITIVE_INFINITY
  for (const { day, p10, p25, p50, p75, p90 } of bands) {
    const row = rowAt(day)
    row.outer = [p10, p90]
    row.inner = [p25, p75]
    if (day <= emptyFrom || p50 > 0) row.likely = p50
    if (day === 0) row.stock = p50
  }
  for (const { day, units } of ordered) rowAt(day).ordered = units
  return [...rows.values()].sort((a, b) => a.x - b.x)
}

/**
 * Returns the days from now on without stock: until some is likely to be there, otherwise until an order
 * arrives.
 */
export function emptyDaysFrom(bands: readonly StockBand[], arrivalDay: number): number {
  const now = bands[0]
  if (now === undefined || now.p50 > 0) return 0
  return Math.min(bands.find(({ p50 }) => p50 > 0)?.day ?? arrivalDay, arrivalDay)
}

/** Returns the highest value drawn, with a little space above it. */
export function projectionCeiling(rows: readonly ProjectionRow[]): number {
  const highest = rows.map((row) => Math.max(row.stock ?? 0, row.outer?.[1] ?? 0, row.ordered ?? 0))
  return Math.max(1, ...highest) * 1.06
}
