export interface DotColumn {
  /** Centre of the column in px. */
  x: number
  /** Its dots by their days until stockout; place 0 is at the zero line. */
  dots: { day: number; place: number }[]
}

interface Placement {
  futures: readonly (number | null)[]
  /** Days from today to px. */
  x: (day: number) => number
  /** Columns start at this day, so that no dot is on the wrong side of it. */
  anchorDay: number
  /** Width of a dot; a column has the fewest whole days of at least this width. */
  dotPx: number
  maxPx: number
}

/**
 * Stacks equally likely days until stockout into columns, each dot in the middle of its day (day 1 is
 * today); those after `maxPx` or the horizon are counted in `after`.
 */
export function dotColumns({ futures, x, anchorDay, dotPx, maxPx }: Placement) {
  const dayPx = x(1) - x(0)
  const daysWide = Math.max(1, Math.ceil(dotPx / dayPx))
  const columns = new Map<number, number[]>()
  let after = 0
  for (const day of futures) {
    const middle = day === null ? Number.POSITIVE_INFINITY : Math.max(0, day - 0.5)
    if (day === null || x(middle) > maxPx) {
      after += 1
      continue
    }
    const column = Math.floor((middle - anchorDay) / daysWide)
    columns.set(column, [...(columns.get(column) ?? []), day])
  }
  const placed: DotColumn[] = [...columns].map(([column, days]) => ({
    x: Math.max(x(0), x(anchorDay + (column + 0.5) * daysWide)),
    dots: days.map((day, place) => ({ day, place })),
  }))
  return { columns: placed, after }
}

/**
 * Returns whether stock runs out before the order arrives. With a lead time of 14 days, day 14 is the last
 * one before.
 */
export function isBeforeArrival(day: number | null, leadTimeDays: number): boolean {
  return day !== null && day <= leadTimeDays
}

/** Returns how many futures run out before an order placed today arrives. */
export function countBeforeArrival(futures: readonly (number | null)[], leadTimeDays: number): number {
  return futures.filter((day) => isBeforeArrival(day, leadTimeDays)).length
}
