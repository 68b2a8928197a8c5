import type { CalendarSpan } from '../shared/chart-marks.tsx'
import { Line, Swatch } from './demand-key.tsx'
import type { ChangedDay } from './demand-series.ts'

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
          promotion or one-off order
        </li>
      )}
    </>
  )
}

/** Explains the lines of a forecast that was changed by hand, inside the key of a demand chart. */
export function ChangedKey({ changed }: { changed: readonly ChangedDay[] }) {
  return (
    <>
      {changed.length > 0 && (
        <li>
          <Line color="var(--stk-ink-3)" dashes="4 3" />
          before your change
        </li>
      )}
      {changed.some(({ isFarOff }) => isFarOff) && (
        <li>
          <Line color="var(--stk-critical-fill)" />
          far from the forecast
        </li>
      )}
    </>
  )
}
