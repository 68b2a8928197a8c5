export interface DotColumn {
  /** Centre of the column in px. */
  x: number
  /** Days until stockout of its dots, ascending. */
  days: number[]
}

interface Placement {
  futures: readonly (number | null)[]
  /** Days from today to px. */
  x: (day: number) => number
  /** Columns are counted from this day on, so that no dot lies on the wrong side of it. */
  anchorDay: number
  /** A dot's room; a column is the fewest whole days that give it. */
  dotPx: number
  maxPx: number
}

/**
 * Stacks equally likely days until stockout into columns, each dot in the middle of its day (day 1 is today);
 * what lies after `maxPx` or the horizon is counted in `after`.
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
    days,
  }))
  return { columns: placed, after }
}

/** Day 14 is the last one before the arrival of an order that takes 14 days. */
export function isBeforeArrival(day: number | null, leadTimeDays: number): boolean {
  return day !== null && day <= leadTimeDays
}

/** How many of the futures run out before an order placed today arrives. */
export function countBeforeArrival(futures: readonly (number | null)[], leadTimeDays: number): number {
  return futures.filter((day) => isBeforeArrival(day, leadTimeDays)).length
}
