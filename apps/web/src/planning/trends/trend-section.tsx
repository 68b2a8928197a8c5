import { Box, Button, Group } from '@mantine/core'
import type { Trends } from '@stockcast/contract'
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { DemandKey } from '../../charts/fan/demand-key.tsx'
import { eventsWithin } from '../../charts/fan/events-within.ts'
import { LazyFanChart, LazyTrendChart } from '../../charts/lazy-charts.tsx'
import charts from '../../charts/shared/charts.module.css'
import { ConnectStoreFirst } from '../../store/connection/connect-store.tsx'
import { saveText } from '../../ui/browser/save-file.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Metric } from './trend-metrics.ts'
import { TrendTable } from './trend-table.tsx'
import classes from './trends.module.css'

const heads = ['day', 'actual', 'likely', 'low', 'high']

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

/** Shows one metric as a chart or as a table of the same numbers, and saves it as a file. */
export function TrendSection({ metric, trends }: { metric: Metric; trends: Trends }) {
  const [isTable, setIsTable] = useState(false)
  const { id, title, note, finding, nothing } = metric
  return (
    <section aria-labelledby={id} className={classes.section}>
      <SectionHeader
        id={id}
        title={title}
        note={note}
        aside={finding !== '' && <p className="muted small">{finding}</p>}
      />
      {nothing === null ? (
        <Box miw={0} mb={44}>
          {isTable ? (
            <TrendTable metric={metric} today={trends.today} />
          ) : (
            <MetricChart metric={metric} trends={trends} />
          )}
          <Group gap={4} mt={8} ml={-8}>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={isTable ? <IconChartLine {...icon} /> : <IconTable {...icon} />}
              onClick={() => setIsTable(!isTable)}
              aria-label={`${isTable ? 'Show as chart' : 'Show as table'}: ${title}`}
            >
              {isTable ? 'Show as chart' : 'Show as table'}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconDownload {...icon} />}
              onClick={() => saveText(metricCsv(metric), metricFileName(metric, trends))}
              aria-label={`Download CSV: ${title}`}
            >
              Download CSV
            </Button>
          </Group>
        </Box>
      ) : (
        <Box miw={0} mb={44}>
          <EmptyState
            icon={IconChartLine}
            title="Nothing to show yet"
            hint={nothing}
            // One of the four is enough.
            action={id === 'units-sold' && <ConnectStoreFirst />}
          />
        </Box>
      )}
    </section>
  )
}

function MetricChart({ metric, trends }: { metric: Metric; trends: Trends }) {
  const { today, history, ahead, variant } = trends
  const whose = variant === null ? 'whole shop' : variant.title
  const finding = `${metric.title}, ${whose}. ${metric.finding}`
  if (metric.id === 'units-sold') {
    const historyAs = variant === null ? 'line' : 'bars'
    const forecast = ahead.flatMap(({ day, unitsSold }) => (unitsSold ? [{ day, ...unitsSold }] : []))
    const events = eventsWithin(trends.events, forecast)
    const sold = history.map((day) => ({
      day: day.day,
      unitsSold: day.unitsSold,
      outOfStock: variant !== null && day.outOfStock === 1,
    }))
    return (
      <>
        <LazyFanChart
          today={today}
          history={sold}
          forecast={forecast}
          events={events}
          historyAs={historyAs}
          isWholeHistory
          finding={finding}
          height={220}
        />
        <DemandKey
          historyAs={historyAs}
          hasForecast={forecast.length > 0}
          hasOutOfStock={sold.some(({ outOfStock }) => outOfStock)}
          hasEvents={events.length > 0}
        />
      </>
    )
  }
  const { points, now, unit, format, leastCeiling } = metric
  return (
    <>
      <LazyTrendChart {...{ today, points, now, unit, format, leastCeiling, finding }} />
      <TrendKey metric={metric} />
    </>
  )
}

/**
 * Returns the numbers of the chart and its table in full precision; unknown ones are empty. Days and
 * numbers need no escaping.
 */
function metricCsv({ points }: Pick<Metric, 'points'>): string {
  const rows = points.map(({ day, past, likely, low, high }) => [day, ...[past, likely, low, high].map(cell)])
  return [heads, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

function cell(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 10_000) / 10_000)
}

/**
 * Returns `trends-units-sold-30-days-2026-11-20.csv`, with the product's number for the trends of one
 * product.
 */
function metricFileName(metric: Pick<Metric, 'id'>, { period, today, variant }: Trends): string {
  const product = variant === null ? '' : `-product-${variant.variantId}`
  return `trends-${metric.id}${product}-${period}-days-${today}.csv`
}

/** Explains the marks of a trend chart; only those that are drawn. */
function TrendKey({ metric: { points, rangeWords } }: { metric: Metric }) {
  return (
    <ul className={charts.key}>
      {points.some(({ past }) => past !== null) && <Entry color="var(--stk-hist)">so far</Entry>}
      {points.some(({ likely }) => likely !== null) && <Entry color="var(--stk-fc)">expected</Entry>}
      {points.some(({ low, high }) => low !== null && high !== null) && (
        <li>
          <svg width="14" height="10" aria-hidden="true">
            <rect width="14" height="10" fill="var(--stk-band-80)" />
          </svg>
          {rangeWords.charAt(0).toLowerCase() + rangeWords.slice(1)}
        </li>
      )}
    </ul>
  )
}

function Entry({ color, children }: { color: string; children: string }) {
  return (
    <li>
      <svg width="16" height="8" aria-hidden="true">
        <line x1="0" x2="16" y1="4" y2="4" stroke={color} strokeWidth="2" />
      </svg>
      {children}
    </li>
  )
}
