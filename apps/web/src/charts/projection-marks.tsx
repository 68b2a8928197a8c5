import { ZIndexLayer } from 'recharts'
import { addDays, formatDay, formatDayRange } from '../format/days.ts'
import { formatUnits } from '../format/numbers.ts'
import { BEHIND, ON_TOP, usePlot } from './chart-marks.tsx'
import classes from './charts.module.css'
import { dotColumns, isBeforeArrival } from './dot-columns.ts'

export interface StockoutWindow {
  /** Days until stockout: the early and the late end of 8 cases in 10; null is after the horizon. */
  low: number
  high: number | null
}

const LABEL_HALF_PX = 76

/** The stretch in which stock runs out in 8 cases of 10. */
export function WindowMark({ today, to, low, high }: StockoutWindow & { today: string; to: number }) {
  const plot = usePlot()
  if (!plot || low >= to) return null
  const { left, right, top, bottom, x } = plot
  const end = Math.min(high === null ? to : high + 1, to)
  const centre = (x(low) + x(end)) / 2
  const labelX = Math.min(right - LABEL_HALF_PX, Math.max(left + 90 + LABEL_HALF_PX, centre))
  const label =
    high === null
      ? `Runs out ${formatDay(addDays(today, low))} or later`
      : `Runs out ${formatDayRange(addDays(today, low), addDays(today, high))}`
  return (
    <>
      <ZIndexLayer zIndex={BEHIND}>
        <rect
          x={x(low)}
          y={top - 4}
          width={x(end) - x(low)}
          height={bottom - top + 4}
          fill="var(--stk-critical-soft)"
        />
      </ZIndexLayer>
      <ZIndexLayer zIndex={ON_TOP}>
        <text x={labelX} y={top - 12} textAnchor="middle" className={`${classes.alarm} ${classes.halo}`}>
          {label}
        </text>
      </ZIndexLayer>
    </>
  )
}

interface FuturesProps {
  today: string
  to: number
  futures: readonly (number | null)[]
  /** Days until the order arrives. */
  arrivalDay: number
  /** "An order placed today arrives" */
  arrivalText: string
}

const ROOM_PX = 58
const LABEL_CHARACTER_PX = 6.2
const SMALLEST_DOT_PX = 5
const LARGEST_DOT_PX = 9

/** Under the zero line: the 20 dots and the day an order arrives. */
export function FutureMarks({ today, to, futures, arrivalDay, arrivalText }: FuturesProps) {
  const plot = usePlot()
  if (!plot) return null
  const { left, right, top, bottom, x } = plot
  const stepPx = Math.min(LARGEST_DOT_PX, Math.max(SMALLEST_DOT_PX, x(1) - x(0)))
  // What is out of stock now has no day ahead on which it runs out.
  const ahead = futures.filter((day) => day !== 0)
  const { columns, after } = dotColumns({
    futures: ahead,
    x,
    anchorDay: arrivalDay,
    dotPx: stepPx,
    maxPx: right + 1,
  })
  const highest = Math.max(1, ...columns.map(({ days }) => days.length))
  const gap = Math.min(stepPx, (ROOM_PX - 26) / Math.max(1, highest - 1))
  const labelY = bottom + Math.min(ROOM_PX - 4, Math.max(26, highest * gap + 18))
  const arrival = formatDay(addDays(today, arrivalDay))
  const room = right - x(arrivalDay)
  const full = `${arrivalText} ${arrival}`
  const label = full.length * LABEL_CHARACTER_PX < room ? full : `Order arrives ${arrival}`
  const isNearEdge = label.length * LABEL_CHARACTER_PX > room

  return (
    <ZIndexLayer zIndex={ON_TOP}>
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--stk-hist)" />
      {columns.flatMap(({ x: cx, days }) =>
        days.map((day, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: dots of a column differ by height alone
            key={`${cx}-${index}`}
            cx={cx}
            cy={bottom + stepPx * 0.75 + index * gap}
            r={stepPx * 0.43}
            {...(isBeforeArrival(day, arrivalDay)
              ? { fill: 'var(--stk-critical-fill)' }
              : {
                  fill: 'var(--mantine-color-body)',
                  stroke: 'var(--stk-fc)',
                  strokeWidth: stepPx > 7 ? 1.5 : 1.2,
                })}
          />
        )),
      )}
      {arrivalDay <= to && (
        <>
          <line
            x1={x(arrivalDay)}
            x2={x(arrivalDay)}
            y1={top - 4}
            y2={labelY + 4}
            stroke="var(--stk-hist)"
            strokeDasharray="2 3"
          />
          <text
            x={x(arrivalDay) + (isNearEdge ? -6 : 6)}
            y={labelY}
            textAnchor={isNearEdge ? 'end' : 'start'}
            className={`${classes.label} ${classes.halo}`}
          >
            {label}
          </text>
        </>
      )}
      {after > 0 && (
        <text x={right} y={bottom + ROOM_PX - 6} textAnchor="end" className={classes.halo}>
          {after} of {futures.length} later →
        </text>
      )}
    </ZIndexLayer>
  )
}

interface IncomingMarksProps {
  today: string
  to: number
  incoming: readonly { day: number; units: number }[]
}

/** Units on their way: an outlined triangle on the zero line. */
export function IncomingMarks({ today, to, incoming }: IncomingMarksProps) {
  const plot = usePlot()
  if (!plot) return null
  const { right, bottom, x } = plot
  return (
    <ZIndexLayer zIndex={ON_TOP}>
      {incoming
        .filter(({ day }) => day <= to)
        .map(({ day, units }) => {
          const isNearEdge = x(day) > right - 130
          return (
            <g key={day}>
              <path
                d={`M${x(day) - 6} ${bottom}h12l-6 -10z`}
                fill="var(--mantine-color-body)"
                stroke="var(--stk-hist)"
                strokeWidth="1.4"
                strokeLinejoin="round"
              />
              <text
                x={x(day) + (isNearEdge ? -9 : 9)}
                y={bottom - 3}
                textAnchor={isNearEdge ? 'end' : 'start'}
                className={`${classes.label} ${classes.halo}`}
              >
                +{formatUnits(units)} arriving about {formatDay(addDays(today, day))}
              </text>
            </g>
          )
        })}
    </ZIndexLayer>
  )
}

/** The name of the dashed path with the order of the what-if. */
export function OrderLabel({ day, units }: { day: number; units: number }) {
  const plot = usePlot()
  if (!plot) return null
  return (
    <ZIndexLayer zIndex={ON_TOP}>
      <text
        x={Math.min(plot.x(day) + 8, plot.right - 90)}
        y={Math.max(plot.top + 10, plot.y(units) - 8)}
        className={`${classes.ahead} ${classes.halo}`}
      >
        with this order
      </text>
    </ZIndexLayer>
  )
}
