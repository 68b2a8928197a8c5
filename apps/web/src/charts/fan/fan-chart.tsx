import { CompositeChart, type CompositeChartProps } from '@mantine/charts'
import { useElementSize } from '@mantine/hooks'
import { daysBetween, formatWeekday } from '../../ui/format/days.ts'
import '@mantine/charts/styles.css'
import { formatUnits } from '../../ui/format/numbers.ts'
import {
  type CalendarSpan,
  CalendarSpans,
  DateAxis,
  type DayEvent,
  EventMarks,
  OutOfStockSpans,
} from '../shared/chart-marks.tsx'
import classes from '../shared/charts.module.css'
import { dayChart, valueAxis } from '../shared/day-scale.ts'
import { getRuns } from '../shared/moving-mean.ts'
import {
  type ChangedDay,
  type DemandRow,
  demandCeiling,
  demandRows,
  type ForecastDay,
  historyDaysFor,
  type SalesDay,
} from './demand-series.ts'

export interface FanChartProps {
  today: string
  history: readonly SalesDay[]
  forecast: readonly ForecastDay[]
  /** Holidays on days of the forecast. */
  events?: readonly DayEvent[]
  /** Closings, sales and one-off orders. */
  spans?: readonly CalendarSpan[]
  /** Days of the forecast that were changed by hand. */
  changed?: readonly ChangedDay[]
  /** `line` for a whole shop, `bars` with a 7-day mean for one product. */
  historyAs: 'line' | 'bars'
  /**
   * Draws the whole history, however narrow the chart; otherwise only the days that fit beside the
   * forecast.
   */
  isWholeHistory?: boolean
  /** What the chart shows, in one sentence. */
  finding: string
  height?: number
}

const ahead: CompositeChartProps['series'] = [
  { name: 'outer', color: 'var(--stk-band-80)', type: 'area' },
  { name: 'inner', color: 'var(--stk-band-50)', type: 'area' },
]
const median: CompositeChartProps['series'] = [{ name: 'likely', color: 'var(--stk-fc)', type: 'line' }]
const changes: CompositeChartProps['series'] = [
  { name: 'baseline', color: 'var(--stk-ink-3)', type: 'line', strokeDasharray: '4 3' },
  { name: 'far', color: 'var(--stk-critical-fill)', type: 'line' },
]
const seriesOf: Record<FanChartProps['historyAs'], CompositeChartProps['series']> = {
  line: [...ahead, { name: 'sold', color: 'var(--stk-hist)', type: 'line' }, ...median],
  bars: [
    ...ahead,
    { name: 'sold', color: 'var(--stk-hist-soft)', type: 'bar' },
    { name: 'mean', color: 'var(--stk-hist)', type: 'line' },
    ...median,
  ],
}

/** Draws sales up to today, then the expected range in petrol. */
export function FanChart(props: FanChartProps) {
  const {
    today,
    history,
    forecast,
    events = [],
    spans = [],
    changed = [],
    historyAs,
    isWholeHistory = false,
    finding,
  } = props
  const { height = 260 } = props
  const { ref, width } = useElementSize()
  const shown = isWholeHistory ? history : history.slice(-historyDaysFor(width || 720, forecast.length))
  const rows = demandRows({ today, history: shown, forecast, changed })
  const ceiling = demandCeiling(rows)
  const from = shown[0] ? daysBetween(today, shown[0].day) : -1
  const to = Math.max(forecast.length, 1)
  const outOfStock = getRuns(shown.length, (index) => shown[index]?.outOfStock ?? false).map(
    ({ first, last }) => ({ first: from + first, last: from + last }),
  )

  return (
    <div ref={ref} role="img" aria-label={finding} className={classes.chart}>
      <CompositeChart
        h={height}
        data={rows}
        {...dayChart}
        series={[...seriesOf[historyAs], ...(changed.length > 0 ? changes : [])]}
        connectNulls={false}
        lineProps={({ name }) => ({
          strokeWidth: name === 'likely' || name === 'far' ? 2 : 1.75,
          activeDot: false,
        })}
        barProps={{ barSize: Math.max(1, ((width || 720) / (to - from)) * 0.72) }}
        composedChartProps={{ margin: { top: 24, right: 10, bottom: 26, left: 0 } }}
        xAxisProps={{ type: 'number', domain: [from, to], allowDataOverflow: true }}
        yAxisProps={valueAxis(ceiling, height < 200 ? 3 : 4)}
        tooltipProps={{
          content: ({ payload }) => (
            <FanTooltip row={payload?.[0]?.payload as DemandRow | undefined} events={events} spans={spans} />
          ),
          cursor: { stroke: 'var(--stk-line-2)' },
        }}
      >
        <CalendarSpans today={today} spans={spans} />
        <OutOfStockSpans spans={outOfStock} />
        <EventMarks today={today} events={events} />
        <DateAxis today={today} from={from} to={to} unit="units a day" />
      </CompositeChart>
    </div>
  )
}

interface FanTooltipProps {
  row: DemandRow | undefined
  events: readonly DayEvent[]
  spans?: readonly CalendarSpan[]
}

/** Shows the numbers of the day under the pointer. */
export function FanTooltip({ row, events, spans = [] }: FanTooltipProps) {
  if (!row) return null
  const event = events.find(({ day }) => day === row.day)
  const own = spans.filter(({ from, to }) => from <= row.day && to >= row.day)
  return (
    <div className={classes.tooltip}>
      <b>{formatWeekday(row.day)}</b>
      {event && <span>{event.name}</span>}
      {own.map(({ name, from }) => (
        <span key={name + from}>{name}</span>
      ))}
      {row.outer && row.likely !== undefined ? (
        <>
          <span>most likely {formatUnits(row.likely)}</span>
          <span>
            {formatUnits(row.outer[0])} to {formatUnits(row.outer[1])} in 8 of 10 cases
          </span>
          {row.baseline !== undefined && row.baseline !== row.likely && (
            <span>{formatUnits(row.baseline)} before your change</span>
          )}
        </>
      ) : (
        <span>{row.sold === undefined ? 'out of stock, not counted' : `${formatUnits(row.sold)} sold`}</span>
      )}
    </div>
  )
}
