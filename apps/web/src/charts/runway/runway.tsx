import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { addDays, daysBetween, formatDay } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import classes from '../shared/charts.module.css'
import { countBeforeArrival } from '../shared/dot-columns.ts'
import { HATCH_FILL } from '../shared/hatch.tsx'
import { placeCounts } from './incoming-counts.ts'
import { ArrivalLine, IncomingMark, placeDots, RunwayDots } from './runway-marks.tsx'
import {
  RUNWAY_BASE_PX as BASE,
  RUNWAY_HEIGHT_PX as HEIGHT,
  RUNWAY_DAYS,
  RUNWAY_FALLBACK_PX,
  runwayScale,
} from './runway-scale.ts'

export interface RunwayProps {
  today: string
  /** Equally likely days until the next stockout, ascending; null is after the forecast's horizon. */
  futures: readonly (number | null)[]
  available: number
  /** Days until an order placed today arrives. */
  leadTimeDays: number
  /** Receipts that are so late that none of their units are counted are left out. */
  incoming: readonly { day: string; units: number; counted?: number }[]
  /** What a planned order covers, in words and as a mark; absent if none is planned. */
  coverage?: RunwayCoverage | undefined
}

export interface RunwayCoverage {
  words: string
  draw: (x: (day: number) => number) => ReactNode
}

/** Returns what a runway shows, in words. */
export function runwayFinding(runway: RunwayProps): string {
  const { coverage } = runway
  return coverage === undefined ? stockFinding(runway) : `${stockFinding(runway)}. ${coverage.words}`
}

function stockFinding(runway: RunwayProps): string {
  const { today, futures, available, leadTimeDays } = runway
  const arrival = formatDay(addDays(today, leadTimeDays))
  const ahead = futuresAhead(runway)
  const early = `${countBeforeArrival(ahead, leadTimeDays)} of ${futures.length} futures run out`
  if (available > 0) return `${early} before an order placed today arrives on ${arrival}`
  const next = expected(runway)[0]
  if (!next || ahead.length === 0) return `Out of stock now. An order placed today arrives on ${arrival}`
  return `Out of stock now, ${formatUnits(next.units)} arrive about ${formatDay(next.day)}. ${early} again before an order placed today arrives on ${arrival}`
}

const expected = ({ incoming }: RunwayProps) => incoming.filter(({ counted }) => counted !== 0)

/**
 * Returns the future stockouts to draw. Without stock and incoming units every future is today, so none is
 * drawn.
 */
function futuresAhead({ futures, available }: RunwayProps): (number | null)[] {
  return futures.filter((day) => day === null || day > 0 || available > 0)
}

/** Draws when one product's stock runs out: a line while it is surely in stock, then one dot per future. */
export function Runway(props: RunwayProps) {
  const { today, available, leadTimeDays } = props
  const { ref, width: measured } = useElementSize()
  const width = measured || RUNWAY_FALLBACK_PX
  const x = runwayScale(width)
  const incoming = expected(props)
    .map(({ day, units }) => ({ day: Math.max(0, daysBetween(today, day)), units }))
    .filter(({ day }) => day <= RUNWAY_DAYS)
  const ahead = futuresAhead(props)
  const firstStockout = Math.min(
    ...ahead.map((day) => (day === null ? RUNWAY_DAYS : Math.max(0, day - 1))),
    RUNWAY_DAYS,
  )
  const backInDays = available > 0 ? 0 : Math.min(incoming[0]?.day ?? leadTimeDays, firstStockout)
  const dots = placeDots({ futures: ahead, x, leadTimeDays, widthPx: width })
  const counts = placeCounts(
    incoming.map(({ day, units }) => ({ x: x(day), units })),
    { taken: [...dots.spans, [x(leadTimeDays), x(leadTimeDays)]], widthPx: width },
  )

  return (
    <div ref={ref}>
      <svg className={classes.chart} height={HEIGHT} role="img" aria-label={runwayFinding(props)}>
        {[14, 28, 42].map((day) => (
          <line key={day} x1={x(day)} x2={x(day)} y1="-8" y2={HEIGHT + 4} stroke="var(--stk-line)" />
        ))}
        <line x1={x(0)} x2={width - 2} y1={BASE} y2={BASE} stroke="var(--stk-line-2)" />
        {backInDays > 0 && (
          <>
            <rect x={x(0)} y={BASE - 5} width={x(backInDays) - x(0)} height="9" fill={HATCH_FILL} />
            <line x1={x(0)} x2={x(backInDays)} y1={BASE + 4} y2={BASE + 4} stroke="var(--stk-hist)" />
          </>
        )}
        {firstStockout > backInDays && ahead.length > 0 && (
          <line
            x1={x(backInDays)}
            x2={x(firstStockout)}
            y1={BASE}
            y2={BASE}
            stroke="var(--stk-hist)"
            strokeWidth="2.5"
          />
        )}
        {leadTimeDays <= RUNWAY_DAYS && (
          <ArrivalLine x={x(leadTimeDays)} label={formatDay(addDays(today, leadTimeDays))} widthPx={width} />
        )}
        {incoming.map(({ day }, index) => (
          <IncomingMark key={day} x={x(day)} count={counts[index] ?? null} />
        ))}
        {props.coverage?.draw(x)}
        <RunwayDots dots={dots} leadTimeDays={leadTimeDays} widthPx={width} today={today} />
      </svg>
    </div>
  )
}
