import { Box, Skeleton } from '@mantine/core'
import {
  type ChannelName,
  channelNames,
  channels,
  type DeliveryList,
  mapChannels,
  notificationsApi,
} from '@stockcast/contract'
import { IconAlertTriangleFilled, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { deliveriesQuery, queryKeys } from '../../api/queries.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx'
import { asSentence } from '../../ui/format/as-sentence.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { deliveryFilterLabels } from '../../ui/messages/delivery-words.ts'
import { notificationFailure } from '../../ui/messages/notification-texts.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import classes from './deliveries.module.css'
import { DeliveryRow } from './delivery-row.tsx'
import { useDeliveryTrouble } from './use-delivery-trouble.ts'

const route = getRouteApi('/signed-in/shell/alerts/deliveries')

/** Lists every message about alerts and its outcome. */
export function DeliveriesScreen() {
  const { channel = 'all', status = 'all', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const deliveries = useQuery(deliveriesQuery({ channel, status, page }))
  const { retry, retryingId } = useRetryDelivery()
  const isFiltered = channel !== 'all' || status !== 'all'
  return (
    <>
      <title>Messages · Stockcast</title>
      <PageHeader
        title="Messages"
        subtitle="Every message about your alerts, and whether it was delivered."
        actions={
          <>
            <ButtonLink to="/alerts">Alerts</ButtonLink>
            <ButtonLink to="/settings" search={{ tab: 'notifications' }}>
              Notification settings
            </ButtonLink>
          </>
        }
      />
      <OffChannels />
      <DeliveryFilters
        channel={channel}
        status={status}
        total={deliveries.data?.total}
        onChange={(filter) =>
          void navigate({
            search: (before) => ({ ...before, ...filter, page: undefined }),
            replace: true,
          })
        }
      />
      {deliveries.data && <WaitingAlerts waiting={deliveries.data.waiting} />}
      <PagedList
        name="messages"
        query={deliveries}
        getFailure={(error) => notificationFailure('load_deliveries', error)}
        skeleton={<DeliveriesSkeleton />}
        empty={
          <EmptyState
            icon={IconSend}
            title={isFiltered ? 'No message matches.' : 'No messages yet'}
            hint={
              isFiltered
                ? 'Choose another channel or status.'
                : 'Messages are listed here once a channel is on in the notification settings and a new alert opens.'
            }
          />
        }
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
      >
        {(list) => (
          <ul className={classes.list} aria-label="Messages">
            {list.deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                isRetrying={retryingId === delivery.id}
                onRetry={() => retry(delivery.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

/** Sends a failed message again. */
function useRetryDelivery() {
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (id: number) => call(notificationsApi.retryDelivery, { params: { id } }),
    onError: (error) => notifyFailure(notificationFailure('retry_delivery', error)),
    onSettled: useReload(queryKeys.deliveries),
  })
  return { retry: mutate, retryingId: isPending ? variables : null }
}

/** Counts alerts without a message yet: gathered, held by quiet hours, or kept for a digest. */
function WaitingAlerts({ waiting }: { waiting: DeliveryList['waiting'] }) {
  const parts = channelNames.flatMap((name) => {
    const count = waiting[name] ?? 0
    return count > 0 ? [`${channels[name].label} (${formatCount(count, 'alert')})`] : []
  })
  if (parts.length === 0) return null
  return (
    <Box component="p" my={12} className="muted">
      Waiting for the next message: {parts.join(', ')}.
    </Box>
  )
}

function DeliveriesSkeleton() {
  return (
    <Loading label="Loading messages...">
      <div className={classes.list}>
        {['42%', '30%', '36%', '28%'].map((width) => (
          <div key={width} className={classes.row}>
            <div>
              <Skeleton h={16} w={width} mb={10} />
              <Skeleton h={12} w="60%" />
            </div>
            <Skeleton h={34} />
            <Skeleton h={30} />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Says which channels no longer send, why, and where to change that. */
function OffChannels() {
  const { off } = useDeliveryTrouble()
  return off.map(({ name, reason }) => (
    <Banner
      key={name}
      tone="critical"
      title={`${channels[name].label} was switched off`}
      icon={<IconAlertTriangleFilled size={18} aria-hidden />}
      action={
        <ButtonLink size="xs" to="/settings" search={{ tab: 'notifications' }}>
          Open settings
        </ButtonLink>
      }
    >
      {asSentence(reason)} No alert is sent there until you switch it on again.
    </Banner>
  ))
}

type StatusFilter = keyof typeof deliveryFilterLabels
type ChannelFilter = 'all' | ChannelName

const channelLabels = { all: 'All Channels', ...mapChannels((name) => channels[name].label) }

interface DeliveryFiltersProps {
  channel: ChannelFilter
  status: StatusFilter
  total: number | undefined
  /** Undefined stands for all. */
  onChange: (filter: {
    channel?: ChannelName | undefined
    status?: Exclude<StatusFilter, 'all'> | undefined
  }) => void
}

function DeliveryFilters({ channel, status, total, onChange }: DeliveryFiltersProps) {
  return (
    <FilterBar count={<span aria-live="polite">{total !== undefined && formatCount(total, 'message')}</span>}>
      <FilterSelect<ChannelName>
        label="Channel"
        choices={channelLabels}
        value={channel}
        onChange={(next) => onChange({ channel: next })}
      />
      <FilterSelect<Exclude<StatusFilter, 'all'>>
        label="Status"
        choices={deliveryFilterLabels}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
    </FilterBar>
  )
}
