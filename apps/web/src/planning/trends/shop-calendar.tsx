import { Box, Skeleton } from '@mantine/core'
import type { ShopEvent, Trends } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { trendsQuery } from '../../api/queries.ts'
import { CalendarKey } from '../../charts/fan/calendar-key.tsx'
import { DemandKey } from '../../charts/fan/demand-key.tsx'
import { LazyFanChart } from '../../charts/lazy-charts.tsx'
import { CalendarSection } from '../calendar/calendar-section.tsx'
import { spansWithin } from '../calendar/calendar-spans.ts'

const PERIOD = 90

/** Shows the calendar of the shop, or of one product, with its closings and sales on the days around today. */
export function ShopCalendar({ variant }: { variant: Trends['variant'] }) {
  return (
    <CalendarSection variant={variant} picture={(events) => <Picture variant={variant} events={events} />} />
  )
}

function Picture({ variant, events }: { variant: Trends['variant']; events: readonly ShopEvent[] }) {
  const { data } = useQuery(trendsQuery({ period: PERIOD, ...(variant && { variantId: variant.variantId }) }))
  if (!data) return <Skeleton h={140} className="appear-late" />
  const forecast = data.ahead.flatMap(({ day, unitsSold }) => (unitsSold ? [{ day, ...unitsSold }] : []))
  const from = data.history[0]?.day ?? data.today
  const spans = spansWithin(events, { from, to: forecast.at(-1)?.day ?? data.today })
  return (
    <Box mb={12}>
      <LazyFanChart
        today={data.today}
        history={data.history.map(({ day, unitsSold }) => ({ day, unitsSold }))}
        forecast={forecast}
        spans={spans}
        historyAs="line"
        isWholeHistory
        finding={`Units sold a day with closings and sales: ${spans.length} within ${PERIOD} days of today`}
        height={140}
      />
      <DemandKey historyAs="line" hasForecast={forecast.length > 0}>
        <CalendarKey spans={spans} />
      </DemandKey>
    </Box>
  )
}
