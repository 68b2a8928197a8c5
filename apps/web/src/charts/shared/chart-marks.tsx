import { usePlotArea, useXAxisScale, useYAxisScale, ZIndexLayer } from 'recharts'
import { addDays, daysBetween, formatDay } from '../../ui/format/days.ts'
import classes from './charts.module.css'
import { dateTicks, NAME_GAP_PX, namesWithRoom } from './day-scale.ts'
import { HATCH_FILL } from './hatch.tsx'

/** Layers of recharts: areas 100, bars 300, lines 400. */
export const BEHIND = 50
export const ON_TOP = 1500

/** The plot in px, and both scales; null until the chart knows its size. */
export function usePlot() {
  const plot = usePlotArea()
  const scaleX = useXAxisScale()
  const scaleY = useYAxisScale()
  if (!plot || !scaleX || !scaleY) return null
  return {
    left: plot.x,
    right: plot.x + plot.width,
    top: plot.y,
    bottom: plot.y + plot.height,
    x: (day: number) => scaleX(day) ?? plot.x,
    y: (value: number) => scaleY(value) ?? plot.y + plot.height,
  }
}

interface DateAxisProps {
  today: string
  from: number
  to: number
  unit: string
  /** Space between the plot and the dates, in px. */
  dropPx?: number
}

/** Draws the dates under the chart, the line of today, and the unit above the values. */
export function DateAxis({ today, from, to, unit, dropPx = 0 }: DateAxisProps) {
  const plot = usePlot()
  if (!plot) return null
  const { left, right, top, bottom, x } = plot
  const baseline = bottom + dropPx + 19
  return (
    <ZIndexLayer zIndex={ON_TOP}>
      <text x={left + 2} y={top - 9}>
        {unit}
      </text>
      {dateTicks({ from, to, widthPx: right - left }).map((day) => (
        <text key={day} x={x(day)} y={baseline} textAnchor="middle">
          {formatDay(addDays(today, day))}
        </text>
      ))}
      <line x1={x(0)} x2={x(0)} y1={top - 4} y2={bottom + dropPx + 5} stroke="var(--stk-hist)" />
      <text
        x={x(0)}
        y={baseline}
        textAnchor={x(0) > right - 20 ? 'end' : 'middle'}
        className={`${classes.strong} ${classes.halo}`}
      >
        Today
      </text>
    </ZIndexLayer>
  )
}

export interface DaySpan {
  /** Day offsets, both included. */
  first: number
  last: number
}

export interface DayEvent {
  day: string
  name: string
  /** Sales ÷ those of a usual day. */
  ratio: number
}

/** Marks the days of holidays, with the names of those that change sales most where there is room for them. */
export function EventMarks({ today, events }: { today: string; events: readonly DayEvent[] }) {
  const plot = usePlot()
  if (!plot) return null
  const { right, top, bottom, x } = plot
  const marks = events.map((event) => ({ ...event, at: x(daysBetween(today, event.day) + 0.5) }))
  const named = namesWithRoom(marks, right)
  return (
    <ZIndexLayer zIndex={BEHIND}>
      {marks.map((mark) => (
        <g key={mark.day + mark.name}>
          <line
            x1={mark.at}
            x2={mark.at}
            y1={top}
            y2={bottom}
            stroke="var(--stk-line-2)"
            strokeDasharray="2 3"
          >
            <title>{mark.name}</title>
          </line>
          {named.includes(mark) && (
            <text x={mark.at + NAME_GAP_PX} y={top + 6} className={`${classes.halo} ${classes.secondary}`}>
              {mark.name}
            </text>
          )}
        </g>
      ))}
    </ZIndexLayer>
  )
}

/** Days of the shop's calendar. */
export interface CalendarSpan {
  /** Days, both included. */
  from: string
  to: string
  kind: 'closed' | 'sale' | 'one_off'
  name: string
}

const CHARACTER_PX = 7

/** Shades closings, sales and one-off orders, with their names where there is room for them. */
export function CalendarSpans({ today, spans }: { today: string; spans: readonly CalendarSpan[] }) {
  const plot = usePlot()
  if (!plot) return null
  const { left, right, top, bottom, x } = plot
  let free = left
  return (
    <ZIndexLayer zIndex={BEHIND}>
      {spans.map(({ from, to, kind, name }) => {
        const start = Math.max(left, x(daysBetween(today, from)))
        const end = Math.min(right, x(daysBetween(today, to) + 1))
        if (end <= start) return null
        const isNamed = start >= free && start + name.length * CHARACTER_PX < right
        if (isNamed) free = start + (name.length + 1) * CHARACTER_PX
        return (
          <g key={`${kind} ${from} ${name}`}>
            <rect
              x={start}
              y={top}
              width={Math.max(2, end - start)}
              height={bottom - top}
              fill={kind === 'closed' ? 'var(--stk-line)' : 'var(--stk-accent-soft)'}
            >
              <title>{name}</title>
            </rect>
            {isNamed && (
              <text x={start + 3} y={top + 6} className={`${classes.halo} ${classes.secondary}`}>
                {name}
              </text>
            )}
          </g>
        )
      })}
    </ZIndexLayer>
  )
}

/** Hatches stretches of days without stock. */
export function OutOfStockSpans({ spans }: { spans: readonly DaySpan[] }) {
  const plot = usePlot()
  if (!plot) return null
  const { left, right, top, bottom, x } = plot
  return (
    <ZIndexLayer zIndex={BEHIND}>
      {spans.map(({ first, last }) => {
        const from = Math.max(left, x(first))
        const days = last - first + 1
        const label = days === 1 ? 'Out of stock, 1 day' : `Out of stock, ${days} days`
        const hasRoom = x(last + 1) + 130 < right
        return (
          <g key={first}>
            <rect
              x={from}
              y={top}
              width={Math.max(0, x(last + 1) - from)}
              height={bottom - top}
              fill={HATCH_FILL}
              opacity=".75"
            >
              <title>{label}</title>
            </rect>
            {hasRoom && days >= 3 && (
              <text x={x(last + 1) + 5} y={top + 6} className={`${classes.halo} ${classes.secondary}`}>
                {label}
              </text>
            )}
          </g>
        )
      })}
    </ZIndexLayer>
  )
}
