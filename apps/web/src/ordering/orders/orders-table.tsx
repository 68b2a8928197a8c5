import { getOriginalNumber, type PurchaseOrderList, type PurchaseOrderRow } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatSum } from '../money.ts'
import { OrderStatus } from '../order-status.tsx'
import { expectedWords, mailNote, unitsWords } from './orders-words.ts'

export function OrdersTable({ list: orders, isBusy }: { list: PurchaseOrderList; isBusy: boolean }) {
  return (
    <table className={list.table} aria-label="Orders" aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHead>Order</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Ordered</TableHead>
          <TableHead>Expected</TableHead>
          <TableHead align="right">Units</TableHead>
          <TableHead align="right">Total</TableHead>
        </tr>
      </thead>
      <tbody>
        {orders.rows.map((row) => (
          <Row key={row.id} row={row} today={orders.today} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, today }: { row: PurchaseOrderRow; today: string }) {
  const expected = expectedWords(row, today)
  const units = unitsWords(row)
  const mail = mailNote(row)
  const original = getOriginalNumber(row)
  return (
    <tr>
      <td>
        <Link to="/order/orders/$orderId" params={{ orderId: String(row.id) }} className={list.name}>
          {row.number}
        </Link>
        {original !== null && <span className={list.note}>{`earlier ${original}`}</span>}
        <span className={list.note}>{supplierWords(row)}</span>
      </td>
      <td data-end>
        <OrderStatus status={row.status} isLate={row.isLate} />
        {row.seenInStore > 0 && (
          <span className={list.note}>{`${formatUnits(row.seenInStore)} already counted by the store`}</span>
        )}
        {mail !== null && (
          <span className={list.note} data-tone={mail.isFault ? 'warning' : undefined}>
            {mail.text}
          </span>
        )}
      </td>
      <td
        data-label={row.orderedOn === null ? undefined : 'Ordered'}
        data-desktop={row.orderedOn === null || undefined}
      >
        {row.orderedOn === null ? '–' : formatDay(row.orderedOn)}
      </td>
      <td
        data-label={row.expectedOn === null ? undefined : 'Expected'}
        data-desktop={row.expectedOn === null || undefined}
      >
        {expected.text}
        {expected.note !== '' && (
          <span className={list.note} data-tone={row.isLate ? 'warning' : undefined}>
            {expected.note}
          </span>
        )}
      </td>
      <td data-align="right" data-label="Units">
        {formatUnits(row.units)}
        {units !== '' && <span className={list.note}>{units}</span>}
      </td>
      <td data-align="right" data-label="Total">
        <span className={row.totalMinor === null ? list.unknown : undefined}>
          {formatSum(row.totalMinor, row.currency)}
        </span>
        {row.totalMinor !== null && row.linesWithoutCost > 0 && (
          <span className={list.note}>{formatCount(row.linesWithoutCost, 'line', 'lines')} without cost</span>
        )}
      </td>
    </tr>
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
