import { ZIndexLayer } from 'recharts'
import { addDays, formatDay, formatDayRange } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import { type IncomingCount, placeCounts } from '../runway/incoming-counts.ts'
import { BEHIND, ON_TOP, usePlot } from '../shared/chart-marks.tsx'
import classes from '../shared/charts.module.css'
import { HATCH_FILL } from '../shared/hatch.tsx'

export interface StockoutWindow {
  /** Days until stockout: the early and the late end of 8 cases in 10; null is after the horizon. */
  low: number
  high: number | null
}

const LABEL_HALF_PX = 76

/** Marks the days in which stock runs out in 8 cases of 10. */
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

const EMPTY_LABEL_PX = 84

/** Hatches the days from now on without any stock, as in the history. */
export function EmptyNow({ days, to }: { days: number; to: number }) {
  const plot = usePlot()
  if (!plot || days === 0) return null
  const { top, bottom, x } = plot
  const left = x(0)
  const width = x(Math.min(days, to)) - left
  return (
    <>
      <ZIndexLayer zIndex={BEHIND}>
        <rect x={left} y={top} width={width} height={bottom - top} fill={HATCH_FILL} opacity=".75" />
      </ZIndexLayer>
      {width >= EMPTY_LABEL_PX && (
        <ZIndexLayer zIndex={ON_TOP}>
          <text
            x={left + width / 2}
            y={(top + bottom) / 2}
            textAnchor="middle"
            className={`${classes.label} ${classes.halo}`}
          >
            Out of stock
          </text>
        </ZIndexLayer>
      )}
    </>
  )
}

interface IncomingMarksProps {
  today: string
  to: number
  incoming: readonly { day: number; units: number }[]
}

/** Draws incoming units: an outlined triangle on the zero line. One is named with its day, several with their units where there is room. */
export function IncomingMarks({ today, to, incoming }: IncomingMarksProps) {
  const plot = usePlot()
  if (!plot) return null
  const { right, bottom, x } = plot
  const shown = incoming
    .filter(({ day, units }) => day <= to && units > 0)
    .map(({ day, units }) => ({ day, units, x: x(day) }))
  const labels =
    shown.length === 1
      ? shown.map((only) => nameOfOnly(only, today, right))
      : placeCounts(shown, { taken: [], widthPx: right })
  return (
    <ZIndexLayer zIndex={ON_TOP}>
      {shown.map((mark, i) => (
        <g key={mark.day}>
          <path
            d={`M${mark.x - 6} ${bottom}h12l-6 -10z`}
            fill="var(--mantine-color-body)"
            stroke="var(--stk-hist)"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
          {labels[i] && (
            <text
              x={labels[i].x}
              y={bottom - 3}
              textAnchor={labels[i].anchor}
              className={`${classes.label} ${classes.halo}`}
            >
              {labels[i].text}
            </text>
          )}
        </g>
      ))}
    </ZIndexLayer>
  )
}

interface Arrival {
  day: number
  units: number
  x: number
}

function nameOfOnly({ day, units, x }: Arrival, today: string, right: number): IncomingCount {
  const text = `+${formatUnits(units)} arriving about ${formatDay(addDays(today, day))}`
  return x > right - 165 ? { text, x: x - 9, anchor: 'end' } : { text, x: x + 9, anchor: 'start' }
}

/** Names the dashed path with the what-if order. */
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
