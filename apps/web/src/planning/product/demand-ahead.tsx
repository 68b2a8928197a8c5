import type { ProductDetail } from '@stockcast/contract'
import { formatProbability, formatRange, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
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
      <DataTable
        label="Expected demand"
        className={classes.table}
        columns={[
          { head: 'Next', cell: ({ days }) => `${days} days` },
          { head: 'Most likely', align: 'right', cell: ({ p50 }) => formatUnits(p50) },
          { head: '8 cases in 10', align: 'right', cell: ({ p10, p90 }) => formatRange(p10, p90) },
          hasStock && {
            head: 'Runs out by then',
            align: 'right',
            cell: ({ stockoutProbability }) => formatProbability(stockoutProbability),
          },
        ]}
        rows={forecast.cumulative}
        getKey={({ days }) => days}
      />
    </section>
  )
}
