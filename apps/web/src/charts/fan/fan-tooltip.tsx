import { formatWeekday } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import type { CalendarSpan, DayEvent } from '../shared/chart-marks.tsx'
import classes from '../shared/charts.module.css'
import type { DemandRow } from './demand-series.ts'

interface FanTooltipProps {
  row: DemandRow | undefined
  events: readonly DayEvent[]
  spans?: readonly CalendarSpan[]
}

/** Shows the numbers of the day under the pointer. */
export function FanTooltip({ row, events, spans = [] }: FanTooltipProps) {
  if (!row) return null
  const event = events.find(({ day }) => day === row.day)
  const own = spans.filter(({ from, to }) => from <= row.day && to >= row.day)
  return (
    <div className={classes.tooltip}>
      <b>{formatWeekday(row.day)}</b>
      {event && <span>{event.name}</span>}
      {own.map(({ name, from }) => (
        <span key={name + from}>{name}</span>
      ))}
      {row.outer && row.likely !== undefined ? (
        <>
          <span>most likely {formatUnits(row.likely)}</span>
          <span>
            {formatUnits(row.outer[0])} to {formatUnits(row.outer[1])} in 8 of 10 cases
          </span>
          {row.baseline !== undefined && row.baseline !== row.likely && (
            <span>{formatUnits(row.baseline)} before your change</span>
          )}
        </>
      ) : (
        <span>{row.sold === undefined ? 'out of stock, not counted' : `${formatUnits(row.sold)} sold`}</span>
      )}
    </div>
  )
}
