import type { AlertMeta } from '@stockcast/forecasting/decisions'

const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat('en-US')
const dayMs = 86_400_000

/**
 * What to do and why, in words with absolute days: "Order 792 today. Runs out Nov 29 to Dec 4, restock takes 14 days."
 * `today` is an epoch day; the meta's days count from it.
 */
export function recommendation(meta: AlertMeta, today: number): string {
  const reason = capitalised(`${stockout(meta, today)}restock takes ${days(meta.leadTimeDays)}.`)
  return meta.orderQuantity > 0 ? `${order(meta, today)} ${reason}` : reason
}

function order({ orderQuantity, orderInDays, gapDays }: AlertMeta, today: number): string {
  const units = numbers.format(orderQuantity)
  if (orderInDays !== null && orderInDays > 0) return `Order ${units} by ${date(today + orderInDays)}.`
  return gapDays > 0
    ? `Order ${units} today and expect a gap of about ${days(gapDays)}.`
    : `Order ${units} today.`
}

function stockout({ daysUntilStockout, daysLow, daysHigh }: AlertMeta, today: number): string {
  if (daysUntilStockout === null) return ''
  if (daysHigh === 0) return 'out of stock, '
  const first = date(today + (daysLow ?? daysUntilStockout))
  if (daysHigh === null) return `runs out ${first} or later, `
  const last = date(today + daysHigh)
  return first === last ? `runs out ${first}, ` : `runs out ${first} to ${last}, `
}

function date(day: number): string {
  return dates.format(day * dayMs)
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${numbers.format(count)} days`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
