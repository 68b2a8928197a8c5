import type { Dashboard } from '@stockcast/contract'
import { IconChartLine } from '@tabler/icons-react'
import { DemandKey } from '../../charts/fan/demand-key.tsx'
import { eventsWithin } from '../../charts/fan/events-within.ts'
import { LazyFanChart } from '../../charts/lazy-charts.tsx'
import { formatRange, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './dashboard.module.css'

/** Draws the sales of the whole shop and their forecast. */
export function DemandSection({ dashboard }: { dashboard: Dashboard }) {
  const { demand, today } = dashboard
  const { next30, history, forecast } = demand
  const events = eventsWithin(demand.events, forecast)
  const finding =
    next30 === null
      ? 'Units sold a day, whole shop. No forecast yet.'
      : `Next 30 days: ${formatUnits(next30.p50)} units, likely ${formatRange(next30.p10, next30.p90)}`
  return (
    <section aria-labelledby="demand">
      <SectionHeader
        id="demand"
        title="Demand, whole shop"
        aside={
          next30 !== null && (
            <p className={classes.figure}>
              Next 30 days: <b>{formatUnits(next30.p50)}</b>
              {` units, likely ${formatRange(next30.p10, next30.p90)}`}
            </p>
          )
        }
      />
      {history.length === 0 && forecast.length === 0 ? (
        <EmptyState icon={IconChartLine} title="No sales yet" hint="The chart starts with your first sale." />
      ) : (
        <>
          <LazyFanChart
            today={today}
            history={history}
            forecast={forecast}
            events={events}
            historyAs="line"
            finding={`Demand, whole shop. ${finding}`}
          />
          <DemandKey historyAs="line" hasForecast={forecast.length > 0} hasEvents={events.length > 0} />
        </>
      )}
    </section>
  )
}
