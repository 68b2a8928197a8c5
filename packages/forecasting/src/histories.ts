import { estimateDemand } from './censoring/estimate-demand.ts'
import {
  fillHistory,
  getHistory,
  type History,
  type HistoryBuffers,
  historyBuffers,
  MAX_DAYS,
  STARTING_DAYS,
  usedDays,
} from './history.ts'
import { ALL_TEACHES, teachingDays, type Unteaching } from './shop-days/left-out.ts'
import { type RegularOrders, regularOrders } from './shop-days/regular-orders.ts'
import type { SeriesInput, SeriesList } from './types.ts'

/**
 * The histories of checked series. Each one is prepared when it is read, in the same memory as the one before
 * and instead of it, because all of them together would take several times the memory of the series.
 */
export class Histories {
  readonly length: number
  readonly #series: SeriesList
  /** What is estimated of each series that was read. */
  #known: KnownSeries[] = []
  #unteaching: Unteaching = ALL_TEACHES
  readonly #buffers: HistoryBuffers
  #id = ''

  /** Histories that are not read at the same time may share `buffers`, which have room for the longest. */
  constructor(series: SeriesList, buffers: HistoryBuffers = historyBuffers(getLongest(series))) {
    this.length = series.length
    this.#series = series
    this.#buffers = buffers
  }

  /** Leaves these days out of all histories that are read from now on. */
  leaveOut(unteaching: Unteaching): void {
    this.#unteaching = unteaching
    this.#known = []
  }

  /** Returns one history, which may be used until another one is read. */
  at(index: number): History {
    const series = this.#seriesAt(index)
    this.#id = series.id
    const { estimate } = this.#known[index]!
    const history = fillHistory(series, this.#buffers, estimate?.wanted)
    if (estimate) estimate.wanted ??= wantedOutOfStock(history)
    return history
  }

  /** Calls `use` with each history, which may be used until it returns, and the id of its series. */
  forEach(use: (history: History, id: string) => void): void {
    for (let i = 0; i < this.length; i++) use(this.at(i), this.#id)
  }

  /** Returns one history as `at` does, and the orders at even distances that it is without. */
  preparedAt(index: number): PreparedSeries {
    return { history: this.at(index), orders: this.#known[index]!.orders }
  }

  #seriesAt(index: number): SeriesInput {
    const series = this.#series.at(index) as SeriesInput
    const known = this.#known[index]
    if (known) return known.estimate ? withEstimate(series, known.estimate, this.#buffers.units) : series
    const orders = this.#unteaching.isRecorded ? null : regularOrders(series)
    const estimated = estimateDemand(teachingDays(series, this.#unteaching, orders))
    const isSame = estimated.unitsSold === series.unitsSold && estimated.outOfStock === series.outOfStock
    this.#known[index] = { orders, estimate: isSame ? null : getEstimate(estimated, series) }
    return estimated
  }
}

/** The history of a series without the days that teach nothing, and its orders at even distances; null if it has none. */
export interface PreparedSeries {
  history: History
  orders: RegularOrders | null
}

interface KnownSeries {
  orders: RegularOrders | null
  /** Null if the demand is what was sold, and no day is left out. */
  estimate: Estimate | null
}

/** The days of a series that are used, as estimated: only where the demand differs from the sales it takes memory. */
interface Estimate {
  outOfStock: Uint8Array
  /** Indices of days whose demand is not what was sold, and the demand of each. */
  days: Uint16Array
  demand: Float64Array
  /** The demand of the days out of stock, in their order; null until the history was read. */
  wanted: Float64Array | null
}

function wantedOutOfStock({ n, inStock, demand, daysInStockBefore }: History): Float64Array {
  const wanted = new Float64Array(n - daysInStockBefore[n]!)
  for (let t = 0, i = 0; i < wanted.length; t++) if (inStock[t] === 0) wanted[i++] = demand[t]!
  return wanted
}

function getEstimate(estimated: SeriesInput, series: SeriesInput): Estimate {
  const skipped = series.unitsSold.length - usedDays(series)
  const [wanted, sold] = [estimated.unitsSold, series.unitsSold]
  let count = 0
  if (wanted !== sold)
    for (let t = skipped; t < sold.length; t++) {
      if (wanted[t] === sold[t]) continue
      changed.days[count] = t - skipped
      changed.demand[count++] = wanted[t]!
    }
  return {
    outOfStock: (estimated.outOfStock as Uint8Array).slice(skipped),
    days: changed.days.slice(0, count),
    demand: changed.demand.slice(0, count),
    wanted: null,
  }
}

/** The changed days of one series at a time. */
const changed = { days: new Uint16Array(MAX_DAYS), demand: new Float64Array(MAX_DAYS) }

/** Returns the days of a series that are used, in this memory. */
function withEstimate(
  series: SeriesInput,
  { outOfStock, days, demand }: Estimate,
  memory: Float64Array,
): SeriesInput {
  const skipped = series.unitsSold.length - outOfStock.length
  const sold = skipped === 0 ? series.unitsSold : series.unitsSold.subarray(skipped)
  const unitsSold = days.length === 0 ? sold : memory.subarray(0, outOfStock.length)
  if (unitsSold !== sold) unitsSold.set(sold)
  for (let i = 0; i < days.length; i++) unitsSold[days[i]!] = demand[i]!
  const { id, firstDay, likeness } = series
  return { id, firstDay: firstDay + skipped, unitsSold, outOfStock, ...(likeness && { likeness }) }
}

/** Returns the days of the longest history. */
export function getLongest(series: SeriesList): number {
  let longest = 0
  for (let i = 0; i < series.length; i++) longest = Math.max(longest, usedDays(series.at(i) as SeriesInput))
  return longest
}

/**
 * Shortens the histories of checked series by their latest days. It holds one series at a time, and uses the
 * memory of the one before again.
 */
export class EarlierHistories {
  #series: SeriesInput | null = null
  #isEstimated = false
  #whole: History | null = null
  readonly #unteaching: Unteaching
  readonly #buffers = historyBuffers(MAX_DAYS)
  readonly #otherBuffers = historyBuffers(MAX_DAYS)

  /** Days that teach nothing are left out of all histories. */
  constructor(unteaching: Unteaching = ALL_TEACHES) {
    this.#unteaching = unteaching
  }

  /** Takes another series in place of the one before; its orders at even distances are found if they are not given. */
  read(told: SeriesInput, orders?: RegularOrders | null): void {
    const series = teachingDays(told, this.#unteaching, orders)
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
      return getHistory({ ...whole, n: days, units: whole.units.subarray(0, days) }, whole)
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
