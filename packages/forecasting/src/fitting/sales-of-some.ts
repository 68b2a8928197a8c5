import type { History } from '../history.ts'
import { WEEKDAYS } from '../models/weekday-profile.ts'
import type { ToldEvent } from '../types.ts'
import { allTimes } from './event-times.ts'

/** Weeks on each side of a sale from whose same weekdays the usual sales are taken. */
const WEEKS = 8

/** A past sale of some series. */
export type SaleOfSome = ToldEvent & { series: readonly string[] }

/** What the series of each sale sold on its days, and what they sell on usual ones. Plain data. */
export interface SoldOnSales {
  sold: Float64Array
  usual: Float64Array
}

/** A past sale, with what was learned from it. */
export interface LearnedSale {
  from: number
  to: number
  series: ReadonlySet<string>
  ratio: number
}

/** Returns each occurrence of a sale of some series that has begun, up to the origin. */
export function pastSalesOfSome(
  told: readonly ToldEvent[],
  { origin, firstDay }: { origin: number; firstDay: number },
): SaleOfSome[] {
  return told
    .filter((event): event is SaleOfSome => event.kind === 'sale' && event.series !== undefined)
    .flatMap((event) => allTimes(event, origin).map((time) => ({ ...time, series: event.series })))
    .filter(({ from, to }) => from <= origin && to >= firstDay)
    .map((sale) => ({ ...sale, to: Math.min(sale.to, origin) }))
}

/** Sums what the series of past sales sold on their days. */
export class SalesOfSome {
  readonly sums: SoldOnSales
  readonly #sales: readonly SaleOfSome[]
  /** The indices of the sales of each series. */
  readonly #ofSeries = new Map<string, number[]>()

  constructor(sales: readonly SaleOfSome[]) {
    this.#sales = sales
    this.sums = { sold: new Float64Array(sales.length), usual: new Float64Array(sales.length) }
    sales.forEach(({ series }, place) => {
      for (const id of series) {
        const places = this.#ofSeries.get(id)
        if (places) places.push(place)
        else this.#ofSeries.set(id, [place])
      }
    })
  }

  add({ units, inStock, firstDay, n }: History, id: string): void {
    const places = this.#ofSeries.get(id)
    if (!places) return
    const isSale = new Uint8Array(n)
    const spans = places.map((place) => {
      const { from, to } = this.#sales[place]!
      const span = { place, start: Math.max(0, from - firstDay), end: Math.min(n, to - firstDay + 1) }
      isSale.fill(1, span.start, Math.max(span.start, span.end))
      return span
    })
    for (const { place, start, end } of spans) {
      for (let t = start; t < end; t++) {
        if (!inStock[t]) continue
        let [sum, days] = [0, 0]
        for (let week = -WEEKS; week <= WEEKS; week++) {
          const other = t + WEEKDAYS * week
          if (other < 0 || other >= n || isSale[other] || !inStock[other]) continue
          sum += units[other]!
          days++
        }
        if (days === 0) continue
        this.sums.sold[place]! += units[t]!
        this.sums.usual[place]! += sum / days
      }
    }
  }
}

/** Returns what was learned from the past sales; sales about which nothing is known are left out. */
export function learnedSales(sales: readonly SaleOfSome[], answers: readonly SoldOnSales[]): LearnedSale[] {
  return sales.flatMap(({ from, to, series }, place) => {
    const sum = (of: keyof SoldOnSales) => answers.reduce((total, one) => total + one[of][place]!, 0)
    const usual = sum('usual')
    // Half a unit on both sides, so that a sale without a unit has a ratio.
    return usual > 0
      ? [{ from, to, series: new Set(series), ratio: (sum('sold') + 0.5) / (usual + 0.5) }]
      : []
  })
}
