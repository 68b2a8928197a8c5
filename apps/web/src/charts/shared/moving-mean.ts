interface SalesDay {
  unitsSold: number
  outOfStock: boolean
}

/**
 * Returns the mean of the days in stock among the last `window` days; null on a day out of stock and while
 * fewer than `window` days are known.
 */
export function movingMean(history: readonly SalesDay[], window = 7): (number | null)[] {
  return history.map((day, index) => {
    if (day.outOfStock || index < window - 1) return null
    const inStock = history.slice(index - window + 1, index + 1).filter((other) => !other.outOfStock)
    return inStock.reduce((sum, other) => sum + other.unitsSold, 0) / inStock.length
  })
}

export interface DayRun {
  first: number
  last: number
}

/** Returns the stretches of neighbouring indices for which `isIn` holds. */
export function getRuns(length: number, isIn: (index: number) => boolean): DayRun[] {
  const runs: DayRun[] = []
  for (let index = 0; index < length; index += 1) {
    if (!isIn(index)) continue
    const open = runs.at(-1)
    if (open && open.last === index - 1) open.last = index
    else runs.push({ first: index, last: index })
  }
  return runs
}
