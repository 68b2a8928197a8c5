import type { ShopEvent } from '@stockcast/contract'
import type { CalendarSpan } from '../../charts/shared/chart-marks.tsx'
import { eventTitle } from './calendar-words.ts'

/** Returns the times of these entries on the days that a chart shows, in their order; `from` and `to` are both shown. */
export function spansWithin(
  events: readonly ShopEvent[],
  { from, to }: { from: string; to: string },
): CalendarSpan[] {
  return events
    .filter(({ status }) => status !== 'denied')
    .flatMap((event) =>
      event.times
        .filter((time) => time.to >= from && time.from <= to)
        .map((time) => ({ ...time, kind: event.kind, name: eventTitle(event) })),
    )
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}
