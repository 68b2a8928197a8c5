import type { PurchaseOrder, PurchaseOrderLine } from '@stockcast/contract'
import { WriteButton } from '../../app/read-only/write-button.tsx'
import { formatCount, formatUnits } from '../../format/numbers.ts'
import { Banner } from '../../ui/banner.tsx'
import { useReceive } from './receive/use-receive.ts'
import { useOrderAction } from './use-order-action.ts'

/** Asks whether units that came into the store are of this order. */
export function StoreArrivals({ order }: { order: PurchaseOrder }) {
  const seen = order.lines.filter(({ seenInStore, remaining }) => seenInStore > 0 && remaining > 0)
  if (!order.can.receive) return null
  return seen.map((line) => <Arrival key={line.id} order={order} line={line} />)
}

function Arrival({ order, line }: { order: PurchaseOrder; line: PurchaseOrderLine }) {
  const receive = useReceive(order)
  const { mutate, isPending } = useOrderAction(order)
  const units = Math.min(line.seenInStore, line.remaining)
  return (
    <Banner
      title={`${formatCount(line.seenInStore, 'unit')} came in.`}
      action={
        <>
          <WriteButton
            size="xs"
            loading={receive.isPending}
            onClick={() => receive.mutate({ lines: [{ lineId: line.id, accepted: units, rejected: 0 }] })}
          >
            {`Yes, receive ${formatUnits(units)}`}
          </WriteButton>
          <WriteButton
            size="xs"
            loading={isPending}
            onClick={() => mutate({ kind: 'unmatch', lineId: line.id })}
          >
            No
          </WriteButton>
        </>
      }
    >
      {`The stock of ${line.title} rose, or the store has a transfer of it. Do these units belong to ${order.number}?`}
    </Banner>
  )
}
