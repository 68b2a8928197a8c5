import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { PurchaseOrder } from '@stockcast/contract'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { purchaseOrderQuery } from '../../api/queries.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { NotInStoreNote } from '../actions/not-in-store/not-in-store-note.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { LinesSection } from './lines/lines-section.tsx'
import { useLineEdits } from './lines/use-line-edits.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderHistory } from './order-history.tsx'
import { ReceivePanel } from './receive/receive-panel.tsx'
import { StoreArrivals } from './store-arrivals.tsx'

const route = getRouteApi('/signed-in/shell/order/orders/$orderId')

/** Shows one purchase order, or the form that records a delivery of it. */
export function OrderScreen() {
  const { orderId } = route.useParams()
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, isFetching } = useQuery(purchaseOrderQuery(Number(orderId)))
  const isMissing = error instanceof ApiError && error.status === 404
  // The button that opened or closed the delivery is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` says when that is.
  useEffect(keepFocus, [show])
  if (isMissing) return <MissingOrder />
  return (
    <>
      <title>{`${data?.number ?? 'Order'} · Stockcast`}</title>
      {!data && !error && <VisuallyHidden component="h1">Order</VisuallyHidden>}
      {error && !data && <PageHeader title="Order" actions={<AllOrders />} />}
      {error && !data && (
        <ErrorState {...getOrderingFailure('load_order', error)} retry={{ refetch, isFetching }} />
      )}
      {!data && !error && <OrderSkeleton />}
      {data &&
        (show === 'receive' && data.can.receive ? (
          <ReceivePanel
            order={data}
            onClose={() => void navigate({ search: {} })}
            onSaved={() => void navigate({ search: {}, ignoreBlocker: true })}
          />
        ) : (
          <WholeOrder
            key={data.id}
            order={data}
            onReceive={() => void navigate({ search: { show: 'receive' } })}
          />
        ))}
    </>
  )
}

function WholeOrder({ order, onReceive }: { order: PurchaseOrder; onReceive: () => void }) {
  const edits = useLineEdits(order)
  return (
    <>
      <LeaveQuestion isDirty={edits.isDirty} isSaving={edits.isSaving} onSave={() => edits.save()} />
      <OrderHead order={order} edits={edits} onReceive={onReceive} />
      <OrderFacts order={order} />
      <StoreArrivals order={order} />
      {order.notInStore > 0 && <NotInStoreNote orderId={order.id} />}
      <LinesSection order={order} edits={edits} />
      <OrderHistory order={order} />
    </>
  )
}

function MissingOrder() {
  return (
    <>
      <title>Order not found · Stockcast</title>
      <PageHeader title="Order not found" />
      <EmptyState
        icon={IconClipboardList}
        title="This order is not here"
        hint="It may have been deleted while it was a draft."
        action={<AllOrders />}
      />
    </>
  )
}

function AllOrders() {
  return (
    <ButtonLink size="xs" to="/order/orders">
      All orders
    </ButtonLink>
  )
}

function OrderSkeleton() {
  return (
    <Loading label="Loading the order...">
      <Skeleton h={24} w={280} mb={32} />
      <StatStripSkeleton count={4} />
      <Skeleton h={220} />
    </Loading>
  )
}
