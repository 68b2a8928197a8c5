import type { OptionalPermission, SyncRun } from '@stockcast/contract'
import { IconBuildingStore, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery, syncQuery } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { shortHistoryWords, storeToReconnect } from '../../ui/messages/connection-words.ts'
import classes from '../../ui/settings/settings.module.css'

const losses: Record<OptionalPermission, { what: string; loss: string }> = {
  arrival_days: {
    what: 'Transfers and shipments',
    loss: 'We do not know when units on their way arrive, and assume half a lead time.',
  },
  purchase_orders: {
    what: 'Purchase orders in Shopify',
    loss: 'We learn no lead times from them, and do not know their suppliers.',
  },
}

/** Shows Connected or Not Connected, and leads to another store (G-07). */
export function StoreCard() {
  const session = useSession()
  const { merchant } = session
  const { data } = useQuery({ ...syncQuery(), enabled: merchant.isConnected })
  const reading = readingWords(data?.run ?? null)
  const isLost = storeToReconnect(session) !== ''
  // Imported data and the sample store have an internal address only.
  const domain = merchant.isConnected || session.connection !== null ? merchant.shopDomain : null
  const shortHistory = shortHistoryWords(session.orderHistoryDays)
  const Icon = merchant.isConnected ? IconBuildingStore : IconPlugConnectedX
  return (
    <div className={classes.store}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div className={classes.storeText}>
        <p>
          <b>{merchant.isConnected ? 'Connected' : 'Not Connected'}</b>
        </p>
        <p>{domain ?? 'Connect a store to see its products here.'}</p>
        {merchant.isDemo && <p>You are looking at sample products.</p>}
        <p>
          {session.connection === null ? 'No Shopify? ' : 'Have older sales? '}
          <Link to="/import">Import a file</Link>
        </p>
        {reading !== null && (
          <p>
            {reading} <Link to="/connect-shopify/sync">See the progress</Link>
          </p>
        )}
        {merchant.isConnected && shortHistory !== null && <p>{shortHistory}</p>}
      </div>
      <ButtonLink to="/connect-shopify" search={merchant.isConnected ? { change: '1' } : {}}>
        {connectLabel({ isConnected: merchant.isConnected, isLost, isDemo: merchant.isDemo })}
      </ButtonLink>
      {merchant.isConnected && !merchant.isDemoUser && <RefusedPermissions />}
    </div>
  )
}

function connectLabel(store: { isConnected: boolean; isLost: boolean; isDemo: boolean }): string {
  if (store.isConnected) return 'Change Store'
  if (store.isLost) return 'Reconnect'
  return store.isDemo ? 'Connect Your Real Shopify Store' : 'Connect Store'
}

function readingWords(run: SyncRun | null): string | null {
  if (run?.status === 'running') return 'Reading the store now.'
  return run?.status === 'failed' ? 'The last import stopped.' : null
}

/** Says what the store does not share because the merchant refused it, what that costs, and how to allow it. */
function RefusedPermissions() {
  const { data } = useQuery(accountQuery())
  const refused = data?.refusedPermissions ?? []
  if (refused.length === 0) return null
  return (
    <section className={classes.refused} aria-labelledby="refused">
      <p id="refused">
        <b>Your store does not share</b>
      </p>
      <dl>
        {refused.map((permission) => (
          <div key={permission}>
            <dt>{losses[permission].what}</dt>
            <dd>{losses[permission].loss}</dd>
          </div>
        ))}
      </dl>
      <p>
        To share it,{' '}
        <Link to="/connect-shopify" search={{ change: '1' }}>
          connect the same store again
        </Link>{' '}
        and leave every box ticked. Your data and settings stay.
      </p>
    </section>
  )
}
