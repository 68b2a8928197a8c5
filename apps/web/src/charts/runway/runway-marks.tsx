import { addDays, formatDay } from '../../ui/format/days.ts'
import classes from '../shared/charts.module.css'
import { dotColumns, isBeforeArrival } from '../shared/dot-columns.ts'
import { FutureDot } from '../shared/future-dot.tsx'
import type { IncomingCount } from './incoming-counts.ts'
import { RUNWAY_BASE_PX as BASE, INCOMING_MARK_PX, RUNWAY_DAYS, type Span } from './runway-scale.ts'

const DOT_STEP_PX = 6.2
const RADIUS_PX = 2.7
/** Dots of a tall column overlap rather than fade. */
const MIN_RADIUS_PX = 2
/** Widths of a date with the space before it, and of the count of later stockouts with its date. */
const LABEL_PX = 40
const AFTER_PX = 94

/** Marks when an order placed today arrives. */
export function ArrivalLine({ x, label, widthPx }: { x: number; label: string; widthPx: number }) {
  // The count of later stockouts is at the right edge.
  const isNearEdge = x > widthPx - 66
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

/** Marks incoming units, with their number where there is space for it. */
export function IncomingMark({ x, count }: { x: number; count: IncomingCount | null }) {
  return (
    <>
      <path
        d={`M${x - INCOMING_MARK_PX} ${BASE + 7.5}h10l-5 -8z`}
        fill="var(--mantine-color-body)"
        stroke="var(--stk-hist)"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
      {count !== null && (
        <text
          x={count.x}
          y={BASE - 5}
          textAnchor={count.anchor}
          className={`${classes.halo} ${classes.secondary}`}
        >
          {count.text}
        </text>
      )}
    </>
  )
}

interface DotsPlace {
  futures: readonly (number | null)[]
  x: (day: number) => number
  leadTimeDays: number
  widthPx: number
}

/** Returns the columns of dots; `spans` is where they and the words in their place are. */
export function placeDots({ futures, x, leadTimeDays, widthPx }: DotsPlace) {
  const anchorDay = Math.min(leadTimeDays, RUNWAY_DAYS)
  const { columns, after } = dotColumns({ futures, x, anchorDay, dotPx: DOT_STEP_PX, maxPx: widthPx - 8 })
  const areAllAfter = after > 0 && after === futures.length
  const spans = columns.map(({ x: cx }): Span => [cx - RADIUS_PX, cx + RADIUS_PX])
  if (areAllAfter) spans.push([widthPx - AFTER_PX, widthPx])
  return { columns, after, areAllAfter, isTight: x(anchorDay) + LABEL_PX > widthPx - AFTER_PX, spans }
}

interface RunwayDotsProps {
  dots: ReturnType<typeof placeDots>
  leadTimeDays: number
  widthPx: number
  today: string
}

/** Draws the stockout days, stacked; those after the axis are counted. */
export function RunwayDots({ dots: placed, leadTimeDays, widthPx, today }: RunwayDotsProps) {
  const { columns, after, areAllAfter, isTight } = placed
  const end = formatDay(addDays(today, RUNWAY_DAYS))

  return (
    <>
      {columns.flatMap(({ x: cx, dots }) => {
        const gap = dots.length > 4 ? Math.min(DOT_STEP_PX, (BASE - 15) / (dots.length - 1)) : DOT_STEP_PX
        return dots.map(({ day, place }) => (
          <FutureDot
            key={`${cx}-${place}`}
            cx={cx}
            cy={BASE - 3.2 - place * gap}
            r={Math.min(RADIUS_PX, Math.max(MIN_RADIUS_PX, gap / 2 - 0.2))}
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
