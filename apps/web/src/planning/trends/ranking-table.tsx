import type { TrendProduct, TrendProductList, TrendSort } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatDaysOfCover } from '../../ui/format/cover.ts'
import { formatMoney, formatUnits } from '../../ui/format/numbers.ts'
import { TableHead } from '../../ui/table/table-head.tsx'
import { changeWords } from './trend-words.ts'
import classes from './trends.module.css'

interface RankingTableProps {
  list: TrendProductList
  /** The rows shown belong to the last filter while those of the new one are loading. */
  isBusy: boolean
  sort: TrendSort
  order: 'asc' | 'desc'
  onSort: (column: TrendSort) => void
}

const columns: { sort: TrendSort; label: string }[] = [
  { sort: 'unitsSold', label: 'Units sold' },
  { sort: 'change', label: 'Change' },
  { sort: 'daysOfCover', label: 'Days of cover' },
  { sort: 'daysOutOfStock', label: 'Days out of stock' },
  { sort: 'expectedLostSales', label: 'Expected lost sales' },
]

export function RankingTable({ list, isBusy, sort, order, onSort }: RankingTableProps) {
  const head = (column: TrendSort) => ({
    sorted: sort === column ? order : (false as const),
    onSort: () => onSort(column),
  })
  return (
    <table className={classes.ranking} aria-label="Products over the period" aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHead {...head('title')}>Product</TableHead>
          {columns.map((column) => (
            <TableHead key={column.sort} align="right" {...head(column.sort)}>
              {column.label}
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.rows.map((row) => (
          <RankingRow key={row.variantId} row={row} period={list.period} currency={list.currency} />
        ))}
      </tbody>
    </table>
  )
}

interface RankingRowProps {
  row: TrendProduct
  period: number
  currency: string
}

function RankingRow({ row, period, currency }: RankingRowProps) {
  return (
    <tr>
      <td>
        <Link
          to="/trends"
          search={(before: Record<string, unknown>) => ({ ...before, period, variantId: row.variantId })}
          className={classes.name}
        >
          {row.title}
        </Link>
        {row.sku !== null && <span className={classes.sku}>{row.sku}</span>}
      </td>
      <td data-label="Units sold">{formatUnits(row.unitsSold)}</td>
      <td data-label="Change">{changeWords(row.unitsSold, row.unitsSoldBefore) || '–'}</td>
      <td data-label="Days of cover">{coverWords(row)}</td>
      <td data-label="Days out of stock">
        {row.daysKnown === 0 ? '–' : formatUnits(row.daysOutOfStock)}
        {row.daysKnown > 0 && row.daysKnown < period && (
          <span className={classes.of}> of {formatUnits(row.daysKnown)} known</span>
        )}
      </td>
      <td data-label="Expected lost sales">
        {row.expectedLostSales === null ? '–' : formatMoney(row.expectedLostSales, currency)}
      </td>
    </tr>
  )
}

function coverWords({ isTracked, daysOfCover }: TrendProduct): string {
  if (!isTracked || daysOfCover === null) return '–'
  return formatDaysOfCover(daysOfCover)
}
