import type { ReactNode } from 'react'
import classes from '../shared/charts.module.css'
import { HATCH_FILL } from '../shared/hatch.tsx'

const HOLLOW = { fill: 'var(--mantine-color-body)', strokeWidth: 1.3 }

/** Explains the marks of a runway, and as children further ones. */
export function RunwayKey({ children }: { children?: ReactNode }) {
  return (
    <ul className={classes.key}>
      <li>
        <svg width="10" height="10" aria-hidden="true">
          <circle cx="5" cy="5" r="3" fill="var(--stk-critical-fill)" />
        </svg>
        runs out before an order placed today arrives
      </li>
      <li>
        <svg width="10" height="10" aria-hidden="true">
          <circle cx="5" cy="5" r="3" stroke="var(--stk-fc)" {...HOLLOW} />
        </svg>
        runs out later
      </li>
      <li>
        <svg width="6" height="14" aria-hidden="true">
          <line x1="3" x2="3" y1="1" y2="13" stroke="var(--stk-hist)" strokeDasharray="2 2" />
        </svg>
        order placed today arrives
      </li>
      {children}
      <li>
        <svg width="12" height="11" aria-hidden="true">
          <path d="M1 10h10l-5 -8z" stroke="var(--stk-hist)" strokeLinejoin="round" {...HOLLOW} />
        </svg>
        stock on its way
      </li>
      <li>
        <svg width="16" height="9" aria-hidden="true">
          <rect width="16" height="9" fill={HATCH_FILL} />
        </svg>
        out of stock
      </li>
    </ul>
  )
}
