import { ordersApi, type PurchaseOrder, type PurchaseOrderLine } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { useReceive } from './receive/use-receive.ts'
import { useOrderAction } from './use-order-action.ts'

/**
 * Asks whether units that came into the store are of this order. Units that the store has on its way are named, and not
 * offered as a delivery.
 */
export function StoreArrivals({ order }: { order: PurchaseOrder }) {
  if (!order.can.receive) return null
  return order.lines
    .filter(({ seenInStore, remaining }) => seenInStore > 0 && remaining > 0)
    .map((line) =>
      line.cameIn > 0 ? (
        <Arrival key={line.id} order={order} line={line} />
      ) : (
        <OnTheWay key={line.id} order={order} line={line} />
      ),
    )
}

interface LineProps {
  order: PurchaseOrder
  line: PurchaseOrderLine
}

function Arrival({ order, line }: LineProps) {
  const receive = useReceive(order)
  const units = Math.min(line.cameIn, line.remaining)
  return (
    <Banner
      title={`${formatCount(line.cameIn, 'unit')} came in.`}
      action={
        <>
          <WriteButton
            size="xs"
            loading={receive.isPending}
            onClick={() => receive.mutate({ lines: [{ lineId: line.id, accepted: units, rejected: 0 }] })}
          >
            {`Yes, receive ${formatUnits(units)}`}
          </WriteButton>
          <Unmatch order={order} line={line} label="No" />
        </>
      }
    >
      {`The stock of ${line.title} rose. Do these units belong to ${order.number}?`}
    </Banner>
  )
}

function OnTheWay({ order, line }: LineProps) {
  return (
    <Banner
      title={`${formatCount(line.seenInStore, 'unit is', 'units are')} on the way in your store.`}
      action={<Unmatch order={order} line={line} label={`Not part of ${order.number}`} />}
    >
      {`Its transfer or order of ${line.title} counts as part of ${order.number}.`}
    </Banner>
  )
}

function Unmatch({ order, line, label }: LineProps & { label: string }) {
  const { mutate, isPending } = useOrderAction(order)
  const unmatch = () => call(ordersApi.unmatchLine, { params: { id: order.id, lineId: line.id } })
  return (
    <WriteButton size="xs" loading={isPending} onClick={() => mutate({ send: unmatch })}>
      {label}
    </WriteButton>
  )
}
