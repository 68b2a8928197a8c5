import type { ProductDetail } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarKey, ChangedKey } from '../../charts/fan/calendar-key.tsx'
import { DemandKey } from '../../charts/fan/demand-key.tsx'
import { eventsWithin } from '../../charts/fan/events-within.ts'
import { LazyFanChart } from '../../charts/lazy-charts.tsx'
import { TooLittleData } from '../../charts/too-little-data.tsx'
import { formatRange, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { spansWithin } from '../calendar/calendar-spans.ts'
import { calendarQuery } from '../calendar/use-calendar.ts'
import type { Horizon } from './horizon.ts'
import { noForecastWords } from './product-words.ts'

/** Draws units sold a day and the forecast, over the shared horizon. */
export function SalesSection({ detail, horizon }: { detail: ProductDetail; horizon: Horizon }) {
  const { forecast, today, history, row } = detail
  const ahead = forecast?.basis === 'forecast' ? forecast.daily.slice(0, horizon) : []
  const events = eventsWithin(forecast?.evidence.events ?? [], ahead)
  const { data: calendar } = useQuery(calendarQuery(row.variantId))
  const last = ahead.at(-1)?.day ?? today
  const spans = spansWithin(calendar?.events ?? [], {
    from: history[0]?.day ?? today,
    to: last,
  })
  const changed = (forecast?.baseline ?? []).filter(({ day }) => day <= last)
  const total = forecast?.cumulative.find(({ days }) => days === horizon)
  const finding =
    ahead.length > 0 && total
      ? `Next ${horizon} days: ${formatUnits(total.p50)} units, likely ${formatRange(total.p10, total.p90)}`
      : ''
  return (
    <section aria-labelledby="sales">
      <SectionHeader
        id="sales"
        title="Sales and forecast"
        aside={finding !== '' && <p className="quiet">{finding}</p>}
      />
      {ahead.length > 0 ? (
        <>
          <LazyFanChart
            today={today}
            history={history}
            forecast={ahead}
            events={events}
            spans={spans}
            changed={changed}
            historyAs="bars"
            finding={`Sales and forecast of ${row.title}. ${finding}`}
          />
          <DemandKey
            historyAs="bars"
            hasOutOfStock={history.some(({ outOfStock }) => outOfStock)}
            hasEvents={events.length > 0}
          >
            <CalendarKey spans={spans} />
            <ChangedKey changed={changed} />
          </DemandKey>
        </>
      ) : (
        <TooLittleData sales={history.map(({ unitsSold }) => unitsSold)} {...noForecastWords(detail)} />
      )}
    </section>
  )
}
