/** The days on which a merchant orders from a supplier. Weekday 1 is Monday; `from` is an epoch day. */
export type OrderDays =
  | { kind: 'any_day' }
  | { kind: 'weekdays'; weekdays: readonly number[] }
  | { kind: 'weeks'; weeks: number; from: number }

/** Days, epoch days and both inclusive, on which a supplier is closed. */
export interface ShutdownDays {
  from: number
  to: number
}

export interface OrderCalendar {
  review: OrderDays
  shutdowns: readonly ShutdownDays[]
}

/** How long an order is to last. */
export interface Cover {
  /** Minimum days that an order lasts, as chosen for the supplier or the product. */
  chosenDays: number | null
  /** The shop's, for suppliers that take orders on any day. */
  shopDays: number
}

/** Two years: no calendar of order days is empty for longer. */
const SEARCHED_DAYS = 731

/** Returns whether orders are placed on this day. */
export function isOrderDay({ review, shutdowns }: OrderCalendar, day: number): boolean {
  if (shutdowns.some(({ from, to }) => from <= day && day <= to)) return false
  switch (review.kind) {
    case 'any_day':
      return true
    case 'weekdays':
      return review.weekdays.includes(toWeekday(day))
    case 'weeks':
      return day >= review.from && (day - review.from) % (7 * review.weeks) === 0
  }
}

/** Returns the weekday from 1, Monday; the epoch began on a Thursday. */
function toWeekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Returns the first order day from `day` on; null if there is none within two years. */
export function nextOrderDay(calendar: OrderCalendar, day: number): number | null {
  for (let next = day; next < day + SEARCHED_DAYS; next++) if (isOrderDay(calendar, next)) return next
  return null
}

/** Returns the last order day up to `day`; null if there is none within two years. */
export function lastOrderDay(calendar: OrderCalendar, day: number): number | null {
  for (let last = day; last > day - SEARCHED_DAYS; last--) if (isOrderDay(calendar, last)) return last
  return null
}

/**
 * Returns the days that an order has to cover after its arrival: from the next order day to the one after it, and at least the
 * chosen days. If any day is an order day and no days are chosen, the shop's review period applies, or more while the supplier
 * is closed for longer.
 */
export function coverDays(calendar: OrderCalendar, today: number, { chosenDays, shopDays }: Cover): number {
  const next = nextOrderDay(calendar, today)
  const after = next === null ? null : nextOrderDay(calendar, next + 1)
  const least = chosenDays ?? (calendar.review.kind === 'any_day' ? shopDays : 0)
  return next === null || after === null ? (chosenDays ?? shopDays) : Math.max(least, after - next)
}

/**
 * Returns a lead time that begins on `orderDay` with the supplier's shutdown days added, because the supplier does not work on
 * them.
 */
export function leadTimeAcross(
  leadTimeDays: number,
  orderDay: number,
  shutdowns: readonly ShutdownDays[],
): number {
  let arrival = orderDay + leadTimeDays
  let counted = orderDay
  for (const { from, to } of shutdowns.toSorted((a, b) => a.from - b.from)) {
    const first = Math.max(from, counted + 1)
    if (first > arrival || to < first) continue
    arrival += to - first + 1
    counted = to
  }
  return arrival - orderDay
}
