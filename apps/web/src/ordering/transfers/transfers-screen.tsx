import { Box } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatCount } from '../../ui/format/numbers.ts'
import { PageHeader, PendingSubtitle, SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Pager } from '../../ui/table/paged-list.tsx'
import { suggestionsQuery, transfersQuery } from '../locations/location-queries.ts'
import { LocationSwitch } from '../locations/location-switch.tsx'
import { useLocation } from '../locations/use-location.ts'
import { OrderTabs } from '../order-tabs.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { SuggestionTable } from './suggestion-table.tsx'
import { TransferItem } from './transfer-item.tsx'

const route = getRouteApi('/signed-in/shell/order/transfers')

/** Shows which stock to move before anything is bought, and the transfers that were made of it. */
export function TransfersScreen() {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const place = useLocation()
  const { data, error, refetch, isFetching } = useQuery(suggestionsQuery(place.location?.id))
  const transfers = useQuery(transfersQuery(page))
  const failure = error ?? transfers.error
  return (
    <>
      <title>Transfers · Stockcast</title>
      <PageHeader
        title="Transfers"
        subtitle={
          data
            ? data.total === 0
              ? 'Move stock before you buy.'
              : `${formatCount(data.units, 'unit')} can be moved to where stock is short.`
            : !failure && <PendingSubtitle />
        }
      />
      <OrderTabs />
      <LocationSwitch {...place} />
      {failure && (
        <ErrorState
          {...getOrderingFailure('load_transfers', failure)}
          retry={{
            refetch: () => Promise.all([refetch(), transfers.refetch()]),
            isFetching: isFetching || transfers.isFetching,
          }}
        />
      )}
      {!data && !failure && <Loading label="Loading transfers..." h={168} />}
      {data && data.total > 0 && <SuggestionTable key={place.location?.id ?? 0} list={data} />}
      {data && data.total === 0 && (
        <EmptyState
          icon={IconArrowsExchange}
          title="Nothing to move"
          hint="Stock is suggested here when one location may run out before an order arrives and another has more than it needs."
        />
      )}
      {transfers.data && transfers.data.total > 0 && (
        <Box component="section" mt={44} aria-labelledby="made">
          <SectionHeader id="made" title="Your transfers" />
          <ul>
            {transfers.data.rows.map((transfer) => (
              <TransferItem key={transfer.id} transfer={transfer} list={transfers.data} />
            ))}
          </ul>
          {transfers.data.total > transfers.data.pageSize && (
            <Pager
              {...transfers.data}
              label="Pages of transfers"
              onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            />
          )}
        </Box>
      )}
    </>
  )
}
