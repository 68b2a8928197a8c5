import type { ProductDetail } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarSection } from '../calendar/calendar-section.tsx'
import { largeDays } from '../calendar/large-days.ts'
import { OneOffOrders } from '../calendar/one-off-orders.tsx'
import { calendarQuery } from '../calendar/use-calendar.ts'

/** Shows what of the shop's calendar concerns the product, and the orders that may be one-offs. */
export function ProductCalendar({ detail }: { detail: ProductDetail }) {
  const { variantId, title } = detail.row
  const { data } = useQuery(calendarQuery(variantId))
  return (
    <CalendarSection variant={{ variantId, title }}>
      {data && <OneOffOrders variantId={variantId} days={largeDays(detail)} events={data.events} />}
    </CalendarSection>
  )
}
