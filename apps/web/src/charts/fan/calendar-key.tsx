import type { CalendarSpan } from '../shared/chart-marks.tsx'
import { Swatch } from './demand-key.tsx'

/** Explains the shaded days of the calendar, inside the key of a demand chart. */
export function CalendarKey({ spans }: { spans: readonly CalendarSpan[] }) {
  return (
    <>
      {spans.some(({ kind }) => kind === 'closed') && (
        <li>
          <Swatch fill="var(--stk-line)" />
          closed
        </li>
      )}
      {spans.some(({ kind }) => kind !== 'closed') && (
        <li>
          <Swatch fill="var(--stk-accent-soft)" />
          sale or one-off order
        </li>
      )}
    </>
  )
}
