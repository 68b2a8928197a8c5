import classes from '../../charts/shared/charts.module.css'
import type { Metric } from './trend-metrics.ts'

/** Explains the marks of a trend chart; only those that are drawn. */
export function TrendKey({ metric: { points, rangeWords } }: { metric: Metric }) {
  return (
    <ul className={classes.key}>
      {points.some(({ past }) => past !== null) && <Entry color="var(--stk-hist)">so far</Entry>}
      {points.some(({ likely }) => likely !== null) && <Entry color="var(--stk-fc)">expected</Entry>}
      {points.some(({ low, high }) => low !== null && high !== null) && (
        <li>
          <svg width="14" height="10" aria-hidden="true">
            <rect width="14" height="10" fill="var(--stk-band-80)" />
          </svg>
          {rangeWords.charAt(0).toLowerCase() + rangeWords.slice(1)}
        </li>
      )}
    </ul>
  )
}

function Entry({ color, children }: { color: string; children: string }) {
  return (
    <li>
      <svg width="16" height="8" aria-hidden="true">
        <line x1="0" x2="16" y1="4" y2="4" stroke={color} strokeWidth="2" />
      </svg>
      {children}
    </li>
  )
}
