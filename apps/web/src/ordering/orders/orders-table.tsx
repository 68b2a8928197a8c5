import { getOriginalNumber, type PurchaseOrderList, type PurchaseOrderRow } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Amount } from '../amount.tsx'
import { formatSum } from '../money.ts'
import { OrderStatus } from '../order-status.tsx'
import classes from './orders.module.css'
import { expectedWords, mailNote, unitsWords } from './orders-words.ts'

const getColumns = (today: string): Column<PurchaseOrderRow>[] => [
  {
    head: 'Order',
    className: classes.order,
    cell: ({ id, number }) => (
      <Link to="/order/orders/$orderId" params={{ orderId: String(id) }} className={list.name}>
        {number}
      </Link>
    ),
    note: (row) => {
      const original = getOriginalNumber(row)
      return [original && `earlier ${original}`, supplierWords(row)]
    },
  },
  {
    head: 'Status',
    label: null,
    narrow: 'end',
    cell: ({ status, isLate }) => <OrderStatus status={status} isLate={isLate} />,
    note: (row) => {
      const mail = mailNote(row)
      return [
        row.seenInStore > 0 && `${formatUnits(row.seenInStore)} already counted by the store`,
        mail && { text: mail.text, tone: mail.isFault && 'warning' },
      ]
    },
  },
  { head: 'Ordered', cell: ({ orderedOn }) => orderedOn && formatDay(orderedOn) },
  {
    head: 'Expected',
    cell: (row) => row.expectedOn && expectedWords(row, today).text,
    note: (row) => ({ text: expectedWords(row, today).note, tone: row.isLate && 'warning' }),
  },
  { head: 'Units', align: 'right', cell: ({ units }) => formatUnits(units), note: unitsWords },
  {
    head: 'Total',
    align: 'right',
    cell: ({ totalMinor, currency }) => <Amount minor={totalMinor} currency={currency} format={formatSum} />,
    note: ({ totalMinor, linesWithoutCost }) =>
      totalMinor !== null &&
      linesWithoutCost > 0 &&
      `${formatCount(linesWithoutCost, 'line', 'lines')} without cost`,
  },
]

export function OrdersTable({ list: orders, isBusy }: { list: PurchaseOrderList; isBusy: boolean }) {
  return (
    <DataTable
      label="Orders"
      columns={getColumns(orders.today)}
      rows={orders.rows}
      getKey={({ id }) => id}
      isBusy={isBusy}
    />
  )
}

function supplierWords(row: PurchaseOrderRow): string {
  const by = row.createdBy === null ? '' : `, by ${row.createdBy}`
  return `${getSupplier(row)}${by}`
}

function getSupplier({ supplierName, isNoted, source }: PurchaseOrderRow): string {
  if (source === 'shopify') return `${supplierName ?? 'Supplier unknown'}, from Shopify`
  if (isNoted) return supplierName ?? 'Noted as ordered'
  return supplierName ?? '–'
}
