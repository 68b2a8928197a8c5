import { ScrollArea } from '@mantine/core'
import { formatWeekday } from '../../ui/format/days.ts'
import { TableHead } from '../../ui/table/table-head.tsx'
import type { Metric } from './trend-metrics.ts'
import classes from './trends.module.css'

/** Shows the numbers of a chart, one row a day. */
export function TrendTable({ metric, today }: { metric: Metric; today: string }) {
  const { title, points, rangeWords, format } = metric
  const words = (value: number | null) => (value === null ? '–' : format(value))
  const hasRange = points.some(({ low, high }) => low !== null && high !== null)
  const hasAhead = points.some(({ likely }) => likely !== null)
  return (
    <ScrollArea.Autosize
      mah="20rem"
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${title}, table` }}
    >
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <TableHead>Day</TableHead>
            <TableHead align="right">So far</TableHead>
            {hasAhead && <TableHead align="right">Expected</TableHead>}
            {hasRange && <TableHead align="right">{rangeWords}</TableHead>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ day, past, likely, low, high }) => (
            <tr key={day}>
              <td>{day === today ? 'Today' : formatWeekday(day)}</td>
              <td>{words(past)}</td>
              {hasAhead && <td>{words(likely)}</td>}
              {hasRange && (
                <td>{low === null || high === null ? '–' : getRange(format(low), format(high))}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea.Autosize>
  )
}

function getRange(low: string, high: string): string {
  return low === high ? low : `${low} to ${high}`
}
