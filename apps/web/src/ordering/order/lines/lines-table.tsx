import { ordersApi, type PurchaseOrder, type PurchaseOrderLine } from '@stockcast/contract'
import { call } from '../../../api/client.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { formatDay } from '../../../ui/format/days.ts'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { ProductName } from '../../../ui/product-name.tsx'
import list from '../../../ui/table/data-table.module.css'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ScrollBox } from '../../../ui/table/scroll-box.tsx'
import { Amount } from '../../amount.tsx'
import { formatUnitCost } from '../../money.ts'
import { useOrderAction } from '../use-order-action.ts'

/** Lists the products with what came of each. */
export function LinesTable({ order }: { order: PurchaseOrder }) {
  const isPlaced = order.status !== 'draft'
  const { currency } = order
  return (
    <ScrollBox label="Products of the order">
      <DataTable
        label="Products of the order"
        columns={[
          {
            head: 'Product',
            narrow: 'wide',
            cell: (line) =>
              line.isKnown ? <ProductName {...line} /> : <span className={list.name}>{line.title}</span>,
            note: productNote,
          },
          {
            head: 'Ordered',
            align: 'right',
            cell: ({ ordered }) => formatUnits(ordered),
            note: ({ confirmed, ordered, cancelled }) => [
              confirmed !== null && confirmed !== ordered && `${formatUnits(confirmed)} confirmed`,
              cancelled > 0 && `${formatUnits(cancelled)} cancelled`,
            ],
          },
          isPlaced && { head: 'Received', align: 'right', cell: ({ received }) => formatUnits(received) },
          order.lines.some(({ rejected }) => rejected > 0) && {
            head: 'Rejected',
            align: 'right',
            cell: ({ rejected }) => formatUnits(rejected),
          },
          isPlaced && {
            head: 'To come',
            align: 'right',
            cell: (line) => (
              <>
                <b>{formatUnits(line.remaining)}</b>
                {line.remaining > 0 && line.expectedOn !== null && line.expectedOn !== order.expectedOn && (
                  <span className={list.note}>{formatDay(line.expectedOn)}</span>
                )}
                <LineEnd order={order} line={line} />
              </>
            ),
          },
          {
            head: 'Unit cost',
            align: 'right',
            cell: ({ unitCostMinor }) => <Amount minor={unitCostMinor} currency={currency} />,
            note: ({ priceMinor, unitCostMinor }) =>
              priceMinor !== null &&
              (unitCostMinor ?? 0) > priceMinor && {
                text: `above its price, ${formatUnitCost(priceMinor, currency)}`,
                tone: 'warning',
              },
          },
          order.lines.some(({ sharedCostMinor }) => sharedCostMinor > 0) && {
            head: 'Landed cost',
            align: 'right',
            cell: ({ landedUnitCostMinor }) => <Amount minor={landedUnitCostMinor} currency={currency} />,
            note: ({ sharedCostMinor }) =>
              sharedCostMinor > 0 &&
              `adds\u00a0${formatUnitCost(sharedCostMinor, currency)} to\u00a0the\u00a0line`,
          },
          {
            head: 'Cost',
            align: 'right',
            cell: ({ costMinor }) => <Amount minor={costMinor} currency={currency} />,
          },
        ]}
        rows={order.lines}
        getKey={({ id }) => id}
      />
    </ScrollBox>
  )
}

/** Ends what is still expected of one product, or takes that back. */
function LineEnd({ order, line }: { order: PurchaseOrder; line: PurchaseOrderLine }) {
  const { mutate, isPending } = useOrderAction(order)
  const isOpen = order.can.close && line.remaining > 0
  const isEnded = line.cancelled > 0 && (order.can.close || order.status === 'received')
  if (!isOpen && !isEnded) return null
  const what = line.received > 0 ? 'the rest' : 'the line'
  const words = isOpen ? `Cancel ${what}` : `Expect ${what} again`
  const key = { params: { id: order.id, lineId: line.id }, body: { version: order.version } }
  const action = isOpen
    ? { send: () => call(ordersApi.closeLine, key), done: 'Nothing more is expected of this product' }
    : { send: () => call(ordersApi.reopenLine, key), done: 'The rest is expected again' }
  return (
    <WriteButton
      size="compact-xs"
      variant="subtle"
      display="block"
      ml="auto"
      px={0}
      loading={isPending}
      aria-label={`${words}: ${line.title}`}
      onClick={() => mutate(action)}
    >
      {words}
    </WriteButton>
  )
}

function productNote({ sku, supplierSku, packSize, isKnown }: PurchaseOrderLine): (string | null)[] {
  const theirs = [
    ...(supplierSku === null ? [] : [`supplier’s SKU ${supplierSku}`]),
    ...(packSize > 1 ? [`packs\u00a0of\u00a0${formatUnits(packSize)}`] : []),
  ]
  return [sku, theirs.join(', '), isKnown ? null : 'no longer in the store']
}
