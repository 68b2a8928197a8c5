import { CompositeChart, type CompositeChartProps } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { ZIndexLayer } from 'recharts'
import { daysBetween, formatWeekday } from '../../ui/format/days.ts'
import { BEHIND, DateAxis, usePlot } from '../shared/chart-marks.tsx'
import classes from '../shared/charts.module.css'
import { dayChart, valueAxis } from '../shared/day-scale.ts'
import { type TrendPoint, type TrendRow, trendCeiling, trendRows, unknownDays } from './trend-series.ts'

interface TrendTooltipProps {
  row: TrendRow | undefined
  format: (value: number) => string
  unit: string
}

export interface TrendChartProps {
  today: string
  points: readonly TrendPoint[]
  /** Today's value, where history and forecast meet. */
  now: number | null
  unit: string
  format: (value: number) => string
  /** The axis goes at least this high, so that small values look small. */
  leastCeiling: number
  /** What the chart shows, in one sentence. */
  finding: string
  height?: number
}

const series: CompositeChartProps['series'] = [
  { name: 'range', color: 'var(--stk-band-80)', type: 'area' },
  { name: 'past', color: 'var(--stk-hist)', type: 'line' },
  { name: 'likely', color: 'var(--stk-fc)', type: 'line' },
]

/** Draws a value at the end of each day: a line up to today, then the forecast in petrol with its range. */
export function TrendChart(props: TrendChartProps) {
  const { today, points, now, unit, format, leastCeiling, finding, height = 220 } = props
  const rows = trendRows({ today, points, now })
  const from = points[0] ? daysBetween(today, points[0].day) : -1
  const to = Math.max(1, points.at(-1) ? daysBetween(today, points.at(-1)!.day) + 1 : 1)
  const axis = valueAxis(trendCeiling(rows, leastCeiling), 3)

  return (
    <div role="img" aria-label={finding} className={classes.chart}>
      <CompositeChart
        h={height}
        data={rows}
        {...dayChart}
        series={series}
        connectNulls
        lineProps={({ name }) => ({
          strokeWidth: name === 'likely' ? 2 : 1.75,
          activeDot: false,
          connectNulls: name === 'likely',
          dot: name === 'past' ? lonelyDot(rows) : false,
        })}
        composedChartProps={{ margin: { top: 24, right: 10, bottom: 26, left: 0 } }}
        xAxisProps={{ type: 'number', domain: [from, to], allowDataOverflow: true }}
        yAxisProps={{ ...axis, ...(leastCeiling <= 1 ? { tickFormatter: format, ticks: [0, 0.5, 1] } : {}) }}
        tooltipProps={{
          content: ({ payload }) => (
            <TrendTooltip row={payload?.[0]?.payload as TrendRow | undefined} format={format} unit={unit} />
          ),
          cursor: { stroke: 'var(--stk-line-2)' },
        }}
      >
        <UnknownSpan from={from} days={unknownDays(points, today)} />
        <DateAxis today={today} from={from} to={to} unit={unit} />
      </CompositeChart>
    </div>
  )
}

/** Draws a dot for a single known day, which would not be visible as a line. */
function lonelyDot(rows: readonly TrendRow[]) {
  const known = rows.filter(({ past }) => past !== undefined)
  return known.length === 1 ? { r: 2.5, fill: 'var(--stk-hist)', strokeWidth: 0 } : false
}

/** Shows the numbers of the day under the pointer. */
function TrendTooltip({ row, format, unit }: TrendTooltipProps) {
  if (!row) return null
  const { day, past, likely, range } = row
  return (
    <div className={classes.tooltip}>
      <b>{day === null ? 'Now' : formatWeekday(day)}</b>
      <span>{toWords({ past, likely, format, unit })}</span>
      {day !== null && range && (
        <span>
          {format(range[0])} to {format(range[1])} in the range
        </span>
      )}
    </div>
  )
}

function toWords(args: {
  past: number | undefined
  likely: number | undefined
  format: (value: number) => string
  unit: string
}): string {
  const { past, likely, format, unit } = args
  if (past !== undefined) return `${format(past)} ${unit}`
  if (likely !== undefined) return `expected ${format(likely)} ${unit}`
  return 'not known'
}

const LABEL_PX = 96

/** Draws a dashed box over the days at the start without data. */
function UnknownSpan({ from, days }: { from: number; days: number }) {
  const plot = usePlot()
  if (!plot || days === 0) return null
  const { top, bottom, x } = plot
  const left = x(from)
  const width = Math.max(0, x(from + days) - left)
  return (
    <ZIndexLayer zIndex={BEHIND}>
      <rect
        x={left + 0.5}
        y={top}
        width={width}
        height={bottom - top}
        fill="none"
        stroke="var(--stk-line-2)"
        strokeDasharray="4 4"
      />
      {width > LABEL_PX && (
        <text x={left + width / 2} y={(top + bottom) / 2} textAnchor="middle" className={classes.halo}>
          not recorded
        </text>
      )}
    </ZIndexLayer>
  )
}
