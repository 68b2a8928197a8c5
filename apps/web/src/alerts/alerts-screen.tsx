import { Box, Button, Skeleton } from '@mantine/core'
import { type AlertList, channels } from '@stockcast/contract'
import { IconAlertTriangleFilled, IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { alertsQuery } from '../api/queries.ts'
import { OrderDialog } from '../ordering/actions/order-form.tsx'
import type { ActionProduct } from '../ordering/actions/product.ts'
import { SnoozeDialog } from '../ordering/actions/snooze-dialog.tsx'
import { getClassFilter, isClassed } from '../ordering/class-selects.tsx'
import { BulkActions } from '../ordering/groups/bulk-actions.tsx'
import { useSession } from '../session/use-session.ts'
import { ConnectStoreFirst } from '../store/connection/connect-store.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { alertTexts } from '../ui/messages/alert-texts.ts'
import { getFailure } from '../ui/messages/error-messages.ts'
import { stockAsOfWords } from '../ui/messages/freshness-words.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { PagedList } from '../ui/table/paged-list.tsx'
import { WithTimes } from '../ui/with-times.tsx'
import { AlertFilters } from './alert-filters.tsx'
import classes from './alerts.module.css'
import { useDeliveryTrouble } from './deliveries/use-delivery-trouble.ts'
import { groupNeighbours } from './group-alerts.ts'
import { ProductAlerts } from './product-alerts.tsx'
import { ResolveSeveral } from './resolve-several.tsx'
import { useResolveAlert } from './use-resolve-alert.ts'

const list = new Intl.ListFormat('en-US')

// Shown until it is answered.
const AlertOffer = lazy(() => import('../ordering/actions/alert-offer.tsx'))

const route = getRouteApi('/signed-in/shell/alerts')

export function AlertsScreen() {
  const asked = route.useSearch()
  const { status = 'all', type = 'all', search = '', sort, page = 1, show } = asked
  const groups = { ...getClassFilter(asked), abc: undefined, xyz: undefined }
  const navigate = route.useNavigate()
  const session = useSession()
  const [ordered, setOrdered] = useState<ActionProduct | null>(null)
  const alerts = useQuery(alertsQuery({ status, type, search, sort, page, ...groups }))

  return (
    <>
      <title>Alert History · Stockcast</title>
      <PageHeader
        title="Alert History"
        subtitle={
          <WithTimes>
            {`Each alert is sent once, and closes by itself when stock is back. ${stockAsOfWords(session)}`}
          </WithTimes>
        }
        actions={
          <>
            <MessagesLink />
            <ButtonLink to="/alerts/scorecard">Scorecard</ButtonLink>
          </>
        }
      />
      <AlertFilters
        status={status}
        type={type}
        sort={sort ?? 'all'}
        search={search}
        groups={groups}
        total={alerts.data?.total}
        onChange={(filter) =>
          void navigate({
            search: (before) => ({ ...before, ...filter, page: undefined }),
            replace: true,
          })
        }
      />
      <OrderDialog product={ordered} onClose={() => setOrdered(null)} />
      <SnoozeDialog
        isOpen={show === 'snoozed'}
        onClose={() => void navigate({ search: (before) => ({ ...before, show: undefined }), replace: true })}
      />
      {status === 'active' && (alerts.data?.total ?? 0) > 0 && (search !== '' || isClassed(groups)) && (
        <BulkActions target={{ kind: 'matching', alerts: type, search, ...groups }} />
      )}
      <PagedList
        name="alerts"
        query={alerts}
        getFailure={(error) => getFailure('load_alerts', error)}
        skeleton={<AlertsSkeleton />}
        empty={
          <EmptyState
            icon={IconBell}
            title={alertTexts.none}
            hint={
              search !== '' || isClassed(groups)
                ? alertTexts.noneFound
                : status === 'active'
                  ? alertTexts.noneActive
                  : alertTexts.noneYet
            }
            action={<ConnectStoreFirst />}
          />
        }
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
      >
        {(list) => <Alerts alerts={list.alerts} onOrder={setOrdered} />}
      </PagedList>
    </>
  )
}

interface AlertsProps {
  alerts: AlertList['alerts']
  onOrder: (product: ActionProduct) => void
}

function Alerts({ alerts, onOrder }: AlertsProps) {
  const { resolve, resolvingId } = useResolveAlert()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const open = alerts.filter(({ resolved }) => !resolved)
  return (
    <>
      {open.length > 0 && (
        <Suspense>
          <AlertOffer />
        </Suspense>
      )}
      {open.length > 1 && <ResolveSeveral open={open} ticked={ticked} onTick={setTicked} />}
      <ul className={classes.list} aria-label="Alerts">
        {groupNeighbours(alerts).map((group) => (
          <ProductAlerts
            key={group.alerts[0]!.id}
            alerts={group.alerts}
            resolvingId={resolvingId}
            ticked={ticked}
            onTick={setTicked}
            onResolve={resolve}
            onOrder={onOrder}
          />
        ))}
      </ul>
    </>
  )
}

function AlertsSkeleton() {
  return (
    <Loading label={alertTexts.loading}>
      <Box component="p" mb={8} className="quiet">
        {alertTexts.loading}
      </Box>
      <div className={classes.list}>
        {['31%', '24%', '27%', '30%'].map((width) => (
          <div key={width} className={classes.product}>
            <Skeleton h={16} w={width} mb={8} />
            <Skeleton h={12} w="24%" />
            <div className={classes.alert}>
              <Skeleton h={22} />
              <div>
                <Skeleton h={14} w="70%" mb={8} />
                <Skeleton h={12} w="45%" />
              </div>
              <Skeleton h={14} />
              <Skeleton h={30} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Links to the messages about alerts, and says when some were not delivered. */
function MessagesLink() {
  const { off, dead } = useDeliveryTrouble()
  const names = [...off.map(({ name }) => name), ...dead].map((name) => channels[name].label)
  const warning = names.length === 0 ? null : `${list.format(names)} not delivered`
  return (
    <Button
      leftSection={
        warning && <IconAlertTriangleFilled size={16} color="var(--stk-critical-fill)" aria-hidden />
      }
      renderRoot={(props) => <Link to="/alerts/deliveries" {...props} />}
    >
      {warning === null ? 'Messages' : `Messages: ${warning}`}
    </Button>
  )
}
