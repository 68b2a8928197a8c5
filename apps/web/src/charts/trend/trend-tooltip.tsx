import { formatWeekday } from '../../ui/format/days.ts'
import classes from '../shared/charts.module.css'
import type { TrendRow } from './trend-series.ts'

interface TrendTooltipProps {
  row: TrendRow | undefined
  format: (value: number) => string
  unit: string
}

/** Shows the numbers of the day under the pointer. */
export function TrendTooltip({ row, format, unit }: TrendTooltipProps) {
  if (!row) return null
  const { day, past, likely, range } = row
  return (
    <div className={classes.tooltip}>
      <b>{day === null ? 'Now' : formatWeekday(day)}</b>
      <span>{toWords({ past, likely, format, unit })}</span>
      {day !== null && range && (
        <span>
          {format(range[0])} to {format(range[1])} in the range
        </span>
      )}
    </div>
  )
}

function toWords(args: {
  past: number | undefined
  likely: number | undefined
  format: (value: number) => string
  unit: string
}): string {
  const { past, likely, format, unit } = args
  if (past !== undefined) return `${format(past)} ${unit}`
  if (likely !== undefined) return `expected ${format(likely)} ${unit}`
  return 'not known'
}
