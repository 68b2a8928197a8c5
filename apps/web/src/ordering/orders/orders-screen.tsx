import { ordersApi, type PurchaseOrderQuery, purchaseOrderStatuses } from '@stockcast/contract'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { purchaseOrdersQuery } from '../../api/queries.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeader, PendingSubtitle } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { DownloadButton } from '../download-button.tsx'
import { OrderTabs } from '../order-tabs.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { NewOrderDialog } from './new-order-dialog.tsx'
import { OrderFilters, type OrdersFilter } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import { ordersWords } from './orders-words.ts'

const SendDraftsDialog = lazy(() => import('./send-drafts-dialog.tsx'))

const route = getRouteApi('/signed-in/shell/order/orders')

const statuses = ['open', ...purchaseOrderStatuses] as const

/** Lists the purchase orders and drafts. */
export function OrdersScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isNew, setNew] = useState(false)
  const [isSending, setSending] = useState(false)
  const filter: OrdersFilter = {
    search: search.search,
    status: statuses.find((each) => each === search.status),
    supplier: search.supplier?.[0],
    late: search.late === 'true' ? 'true' : undefined,
  }
  const query: PurchaseOrderQuery = {
    search: filter.search ?? '',
    status: filter.status ?? 'all',
    page: search.page ?? 1,
    ...(filter.supplier === undefined ? {} : { supplierId: filter.supplier }),
    ...(filter.late === undefined ? {} : { late: filter.late }),
  }
  const orders = useQuery(purchaseOrdersQuery(query))
  const { data, error } = orders
  const drafts = data?.rows.filter(({ status, lines }) => status === 'draft' && lines > 0) ?? []
  const isFiltered = Object.values(filter).some((each) => each !== undefined)
  return (
    <>
      <title>Orders · Stockcast</title>
      <PageHeader
        title="Orders"
        subtitle={data ? ordersWords(data.counts) : !error && <PendingSubtitle />}
        actions={
          <>
            <DownloadButton
              endpoint={ordersApi.exportList}
              query={query}
              fileName={`orders-${data?.today ?? ''}.csv`}
            >
              Export CSV
            </DownloadButton>
            <WriteButton onClick={() => setNew(true)}>New order</WriteButton>
            {drafts.length > 1 && (
              <WriteButton variant="filled" onClick={() => setSending(true)}>
                {`Send ${drafts.length} drafts…`}
              </WriteButton>
            )}
          </>
        }
      />
      <OrderTabs />
      {isSending && (
        <Suspense>
          <SendDraftsDialog drafts={drafts} onClose={() => setSending(false)} />
        </Suspense>
      )}
      <NewOrderDialog isOpen={isNew} onClose={() => setNew(false)} />
      <OrderFilters
        filter={filter}
        counts={data?.counts}
        total={data?.total}
        onChange={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change, page: undefined }), replace: true })
        }
      />
      <PagedList
        name="orders"
        query={orders}
        getFailure={(error) => getOrderingFailure('load_orders', error)}
        empty={<NoOrders isFiltered={isFiltered && data !== undefined && data.counts.all > 0} />}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {(list, isBusy) => <OrdersTable list={list} isBusy={isBusy} />}
      </PagedList>
    </>
  )
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={IconClipboardList} title="No order matches" hint="Try another filter." />
  ) : (
    <EmptyState
      icon={IconClipboardList}
      title="No orders yet"
      hint="The order list creates one draft per supplier in one click."
      action={
        <ButtonLink size="xs" to="/order">
          See what to order
        </ButtonLink>
      }
    />
  )
}
