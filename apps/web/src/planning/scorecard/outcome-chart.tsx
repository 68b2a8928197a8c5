import { useElementSize } from '@mantine/hooks'
import type { ScorecardScore, ScorecardStockout } from '@stockcast/contract'
import chartClasses from '../../charts/shared/charts.module.css'
import { addDays, daysBetween, formatDay } from '../../ui/format/days.ts'
import { type MarkKind, OutcomeKey, OutcomeMark } from './outcome-marks.tsx'

const CELL = 12
const WEEK_DAYS = 7
const LABEL_ROOM = 22
const LABEL_PX = 52
/** Marks of one week in one half of the chart; further ones are counted. */
const MAX_MARKS = 40

interface Card {
  firstDay: string
  stockouts: readonly ScorecardStockout[]
  score: ScorecardScore
}

/** Shows stockouts above the line, week by week, filled when there was a warning, and alerts without one below it. */
export function OutcomeChart({ card, label }: { card: Card; label: string }) {
  const { ref, width } = useElementSize()
  const weeks = marksByWeek(card)
  const room = Math.max(1, width)
  const column = room / weeks.length
  const perRow = Math.max(1, Math.floor((column - 6) / CELL))
  const toRows = (marks: readonly MarkKind[]) => Math.ceil(Math.min(marks.length, MAX_MARKS) / perRow)
  const above = CELL * Math.max(2, ...weeks.map((week) => toRows(week.above))) + 12
  const below = CELL * Math.max(1, ...weeks.map((week) => toRows(week.below))) + 12
  const base = above + 2
  const every = Math.max(1, Math.ceil(LABEL_PX / column))

  return (
    <div ref={ref}>
      <svg className={chartClasses.chart} height={base + below + LABEL_ROOM} role="img" aria-label={label}>
        <line x1="0" x2={room} y1={base} y2={base} stroke="var(--stk-line-2)" />
        {weeks.map((week, i) => (
          <g key={week.day} transform={`translate(${i * column + 3} 0)`}>
            <Marks marks={week.above} perRow={perRow} y={(row) => base - 4 - CELL * (row + 1) + 1} />
            <Marks marks={week.below} perRow={perRow} y={(row) => base + 6 + CELL * row} />
            {i % every === 0 && (
              <text {...labelPlace(i * column, room)} y={base + below + 14}>
                {formatDay(week.day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <ul className={chartClasses.key}>
        <OutcomeKey />
      </ul>
    </div>
  )
}

/** Returns the position of a week's label; the last labels end where the chart does. */
const labelPlace = (left: number, room: number) =>
  left + LABEL_PX > room ? ({ x: room - left - 3, textAnchor: 'end' } as const) : { x: 0 }

interface MarksProps {
  marks: readonly MarkKind[]
  perRow: number
  y: (row: number) => number
}

function Marks({ marks, perRow, y }: MarksProps) {
  const shown = marks.slice(0, MAX_MARKS).map((kind, place) => ({ kind, place }))
  const lastRow = Math.ceil(shown.length / perRow)
  return (
    <>
      {shown.map(({ kind, place }) => (
        <OutcomeMark key={place} kind={kind} x={(place % perRow) * CELL} y={y(Math.floor(place / perRow))} />
      ))}
      {marks.length > shown.length && (
        <text x="0" y={y(lastRow) + 9}>
          +{marks.length - shown.length}
        </text>
      )}
    </>
  )
}

function marksByWeek({ firstDay, stockouts, score }: Card) {
  const weeks = score.weeks.map(({ falseAlarms, averted, undecided }, i) => ({
    day: addDays(firstDay, i * WEEK_DAYS),
    above: [] as MarkKind[],
    below: [
      ...Array<MarkKind>(falseAlarms).fill('falseAlarms'),
      ...Array<MarkKind>(averted).fill('averted'),
      ...Array<MarkKind>(undecided).fill('undecided'),
    ],
  }))
  stockouts.forEach(({ day }, i) => {
    const week = weeks[Math.floor(daysBetween(firstDay, day) / WEEK_DAYS)]
    week?.above.push(score.warningDays[i] === null ? 'missed' : 'warned')
  })
  for (const week of weeks) week.above.sort()
  return weeks
}
