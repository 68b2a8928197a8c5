import { Box, Button } from '@mantine/core'
import type { DueState, OrderListRow } from '@stockcast/contract'
import { type ReactNode, useState } from 'react'
import { formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { type LoadedRows, useLoadedRows } from '../../ui/table/use-loaded-rows.ts'
import content from './order-row.module.css'
import { OrderTable } from './order-table.tsx'
import { dueLabels } from './order-words.ts'
import { plannedOrder } from './planned-order.ts'
import type { OrderEdits } from './use-order-edits.ts'
import { laterPageQuery, type OrderFilter } from './use-order-groups.ts'

interface OrderGroupProps
  extends Omit<Parameters<typeof OrderTable>[0], 'label' | 'selectAll' | 'rows' | 'total'> {
  due: DueState
  rows: readonly OrderListRow[]
  filter: unknown
  edits: OrderEdits
  aside?: ReactNode
}

/** Shows a group that is loaded whole; nothing if it is empty. */
export function OrderGroup({ due, rows, filter, aside, ...table }: OrderGroupProps) {
  if (rows.length === 0) return null
  const loaded: LoadedRows<OrderListRow> = {
    filter,
    rowAt: (index) => rows[index],
    error: null,
    isFetching: false,
    retry: () => undefined,
  }
  return (
    <Box component="section" mb={36} aria-labelledby={`group-${due}`}>
      <GroupHead due={due} total={rows.length} aside={aside} />
      <OrderTable
        label={dueLabels[due]}
        rows={loaded}
        total={rows.length}
        selectAll={<SelectAll due={due} rows={rows} edits={table.edits} onEdit={table.onEdit} />}
        {...table}
      />
    </Box>
  )
}

export function GroupHead({ due, total, aside }: { due: DueState; total: number; aside?: ReactNode }) {
  return (
    <SectionHeader
      id={`group-${due}`}
      title={`${dueLabels[due]} ${formatUnits(total)}`}
      {...(aside === undefined ? {} : { aside })}
    />
  )
}

type SelectAllProps = Pick<OrderGroupProps, 'due' | 'rows' | 'edits' | 'onEdit'>

function SelectAll({ due, rows, edits, onEdit }: SelectAllProps) {
  const orders = rows.map((row) => ({ row, order: plannedOrder(row, edits.get(row.variantId)?.change) }))
  const selectable = orders.filter(({ order }) => order.canSelect && order.units > 0)
  const selected = selectable.filter(({ order }) => order.isSelected).length
  const areAll = selected > 0 && selected === selectable.length
  return (
    <input
      type="checkbox"
      className={content.tick}
      aria-label={`Order all that is ${dueLabels[due].toLowerCase()}`}
      checked={areAll}
      disabled={selectable.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && !areAll
      }}
      onChange={() => {
        for (const { row } of selectable) onEdit(row, { isSelected: !areAll })
      }}
    />
  )
}

interface LaterGroupProps
  extends Omit<Parameters<typeof OrderTable>[0], 'label' | 'selectAll' | 'rows' | 'onPages'> {
  filter: OrderFilter
}

/** Shows how many products need no order yet; the table is loaded once it is opened. */
export function LaterGroup({ filter, ...table }: LaterGroupProps) {
  const [isOpen, setOpen] = useState(false)
  if (table.total === 0) return null
  return (
    <Box component="section" mb={36} aria-labelledby="group-not_yet">
      <GroupHead
        due="not_yet"
        total={table.total}
        aside={
          <Button size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        }
      />
      {isOpen && <LaterTable filter={filter} {...table} />}
    </Box>
  )
}

function LaterTable({ filter, ...table }: LaterGroupProps) {
  const [pages, setPages] = useState('1')
  const rows = useLoadedRows({ filter, wanted: pages, getQuery: (page) => laterPageQuery(filter, page) })
  return <OrderTable label={dueLabels.not_yet} rows={rows} onPages={setPages} {...table} />
}
