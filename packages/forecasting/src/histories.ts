import { estimateDemand } from './censoring/estimate-demand.ts'
import {
  fillHistory,
  type History,
  historyBuffers,
  historyOf,
  MOST_DAYS,
  STARTING_DAYS,
  usedDays,
} from './history.ts'
import type { SeriesInput } from './types.ts'

/**
 * The histories of checked series. Each one is prepared when it is read, in the same memory as the one before
 * and instead of it, because all of them together would take several times the memory of the series.
 */
export class Histories implements Iterable<History> {
  /** Days of the longest history. */
  readonly longest: number
  readonly #series: readonly SeriesInput[]
  readonly #buffers

  constructor(series: readonly SeriesInput[]) {
    this.longest = series.reduce((most, one) => Math.max(most, usedDays(one)), 0)
    this.#series = series.map(estimateDemand)
    this.#buffers = historyBuffers(this.longest)
  }

  /** Returns one history, which may be used until another one is read. */
  at(index: number): History {
    return fillHistory(this.#series[index] as SeriesInput, this.#buffers)
  }

  idAt(index: number): string {
    return (this.#series[index] as SeriesInput).id
  }

  *[Symbol.iterator](): Generator<History> {
    for (let i = 0; i < this.#series.length; i++) yield this.at(i)
  }
}

/**
 * Shortens the histories of checked series by their latest days. It holds one series at a time, and uses the
 * memory of the one before again.
 */
export class EarlierHistories {
  #series: SeriesInput | null = null
  #isEstimated = false
  #whole: History | null = null
  readonly #buffers = historyBuffers(MOST_DAYS)
  readonly #otherBuffers = historyBuffers(MOST_DAYS)

  /** Takes another series in place of the one before. */
  read(series: SeriesInput): void {
    const estimated = estimateDemand(series)
    this.#series = series
    this.#isEstimated = estimated !== series
    this.#whole = fillHistory(estimated, this.#buffers)
  }

  /** Returns the whole history of the series. */
  whole(): History {
    if (!this.#whole) throw new Error('no series was read')
    return this.#whole
  }

  /** Returns the history of the series without its last `back` days; it may be used until the next call. */
  before(back: number): History {
    const [series, whole] = [this.#series, this.#whole]
    if (!series || !whole) throw new Error('no series was read')
    const days = Math.max(0, series.unitsSold.length - back)
    const cut = cutTo(series, days)
    const estimated = estimateDemand(cut)
    const isEstimated = this.#isEstimated || estimated !== cut
    if (!isEstimated && whole.n === series.unitsSold.length && startsAlike(whole, days))
      return historyOf({ ...whole, n: days, units: whole.units.subarray(0, days) }, whole)
    return fillHistory(estimated, this.#otherBuffers)
  }
}

/**
 * Returns whether demand on days out of stock would be the same if only the first `days` days were known: the
 * starting level is taken from the first `STARTING_DAYS` days in stock.
 */
function startsAlike({ demand, units, daysInStockBefore }: History, days: number): boolean {
  return demand === units || (daysInStockBefore[days] as number) >= STARTING_DAYS
}

/** Returns the first `days` days of a series. */
export function cutTo(series: SeriesInput, days: number): SeriesInput {
  const { unitsSold, outOfStock } = series
  return {
    ...series,
    unitsSold: unitsSold.subarray(0, days),
    ...(outOfStock && { outOfStock: outOfStock.subarray(0, days) }),
  }
}
