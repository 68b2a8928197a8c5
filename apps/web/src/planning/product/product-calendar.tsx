import type { ProductDetail } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarSection } from '../calendar/calendar-section.tsx'
import { OneOffOrders } from '../calendar/one-off-orders.tsx'
import { calendarQuery } from '../calendar/use-calendar.ts'

/** A day counts as unusually large from this multiple of the mean on, and from this number of units on. */
const MIN_RATIO = 4

const MIN_UNITS = 5

const MAX_DAYS_SHOWN = 3

/** Shows the events in the shop's calendar that concern the product, and the days that may be one-off orders. */
export function ProductCalendar({ detail }: { detail: ProductDetail }) {
  const { variantId, title } = detail.row
  const { data } = useQuery(calendarQuery(variantId))
  return (
    <CalendarSection variant={{ variantId, title }}>
      {data && <OneOffOrders variantId={variantId} days={getLargeDays(detail)} events={data.events} />}
    </CalendarSection>
  )
}

/** Returns the days with far more sales than others: those that count for less in the forecast, and the largest in the history. */
function getLargeDays({ history, forecast }: Pick<ProductDetail, 'history' | 'forecast'>) {
  const mean = history.reduce((sum, { unitsSold }) => sum + unitsSold, 0) / Math.max(1, history.length)
  const least = Math.max(MIN_UNITS, MIN_RATIO * mean)
  const byDay = new Map(
    (forecast?.evidence.bulkDays ?? []).map(({ day, units }) => [day, { day, units }] as const),
  )
  for (const { day, unitsSold } of history) if (unitsSold >= least) byDay.set(day, { day, units: unitsSold })
  return [...byDay.values()]
    .sort((a, b) => b.units - a.units)
    .slice(0, MAX_DAYS_SHOWN)
    .sort((a, b) => (a.day < b.day ? 1 : -1))
}
