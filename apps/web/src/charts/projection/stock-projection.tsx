import { CompositeChart, type CompositeChartProps } from '@mantine/charts'
import { useElementSize } from '@mantine/hooks'
import { daysBetween } from '../../ui/format/days.ts'
import '@mantine/charts/styles.css'
import { DateAxis } from '../shared/chart-marks.tsx'
import classes from '../shared/charts.module.css'
import { dayChart, valueAxis } from '../shared/day-scale.ts'
import { FutureMarks } from './future-marks.tsx'
import { EmptyNow, IncomingMarks, OrderLabel, type StockoutWindow, WindowMark } from './projection-marks.tsx'
import {
  emptyDaysFrom,
  projectionCeiling,
  projectionRows,
  type StockBand,
  type StockPoint,
  stockHistoryDaysFor,
} from './projection-series.ts'

export interface StockProjectionProps {
  today: string
  /** Closing stock of past days, null if it is not known. */
  history: readonly { day: string; stock: number | null }[]
  /** From now (day 0) to the end of the horizon. */
  bands: readonly StockBand[]
  futures: readonly (number | null)[]
  /** Where stock runs out in 8 cases of 10; null when that is after the forecast's horizon. */
  window: StockoutWindow | null
  arrivalDay: number
  arrivalText: string
  incoming: readonly { day: number; units: number }[]
  /** Stock with the what-if order, from its arrival; empty without an order. */
  ordered: readonly StockPoint[]
  finding: string
  height?: number
}

const series: CompositeChartProps['series'] = [
  { name: 'outer', color: 'var(--stk-band-80)', type: 'area' },
  { name: 'inner', color: 'var(--stk-band-50)', type: 'area' },
  { name: 'stock', color: 'var(--stk-hist)', type: 'line' },
  { name: 'likely', color: 'var(--stk-fc)', type: 'line' },
  { name: 'ordered', color: 'var(--stk-fc)', type: 'line', strokeDasharray: '5 4' },
]

/** Draws stock up to today, then the range of what is left, down to the zero line with its 20 dots. */
export function StockProjection(props: StockProjectionProps) {
  const { today, bands, futures, arrivalDay, ordered, height = 330 } = props
  const { ref, width } = useElementSize()
  const to = Math.max(bands.length - 1, 1)
  const from = -stockHistoryDaysFor(width || 720, to)
  const history = props.history.filter(({ day }) => daysBetween(today, day) + 1 >= from)
  const shownOrder = ordered.filter(({ day }) => day <= to)
  const rows = projectionRows({ today, history, bands, ordered: shownOrder })
  const ceiling = projectionCeiling(rows)
  const orderStart = shownOrder[1]

  return (
    <div ref={ref} role="img" aria-label={props.finding} className={classes.chart}>
      <CompositeChart
        h={height}
        data={rows}
        {...dayChart}
        series={series}
        connectNulls={false}
        withTooltip={false}
        lineProps={({ name }) =>
          name === 'stock'
            ? { type: 'stepAfter', strokeWidth: 1.75, activeDot: false }
            : { strokeWidth: 2.25, activeDot: false }
        }
        composedChartProps={{ margin: { top: 30, right: 10, bottom: 88, left: 0 } }}
        xAxisProps={{ type: 'number', domain: [from, to], allowDataOverflow: true }}
        yAxisProps={valueAxis(ceiling)}
      >
        {props.window && <WindowMark {...props.window} today={today} to={to} />}
        <EmptyNow days={emptyDaysFrom(bands, arrivalDay)} to={to} />
        <DateAxis today={today} from={from} to={to} unit="units in stock" dropPx={62} />
        <FutureMarks
          today={today}
          to={to}
          futures={futures}
          arrivalDay={arrivalDay}
          arrivalText={props.arrivalText}
        />
        <IncomingMarks today={today} to={to} incoming={props.incoming} />
        {orderStart && <OrderLabel day={orderStart.day} units={orderStart.units} />}
      </CompositeChart>
    </div>
  )
}
