import { ZIndexLayer } from 'recharts'
import { addDays, formatDay } from '../../ui/format/days.ts'
import { ON_TOP, usePlot } from '../shared/chart-marks.tsx'
import classes from '../shared/charts.module.css'
import { type DotColumn, dotColumns, isBeforeArrival } from '../shared/dot-columns.ts'
import { FutureDot } from '../shared/future-dot.tsx'

interface FutureMarksProps {
  today: string
  to: number
  futures: readonly (number | null)[]
  /** Days until the order arrives. */
  arrivalDay: number
  /** "An order placed today arrives" */
  arrivalText: string
}

/** Space under the zero line. */
const ROOM_PX = 58
const SMALLEST_DOT_PX = 5
const LARGEST_DOT_PX = 9

/** Draws, under the zero line, the 20 dots and the day an order arrives. */
export function FutureMarks({ today, to, futures, arrivalDay, arrivalText }: FutureMarksProps) {
  const plot = usePlot()
  if (!plot) return null
  const { left, right, bottom, x } = plot
  const dotPx = Math.min(LARGEST_DOT_PX, Math.max(SMALLEST_DOT_PX, x(1) - x(0)))
  // A product that is out of stock now has no future day on which it runs out.
  const ahead = futures.filter((day) => day !== 0)
  const { columns, after } = dotColumns({ futures: ahead, x, anchorDay: arrivalDay, dotPx, maxPx: right + 1 })
  const highest = Math.max(1, ...columns.map(({ dots }) => dots.length))
  const gapPx = Math.min(dotPx, (ROOM_PX - 26) / Math.max(1, highest - 1))
  const labelY = bottom + Math.min(ROOM_PX - 4, Math.max(26, highest * gapPx + 18))

  return (
    <ZIndexLayer zIndex={ON_TOP}>
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--stk-hist)" />
      <HangingDots columns={columns} arrivalDay={arrivalDay} top={bottom} dotPx={dotPx} gapPx={gapPx} />
      {arrivalDay <= to && (
        <Arrival
          arrivalDay={arrivalDay}
          date={formatDay(addDays(today, arrivalDay))}
          text={arrivalText}
          y={labelY}
        />
      )}
      {after > 0 && (
        <text x={right} y={bottom + ROOM_PX - 6} textAnchor="end" className={classes.halo}>
          {after} of {futures.length} later →
        </text>
      )}
    </ZIndexLayer>
  )
}

interface HangingDotsProps {
  columns: readonly DotColumn[]
  arrivalDay: number
  top: number
  dotPx: number
  gapPx: number
}

function HangingDots({ columns, arrivalDay, top, dotPx, gapPx }: HangingDotsProps) {
  return columns.flatMap(({ x, dots }) =>
    dots.map(({ day, place }) => (
      <FutureDot
        key={`${x}-${place}`}
        cx={x}
        cy={top + dotPx * 0.75 + place * gapPx}
        r={Math.max(2, gapPx * 0.43)}
        isEarly={isBeforeArrival(day, arrivalDay)}
        strokeWidth={gapPx > 7 ? 1.5 : 1.2}
      />
    )),
  )
}

const LABEL_CHARACTER_PX = 6.2

/**
 * Draws a dashed line with its date; the label is shortened twice, then placed left of the line, where
 * space is short.
 */
function Arrival({
  arrivalDay,
  date,
  text,
  y,
}: {
  arrivalDay: number
  date: string
  text: string
  y: number
}) {
  const plot = usePlot()
  if (!plot) return null
  const x = plot.x(arrivalDay)
  const fits = (words: string) => words.length * LABEL_CHARACTER_PX <= plot.right - x
  const labels = [`${text} ${date}`, `Order arrives ${date}`, `Arrives ${date}`]
  const fitting = labels.find(fits)
  const label = fitting ?? `Order arrives ${date}`
  const isNearEdge = fitting === undefined
  return (
    <>
      <line x1={x} x2={x} y1={plot.top - 4} y2={y + 4} stroke="var(--stk-hist)" strokeDasharray="2 3" />
      <text
        x={x + (isNearEdge ? -6 : 6)}
        y={y}
        textAnchor={isNearEdge ? 'end' : 'start'}
        className={`${classes.label} ${classes.halo}`}
      >
        {label}
      </text>
    </>
  )
}
