import type { ReactNode } from 'react'
import classes from '../shared/charts.module.css'
import { HATCH_FILL } from '../shared/hatch.tsx'

export function Line({ color, dashes }: { color: string; dashes?: string }) {
  return (
    <svg width="16" height="8" aria-hidden="true">
      <line x1="0" x2="16" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
    </svg>
  )
}

export function Swatch({ fill }: { fill: string }) {
  return (
    <svg width="14" height="10" aria-hidden="true">
      <rect width="14" height="10" fill={fill} />
    </svg>
  )
}

interface DemandKeyProps {
  historyAs: 'line' | 'bars'
  hasForecast?: boolean
  hasOutOfStock?: boolean
  hasEvents?: boolean
  /** Further marks. */
  children?: ReactNode
}

/** Explains the marks of a demand chart; only those that are drawn. */
export function DemandKey(props: DemandKeyProps) {
  const { historyAs, hasForecast = true, hasOutOfStock = false, hasEvents = false, children } = props
  return (
    <ul className={classes.key}>
      <li>
        {historyAs === 'line' ? <Line color="var(--stk-hist)" /> : <Swatch fill="var(--stk-hist-soft)" />}
        sold
      </li>
      {historyAs === 'bars' && (
        <li>
          <Line color="var(--stk-hist)" />
          mean of 7 days
        </li>
      )}
      {hasForecast && (
        <>
          <li>
            <Line color="var(--stk-fc)" />
            most likely
          </li>
          <li>
            <Swatch fill="var(--stk-band-50)" />5 days in 10
          </li>
          <li>
            <Swatch fill="var(--stk-band-80)" />8 days in 10
          </li>
        </>
      )}
      {hasEvents && (
        <li>
          <Line color="var(--stk-line-2)" dashes="2 3" />
          holiday or shopping day
        </li>
      )}
      {children}
      {hasOutOfStock && (
        <li>
          <Swatch fill={HATCH_FILL} />
          out of stock, not counted
        </li>
      )}
    </ul>
  )
}
