import { addDays, formatDay } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import type { RunwayCoverage } from './runway.tsx'
import { RUNWAY_BASE_PX as BASE, RUNWAY_DAYS } from './runway-scale.ts'

export interface CoveredOrder {
  units: number
  /** Most likely days until the stock with this order is used up; null is after the forecast's horizon. */
  lastsDays: number | null
  /** Days until it arrives. */
  leadTimeDays: number
}

/** Returns what an order covers, for its runway; undefined if nothing is ordered. */
export function getCoverage(
  { units, lastsDays, leadTimeDays }: CoveredOrder,
  today: string,
): RunwayCoverage | undefined {
  if (units === 0) return undefined
  const lasts = lastsDays === null ? 'beyond the forecast' : `to ${formatDay(addDays(today, lastsDays))}`
  const to = lastsDays === null || lastsDays > RUNWAY_DAYS ? null : lastsDays
  return {
    words: `With ${formatUnits(units)} ordered the stock lasts ${lasts}`,
    draw: (x) => <CoverageLine from={x(Math.min(leadTimeDays, RUNWAY_DAYS))} to={to} x={x} />,
  }
}

interface CoverageLineProps {
  /** Where the order arrives, in px. */
  from: number
  /** Days until the stock with the order is used up; null is after the axis. */
  to: number | null
  x: (day: number) => number
}

/** Draws how long the stock lasts with the order, below the stock line; an arrow where that is after the axis. */
function CoverageLine({ from, to, x }: CoverageLineProps) {
  const end = x(to ?? RUNWAY_DAYS)
  const y = BASE + 6
  if (end <= from && to !== null) return null
  return (
    <>
      <line x1={from} x2={end} y1={y} y2={y} stroke="var(--stk-fc)" strokeWidth="2.5" />
      {to === null ? (
        <path
          d={`M${end - 4} ${y - 3.5}l4 3.5l-4 3.5`}
          fill="none"
          stroke="var(--stk-fc)"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <line x1={end} x2={end} y1={y - 3} y2={y + 3} stroke="var(--stk-fc)" strokeWidth="1.8" />
      )}
    </>
  )
}

/** Explains the line in the key of a runway. */
export function CoverageKey() {
  return (
    <li>
      <svg width="16" height="8" aria-hidden="true">
        <path d="M0 4h15M15 1v6" stroke="var(--stk-fc)" strokeWidth="2" />
      </svg>
      lasts with this order
    </li>
  )
}
