import type { ExcessList, ExcessQuery, ExcessRow } from '@stockcast/contract'
import { coverWords } from '../../ui/format/cover.ts'
import { formatDay } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import { ProductName } from '../../ui/product-name.tsx'
import list from '../../ui/table/data-table.module.css'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { Sorting } from '../../ui/table/table-heads.tsx'
import { abcLabels, xyzLabels } from '../class-selects.tsx'
import { formatSum, formatUnitCost, UNKNOWN_AMOUNT } from '../money.ts'
import classes from './excess.module.css'

export type ExcessSort = NonNullable<ExcessQuery['sort']>

interface ExcessTableProps extends Sorting<ExcessSort> {
  list: ExcessList
  isBusy: boolean
}

export function ExcessTable({ list: { rows, currency }, ...props }: ExcessTableProps) {
  return (
    <DataTable
      label="Overstock"
      columns={getColumns(currency)}
      rows={rows}
      getKey={({ variantId }) => variantId}
      {...props}
    />
  )
}

const getColumns = (currency: string): Column<ExcessRow, ExcessSort>[] => [
  {
    head: 'Product',
    sort: 'title',
    className: classes.product,
    cell: (row) => <ProductName {...row} />,
    note: ({ sku, abc, xyz }) =>
      [sku, abc && `${abcLabels[abc]} of margin`, xyz && xyzLabels[xyz]].filter(Boolean).join(' · '),
  },
  {
    head: 'Last sold',
    cell: ({ lastSoldOn }) => (lastSoldOn === null ? 'never' : formatDay(lastSoldOn)),
    note: ({ kind, isHistoryShort }) =>
      kind === 'dead' && {
        text: `no sale in 90 days in stock${isHistoryShort ? ', too new to show a season' : ''}`,
        tone: 'warning',
      },
  },
  { head: 'Stock', narrow: 'none', align: 'right', cell: ({ available }) => formatUnits(available) },
  {
    head: 'Covers',
    sort: 'daysOfCover',
    align: 'right',
    className: classes.covers,
    cell: ({ daysOfCover }) => (daysOfCover === null ? '∞' : coverWords(daysOfCover)),
  },
  {
    head: 'Too many',
    sort: 'units',
    align: 'right',
    narrow: 'end',
    cell: ({ excessUnits }) => formatUnits(excessUnits),
  },
  {
    head: 'Tied up',
    sort: 'value',
    align: 'right',
    narrow: 'end',
    className: classes.tiedUp,
    cell: ({ excessValueMinor }) =>
      excessValueMinor === null ? (
        <span className={list.unknown}>{UNKNOWN_AMOUNT}</span>
      ) : (
        <b>{formatSum(excessValueMinor, currency)}</b>
      ),
    note: ({ unitCostMinor }) => unitCostMinor !== null && `${formatUnitCost(unitCostMinor, currency)} each`,
  },
]
