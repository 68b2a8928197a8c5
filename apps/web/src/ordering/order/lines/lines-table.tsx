import type { PurchaseOrder, PurchaseOrderLine } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { formatDay } from '../../../ui/format/days.ts'
import { formatUnits } from '../../../ui/format/numbers.ts'
import list from '../../../ui/table/data-table.module.css'
import { ScrollBox } from '../../../ui/table/scroll-box.tsx'
import { TableHead } from '../../../ui/table/table-head.tsx'
import { formatSum, formatUnitCost } from '../../money.ts'
import { useOrderAction } from '../use-order-action.ts'

/** Lists the products with what came of each. */
export function LinesTable({ order }: { order: PurchaseOrder }) {
  const isPlaced = order.status !== 'draft'
  const anyShared = order.lines.some(({ sharedCostMinor }) => sharedCostMinor > 0)
  const anyRejected = order.lines.some(({ rejected }) => rejected > 0)
  return (
    <ScrollBox label="Products of the order">
      <table className={list.table} aria-label="Products of the order">
        <thead>
          <tr>
            <TableHead>Product</TableHead>
            <TableHead align="right">Ordered</TableHead>
            {isPlaced && <TableHead align="right">Received</TableHead>}
            {anyRejected && <TableHead align="right">Rejected</TableHead>}
            {isPlaced && <TableHead align="right">To come</TableHead>}
            <TableHead align="right">Unit cost</TableHead>
            {anyShared && <TableHead align="right">Landed cost</TableHead>}
            <TableHead align="right">Cost</TableHead>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td data-wide>
                <Product line={line} />
              </td>
              <td data-align="right" data-label="Ordered">
                {formatUnits(line.ordered)}
                {line.confirmed !== null && line.confirmed !== line.ordered && (
                  <span className={list.note}>{formatUnits(line.confirmed)} confirmed</span>
                )}
                {line.cancelled > 0 && (
                  <span className={list.note}>{formatUnits(line.cancelled)} cancelled</span>
                )}
              </td>
              {isPlaced && (
                <td data-align="right" data-label="Received">
                  {formatUnits(line.received)}
                </td>
              )}
              {anyRejected && (
                <td data-align="right" data-label="Rejected">
                  {formatUnits(line.rejected)}
                </td>
              )}
              {isPlaced && (
                <td data-align="right" data-label="To come">
                  <b>{formatUnits(line.remaining)}</b>
                  {line.remaining > 0 && line.expectedOn !== null && line.expectedOn !== order.expectedOn && (
                    <span className={list.note}>{formatDay(line.expectedOn)}</span>
                  )}
                  <LineEnd order={order} line={line} />
                </td>
              )}
              <td data-align="right" data-label="Unit cost">
                <Amount text={formatUnitCost(line.unitCostMinor, order.currency)} of={line.unitCostMinor} />
                {line.priceMinor !== null && (line.unitCostMinor ?? 0) > line.priceMinor && (
                  <span className={list.note} data-tone="warning">
                    {`above its price, ${formatUnitCost(line.priceMinor, order.currency)}`}
                  </span>
                )}
              </td>
              {anyShared && (
                <td data-align="right" data-label="Landed cost">
                  <Amount
                    text={formatUnitCost(line.landedUnitCostMinor, order.currency)}
                    of={line.landedUnitCostMinor}
                  />
                  {line.sharedCostMinor > 0 && (
                    <span className={list.note}>
                      {`adds ${formatUnitCost(line.sharedCostMinor, order.currency)}\u00a0in\u00a0all`}
                    </span>
                  )}
                </td>
              )}
              <td data-align="right" data-label="Cost">
                <Amount text={formatSum(line.costMinor, order.currency)} of={line.costMinor} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** Ends what is still expected of one product, or takes that back. */
function LineEnd({ order, line }: { order: PurchaseOrder; line: PurchaseOrderLine }) {
  const { mutate, isPending } = useOrderAction(order)
  const isOpen = order.can.close && line.remaining > 0
  const isEnded = line.cancelled > 0 && (order.can.close || order.status === 'received')
  if (!isOpen && !isEnded) return null
  const words = isOpen ? 'Nothing more comes' : 'Expect the rest again'
  return (
    <WriteButton
      size="compact-xs"
      variant="subtle"
      display="block"
      ml="auto"
      px={0}
      loading={isPending}
      aria-label={`${words}: ${line.title}`}
      onClick={() => mutate({ kind: isOpen ? 'close_line' : 'reopen_line', lineId: line.id })}
    >
      {words}
    </WriteButton>
  )
}

function Amount({ text, of }: { text: string; of: number | null }) {
  return <span className={of === null ? list.unknown : undefined}>{text}</span>
}

function Product({ line }: { line: PurchaseOrderLine }) {
  const codes = [line.sku, line.supplierSku === null ? null : `their ${line.supplierSku}`]
  const pack = line.packSize > 1 ? [`packs of ${formatUnits(line.packSize)}`] : []
  return (
    <>
      {line.isKnown ? (
        <Link to="/products/$variantId" params={{ variantId: String(line.variantId) }} className={list.name}>
          {line.title}
        </Link>
      ) : (
        <span className={list.name}>{line.title}</span>
      )}
      <span className={list.note}>
        {[...codes.filter((code) => code !== null), ...pack].join(', ')}
        {!line.isKnown && ' (no longer in the store)'}
      </span>
    </>
  )
}
