import type { ExcessList, ExcessQuery, ExcessRow } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { coverWords } from '../../ui/format/cover.ts'
import { formatDay } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatSum, formatUnitCost, UNKNOWN_AMOUNT } from '../money.ts'
import screen from './excess.module.css'

export type ExcessSort = NonNullable<ExcessQuery['sort']>

interface ExcessTableProps {
  list: ExcessList
  isBusy: boolean
  sort: ExcessSort
  order: 'asc' | 'desc'
  onSort: (column: ExcessSort) => void
}

export function ExcessTable({ list: excess, isBusy, sort, order, onSort }: ExcessTableProps) {
  const by = (column: ExcessSort) => ({
    sorted: sort === column ? order : (false as const),
    onSort: () => onSort(column),
  })
  return (
    <table className={list.table} aria-label="Overstock" aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHead {...by('title')}>Product</TableHead>
          <TableHead>Last sold</TableHead>
          <TableHead align="right">Stock</TableHead>
          <TableHead align="right" {...by('daysOfCover')}>
            Covers
          </TableHead>
          <TableHead align="right" {...by('units')}>
            Too many
          </TableHead>
          <TableHead align="right" {...by('value')}>
            Tied up
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {excess.rows.map((row) => (
          <Row key={row.variantId} row={row} currency={excess.currency} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, currency }: { row: ExcessRow; currency: string }) {
  const { variantId, title, sku, kind, daysOfCover, isHistoryShort, lastSoldOn } = row
  const { unitCostMinor, excessValueMinor } = row
  const classes = [row.abc, row.xyz]
    .filter((each) => each !== null)
    .join('')
    .toUpperCase()
  return (
    <tr>
      <td>
        <Link to="/products/$variantId" params={{ variantId: String(variantId) }} className={list.name}>
          {title}
        </Link>
        <span className={list.note}>
          {[sku, classes === '' ? null : `class ${classes}`].filter((each) => each !== null).join(', ')}
        </span>
      </td>
      <td data-label="Last sold">
        {lastSoldOn === null ? 'never' : formatDay(lastSoldOn)}
        {kind === 'dead' && (
          <span className={list.note} data-tone="warning">
            {isHistoryShort ? 'no sale in 90 days, too new to show a season' : 'no sale in 90 days'}
          </span>
        )}
      </td>
      <td data-align="right" data-desktop>
        {formatUnits(row.available)}
      </td>
      <td className={screen.covers} data-align="right" data-label="Covers">
        {daysOfCover === null ? '∞' : coverWords(daysOfCover)}
      </td>
      <td data-align="right" data-end data-label="Too many">
        {formatUnits(row.excessUnits)}
      </td>
      <td className={screen.tiedUp} data-align="right" data-end data-label="Tied up">
        {excessValueMinor === null ? (
          <span className={list.unknown}>{UNKNOWN_AMOUNT}</span>
        ) : (
          <b>{formatSum(excessValueMinor, currency)}</b>
        )}
        {unitCostMinor !== null && (
          <span className={list.note}>{formatUnitCost(unitCostMinor, currency)} each</span>
        )}
      </td>
    </tr>
  )
}
