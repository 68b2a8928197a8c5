import type { ProductDetail } from '@stockcast/contract'
import { formatProbability, formatRange, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { isPutTogether } from '../bundles/bundle-words.ts'
import classes from './product.module.css'

/** Shows the numbers of both charts as a table. */
export function DemandAhead({ detail }: { detail: ProductDetail }) {
  const { forecast, row, bundle } = detail
  const hasStock = row.isTracked && !isPutTogether(bundle)
  if (forecast === null || forecast.basis !== 'forecast') return null
  return (
    <section aria-labelledby="demand-ahead">
      <SectionHeader id="demand-ahead" title="Expected demand" />
      <table className={classes.table} aria-labelledby="demand-ahead">
        <thead>
          <tr>
            <TableHead>Next</TableHead>
            <TableHead align="right">Most likely</TableHead>
            <TableHead align="right">8 cases in 10</TableHead>
            {hasStock && <TableHead align="right">Runs out by then</TableHead>}
          </tr>
        </thead>
        <tbody>
          {forecast.cumulative.map(({ days, p10, p50, p90, stockoutProbability }) => (
            <tr key={days}>
              <td>{days} days</td>
              <td>{formatUnits(p50)}</td>
              <td>{formatRange(p10, p90)}</td>
              {hasStock && <td>{formatProbability(stockoutProbability)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
