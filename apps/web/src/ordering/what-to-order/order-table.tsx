import { VisuallyHidden } from '@mantine/core'
import type { OrderListRow } from '@stockcast/contract'
import type { ReactNode } from 'react'
import { RunwayAxis } from '../../charts/runway/runway-axis.tsx'
import table from '../../ui/table/long-table.module.css'
import { type LongColumn, LongTable } from '../../ui/table/long-table.tsx'
import type { LoadedRows } from '../../ui/table/use-loaded-rows.ts'
import { getOrderingFailure } from '../ordering-failures.ts'
import { OrderRow, type OrderRowProps } from './order-row.tsx'
import classes from './order-table.module.css'
import type { OrderEdits } from './use-order-edits.ts'

/** Below this width a row is a block; the style sheet has the same number. */
const BLOCKS_UNDER = '66em'
const ROW_REM = 4
const BLOCK_REM = 11

interface OrderTableProps extends Omit<OrderRowProps, 'index' | 'row' | 'change' | 'isCurrent'> {
  label: string
  total: number
  rows: LoadedRows<OrderListRow>
  isBusy: boolean
  edits: OrderEdits
  /** The row that Tab reaches. */
  current: number | null
  /** Selects every row of the group, where all of them are loaded. */
  selectAll?: ReactNode
  onPages?: (pages: string) => void
}

/** Shows one group of the list. */
export function OrderTable(props: OrderTableProps) {
  const { label, total, rows, isBusy, edits, current, selectAll, onPages = ignore, ...shared } = props
  return (
    <LongTable
      label={label}
      className={`${classes.table} blocks`}
      columns={getColumns(props.today, selectAll)}
      total={total}
      rows={rows}
      isBusy={isBusy}
      blocksUnder={BLOCKS_UNDER}
      rowRem={ROW_REM}
      blockRem={BLOCK_REM}
      onPages={onPages}
      showRow={(row, index) => (
        <OrderRow
          index={index}
          row={row}
          change={edits.get(row.variantId)?.change}
          isCurrent={row.variantId === current}
          {...shared}
        />
      )}
      foot={null}
      getFailure={(error) => getOrderingFailure('load_order_list', error).title}
    />
  )
}

const ignore = () => undefined

const getColumns = (today: string, selectAll: ReactNode): LongColumn[] => [
  {
    head: 'Selected',
    title: selectAll ?? <VisuallyHidden>Order</VisuallyHidden>,
    className: classes.tick,
    pending: null,
  },
  {
    head: 'Product',
    className: classes.product,
    pending: (
      <>
        <span className="spoken">Loading</span>
        <span className={table.bar} />
      </>
    ),
  },
  {
    head: 'Coverage',
    title: (
      <>
        <VisuallyHidden>Coverage</VisuallyHidden>
        <RunwayAxis today={today} />
      </>
    ),
    className: classes.runway,
  },
  { head: 'Stock', align: 'right', className: classes.stock },
  { head: 'Days left', align: 'right', className: classes.days },
  { head: 'Order by', className: classes.orderBy },
  { head: 'Quantity', align: 'right', className: classes.quantity },
  { head: 'Cost', align: 'right', className: classes.cost },
  {
    head: 'Profit kept',
    title: (
      <span title="What this order is expected to earn more than no order, after the cost of holding it">
        Profit kept
      </span>
    ),
    align: 'right',
    className: classes.value,
  },
  { head: 'Why', title: <VisuallyHidden>Why</VisuallyHidden>, align: 'right', className: classes.why },
]
