import { type History, MAX_DAYS } from '../history.ts'
import { toWeekday, WEEKDAYS } from '../models/weekday-profile.ts'
import { oneIfSold } from '../one-if-sold.ts'

/** What is known of one day of a shop, if not 0: it had products in stock, or it sold some. */
const [IN_STOCK, SOLD] = [1, 2]
/** Days after the origin that are judged. */
const DAYS = 366

/** Earlier years that are compared. */
const YEARS = 3
/** Minimum earlier years in which the date is known. */
const MIN_YEARS = 2
/** Largest probability that an open shop sold nothing on these dates: chance closes a day in ten years. */
const MAX_CHANCE = 0.1 / DAYS

/** What is known of each of the latest days of some of a shop's series; the last element is the origin. */
export class ShopDays {
  readonly known = new Uint8Array(MAX_DAYS)

  add({ n, units, inStock }: History): void {
    const { known } = this
    const first = MAX_DAYS - n
    for (let t = 0; t < n; t++) {
      // Without a branch: which days sell is hard to predict.
      known[first + t] = Math.max(known[first + t]!, inStock[t]! * IN_STOCK, oneIfSold(units[t]!) * SOLD)
    }
  }

  addAll({ known }: Pick<ShopDays, 'known'>): void {
    for (let t = 0; t < MAX_DAYS; t++) this.known[t] = Math.max(this.known[t]!, known[t]!)
  }

  /**
   * Returns the days of the year after the origin, epoch days, on which the shop will be closed: in most of the last
   * three years it sold nothing on the same date, which is improbable for the weekdays on which it fell.
   */
  closedAfter(origin: number): number[] {
    const days = Array.from({ length: DAYS }, (_, day) => origin + 1 + day)
    const shut = this.#sharesWithoutSale(origin)
    return days.filter((day) => this.#isClosed(day, origin, shut))
  }

  #isClosed(day: number, origin: number, shut: Float64Array): boolean {
    let [years, without, chance] = [0, 0, 1]
    for (let back = 1; back <= YEARS; back++) {
      const before = yearsBefore(day, back)
      const known = this.#on(before, origin)
      if (known === 0) continue
      years++
      if (known === SOLD) continue
      without++
      chance *= shut[toWeekday(before)]!
    }
    return years >= MIN_YEARS && without > years / 2 && chance < MAX_CHANCE
  }

  /** Returns for each weekday the share of days without a sale among the others than the one that is judged. */
  #sharesWithoutSale(origin: number): Float64Array {
    // One day more in each, which is Laplace's rule, less the day that is judged.
    const [without, days] = [new Float64Array(WEEKDAYS), new Float64Array(WEEKDAYS).fill(1)]
    for (let day = origin - MAX_DAYS + 1; day <= origin; day++) {
      const known = this.#on(day, origin)
      if (known === 0) continue
      days[toWeekday(day)]!++
      if (known === IN_STOCK) without[toWeekday(day)]!++
    }
    return without.map((count, weekday) => count / days[weekday]!)
  }

  #on(day: number, origin: number): number {
    return this.known[MAX_DAYS - 1 + day - origin] ?? 0
  }
}

/** Days from 1 March 1968, which follows a leap day, to epoch day 0. */
const SINCE_LEAP_DAY = 671
const DAYS_OF_FOUR_YEARS = 1461

/**
 * Returns the same date some years before, epoch day; 1 March for 29 February. Every fourth year is a leap year from
 * 1901 to 2099; years that begin in March have the leap day last.
 */
export function yearsBefore(day: number, years: number): number {
  const days = day + SINCE_LEAP_DAY
  const year = Math.floor((4 * days + 3) / DAYS_OF_FOUR_YEARS)
  const start = (one: number) => Math.floor((one * DAYS_OF_FOUR_YEARS) / 4)
  return start(year - years) + days - start(year) - SINCE_LEAP_DAY
}

const MIDDLE_OF_MONTH = 15

/** Returns the same date this many months later; in the second half of a month, as many days before its end. */
export function monthsLater(day: number, months: number): number {
  const days = day + SINCE_LEAP_DAY
  const year = Math.floor((4 * days + 3) / DAYS_OF_FOUR_YEARS)
  // Months from March on have 153 days in five.
  const start = (month: number) =>
    Math.floor((Math.floor(month / 12) * DAYS_OF_FOUR_YEARS) / 4) +
    Math.floor((153 * (month - 12 * Math.floor(month / 12)) + 2) / 5)
  const ofYear = days - Math.floor((year * DAYS_OF_FOUR_YEARS) / 4)
  const month = 12 * year + Math.floor((5 * ofYear + 2) / 153)
  const side = days - start(month) < MIDDLE_OF_MONTH ? 0 : 1
  return day + start(month + months + side) - start(month + side)
}
