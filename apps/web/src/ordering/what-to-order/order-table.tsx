import { VisuallyHidden } from '@mantine/core'
import type { OrderListRow } from '@stockcast/contract'
import type { ReactNode } from 'react'
import { RunwayAxis } from '../../charts/runway/runway-axis.tsx'
import table from '../../ui/table/long-table.module.css'
import { LongRow, LongTable } from '../../ui/table/long-table.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
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
      className={classes.table}
      heads={<Heads today={props.today} selectAll={selectAll} />}
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
      showPending={(index) => <PendingRow index={index} />}
      foot={null}
      getFailure={(error) => getOrderingFailure('load_order_list', error).title}
    />
  )
}

const ignore = () => undefined

function Heads({ today, selectAll }: { today: string; selectAll: ReactNode }) {
  return (
    <>
      <TableHead className={classes.tick}>{selectAll ?? <VisuallyHidden>Order</VisuallyHidden>}</TableHead>
      <TableHead className={classes.product}>Product</TableHead>
      <TableHead className={classes.runway}>
        <VisuallyHidden>Coverage</VisuallyHidden>
        <RunwayAxis today={today} />
      </TableHead>
      <TableHead align="right" className={classes.stock}>
        Stock
      </TableHead>
      <TableHead align="right" className={classes.days}>
        Days left
      </TableHead>
      <TableHead className={classes.orderBy}>Order by</TableHead>
      <TableHead align="right" className={classes.quantity}>
        Quantity
      </TableHead>
      <TableHead align="right" className={classes.cost}>
        Cost
      </TableHead>
      <TableHead align="right" className={classes.value}>
        <span title="What this order is expected to earn more than no order, after the cost of holding it">
          Profit kept
        </span>
      </TableHead>
      <TableHead align="right" className={classes.why}>
        <VisuallyHidden>Why</VisuallyHidden>
      </TableHead>
    </>
  )
}

/** Replaces a row that is still loading. */
function PendingRow({ index }: { index: number }) {
  return (
    <LongRow index={index} data-loading>
      <td className={classes.tick} />
      <td className={classes.product}>
        <span className="spoken">Loading</span>
        <span className={table.bar} />
      </td>
    </LongRow>
  )
}
