import { formatWeekday } from '../../format/days.ts'
import { formatUnits } from '../../format/numbers.ts'
import classes from '../shared/charts.module.css'
import type { DemandRow } from './demand-series.ts'

/** Shows the numbers of the day under the pointer. */
export function FanTooltip({ row }: { row: DemandRow | undefined }) {
  if (!row) return null
  return (
    <div className={classes.tooltip}>
      <b>{formatWeekday(row.day)}</b>
      {row.outer && row.likely !== undefined ? (
        <>
          <span>most likely {formatUnits(row.likely)}</span>
          <span>
            {formatUnits(row.outer[0])} to {formatUnits(row.outer[1])} in 8 of 10 cases
          </span>
        </>
      ) : (
        <span>{row.sold === undefined ? 'out of stock, not counted' : `${formatUnits(row.sold)} sold`}</span>
      )}
    </div>
  )
}
