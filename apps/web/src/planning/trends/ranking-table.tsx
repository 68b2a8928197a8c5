import type { TrendProduct, TrendProductList, TrendSort } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatDaysOfCover } from '../../ui/format/cover.ts'
import { formatMoney, formatUnits } from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { Sorting } from '../../ui/table/table-heads.tsx'
import { changeWords } from './trend-words.ts'
import classes from './trends.module.css'

const getColumns = ({ period, currency }: TrendProductList): Column<TrendProduct, TrendSort>[] => [
  {
    head: 'Product',
    sort: 'title',
    cell: ({ variantId, title, sku }) => (
      <>
        <Link
          to="/trends"
          search={(before: Record<string, unknown>) => ({ ...before, period, variantId })}
          className={list.name}
        >
          {title}
        </Link>
        {sku !== null && <span className={classes.sku}>{sku}</span>}
      </>
    ),
  },
  { head: 'Units sold', sort: 'unitsSold', align: 'right', cell: ({ unitsSold }) => formatUnits(unitsSold) },
  {
    head: 'Change',
    sort: 'change',
    align: 'right',
    cell: ({ unitsSold, unitsSoldBefore }) => changeWords(unitsSold, unitsSoldBefore) || '–',
  },
  { head: 'Days of cover', sort: 'daysOfCover', align: 'right', cell: coverWords },
  {
    head: 'Days out of stock',
    sort: 'daysOutOfStock',
    align: 'right',
    cell: ({ daysKnown, daysOutOfStock }) => (
      <>
        {daysKnown === 0 ? '–' : formatUnits(daysOutOfStock)}
        {daysKnown > 0 && daysKnown < period && (
          <span className="quiet"> of {formatUnits(daysKnown)} known</span>
        )}
      </>
    ),
  },
  {
    head: 'Expected lost sales',
    sort: 'expectedLostSales',
    align: 'right',
    cell: ({ expectedLostSales }) =>
      expectedLostSales === null ? '–' : formatMoney(expectedLostSales, currency),
  },
]

interface RankingTableProps extends Sorting<TrendSort> {
  list: TrendProductList
  isBusy: boolean
}

export function RankingTable({ list: ranking, ...props }: RankingTableProps) {
  return (
    <DataTable
      label="Products over the period"
      className={`${classes.ranking} blocks`}
      columns={getColumns(ranking)}
      rows={ranking.rows}
      getKey={({ variantId }) => variantId}
      {...props}
    />
  )
}

function coverWords({ isTracked, daysOfCover }: TrendProduct): string {
  if (!isTracked || daysOfCover === null) return '–'
  return formatDaysOfCover(daysOfCover)
}
