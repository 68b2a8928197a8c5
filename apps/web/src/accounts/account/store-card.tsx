import { Button } from '@mantine/core'
import type { SyncRun } from '@stockcast/contract'
import { IconBuildingStore, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { syncQuery } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { shortHistoryWords, storeToReconnect } from '../../ui/messages/connection-words.ts'
import classes from '../../ui/settings/settings.module.css'
import { RefusedPermissions } from './refused-permissions.tsx'

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
          {session.connection === null ? 'No Shopify? ' : 'Sales from before its first order? '}
          <Link to="/import">Import a CSV</Link>
        </p>
        {reading !== null && (
          <p>
            {reading} <Link to="/connect-shopify/sync">See the progress</Link>
          </p>
        )}
        {merchant.isConnected && shortHistory !== null && <p>{shortHistory}</p>}
      </div>
      <Button
        renderRoot={(props) => (
          <Link to="/connect-shopify" search={merchant.isConnected ? { change: '1' } : {}} {...props} />
        )}
      >
        {connectLabel({ isConnected: merchant.isConnected, isLost, isDemo: merchant.isDemo })}
      </Button>
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
