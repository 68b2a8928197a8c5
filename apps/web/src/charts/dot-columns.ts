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
  /** The column grid starts here, so that no dot lies on the wrong side of it. */
  anchorPx: number
  stepPx: number
  maxPx: number
}

/**
 * Stacks equally likely days until stockout into columns, each dot in the middle of its day (day 1 is today);
 * what lies after `maxPx` or the horizon is counted in `after`.
 */
export function dotColumns({ futures, x, anchorPx, stepPx, maxPx }: Placement) {
  const columns = new Map<number, number[]>()
  let after = 0
  for (const day of futures) {
    const px = day === null ? Number.POSITIVE_INFINITY : x(Math.max(0, day - 0.5))
    if (px > maxPx) {
      after += 1
      continue
    }
    const column = Math.floor((px - anchorPx) / stepPx + 1e-9)
    columns.set(column, [...(columns.get(column) ?? []), day!])
  }
  const placed: DotColumn[] = [...columns].map(([column, days]) => ({
    x: anchorPx + (column + 0.5) * stepPx,
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
