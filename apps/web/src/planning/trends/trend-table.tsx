import { ScrollArea } from '@mantine/core'
import { formatWeekday } from '../../ui/format/days.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
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
      <DataTable
        label={title}
        className={classes.table}
        columns={[
          { head: 'Day', cell: ({ day }) => (day === today ? 'Today' : formatWeekday(day)) },
          { head: 'So far', align: 'right', cell: ({ past }) => words(past) },
          hasAhead && { head: 'Expected', align: 'right', cell: ({ likely }) => words(likely) },
          hasRange && {
            head: rangeWords,
            align: 'right',
            cell: ({ low, high }) =>
              low === null || high === null ? '–' : getRange(format(low), format(high)),
          },
        ]}
        rows={points}
        getKey={({ day }) => day}
      />
    </ScrollArea.Autosize>
  )
}

function getRange(low: string, high: string): string {
  return low === high ? low : `${low} to ${high}`
}
