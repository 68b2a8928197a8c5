import { addDays, formatDay } from '../../format/days.ts'
import classes from '../shared/charts.module.css'
import { dotColumns, isBeforeArrival } from '../shared/dot-columns.ts'
import { FutureDot } from '../shared/future-dot.tsx'
import { RUNWAY_BASE_PX as BASE, RUNWAY_DAYS } from './runway-scale.ts'

const DOT_STEP_PX = 6.2
/** Widths of a date or a number of units with the space before it, and of the count of later stockouts with its date. */
const LABEL_PX = 40
const AFTER_PX = 94

/** Marks when an order placed today arrives. */
export function ArrivalLine({ x, label, widthPx }: { x: number; label: string; widthPx: number }) {
  const isNearEdge = x > widthPx - 48
  return (
    <>
      <line x1={x} x2={x} y1="1" y2={BASE + 5} stroke="var(--stk-hist)" strokeDasharray="2 2" />
      <text
        x={isNearEdge ? x - 4 : x + 4}
        y="9.5"
        textAnchor={isNearEdge ? 'end' : 'start'}
        className={`${classes.halo} ${classes.secondary}`}
      >
        {label}
      </text>
    </>
  )
}

/** Marks incoming units, with their number where the next mark leaves space for it. */
export function IncomingMark({ x, next, units }: { x: number; next: number; units: number }) {
  return (
    <>
      <path
        d={`M${x - 5} ${BASE + 7.5}h10l-5 -8z`}
        fill="var(--mantine-color-body)"
        stroke="var(--stk-hist)"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
      {next - x >= LABEL_PX && (
        <text x={x + 8} y={BASE - 5} className={`${classes.halo} ${classes.secondary}`}>
          +{units}
        </text>
      )}
    </>
  )
}

interface RunwayDotsProps {
  futures: readonly (number | null)[]
  x: (day: number) => number
  leadTimeDays: number
  widthPx: number
  today: string
}

/** Draws the stockout days, stacked; those after the axis are counted. */
export function RunwayDots({ futures, x, leadTimeDays, widthPx, today }: RunwayDotsProps) {
  const anchorDay = Math.min(leadTimeDays, RUNWAY_DAYS)
  const { columns, after } = dotColumns({ futures, x, anchorDay, dotPx: DOT_STEP_PX, maxPx: widthPx - 8 })
  const end = formatDay(addDays(today, RUNWAY_DAYS))
  const areAllAfter = after > 0 && after === futures.length
  const isTight = x(anchorDay) + LABEL_PX > widthPx - AFTER_PX

  return (
    <>
      {columns.flatMap(({ x: cx, dots }) => {
        const gap = dots.length > 4 ? Math.min(DOT_STEP_PX, (BASE - 15) / (dots.length - 1)) : DOT_STEP_PX
        return dots.map(({ day, place }) => (
          <FutureDot
            key={`${cx}-${place}`}
            cx={cx}
            cy={BASE - 3.2 - place * gap}
            r={2.7}
            isEarly={isBeforeArrival(day, leadTimeDays)}
          />
        ))
      })}
      {after > 0 && (
        <text x={widthPx - 2} y={areAllAfter ? BASE - 6 : 9.5} textAnchor="end" className={classes.halo}>
          {areAllAfter ? `after ${end} →` : isTight ? `${after} →` : `${after} after ${end} →`}
        </text>
      )}
    </>
  )
}
