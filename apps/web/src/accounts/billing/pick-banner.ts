import type { Session, SyncRun } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { syncQuery } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { isPastTrouble, syncTrouble } from '../../ui/messages/sync-words.ts'

export type BannerKind =
  | 'payment'
  | 'ended'
  | 'connection'
  | 'storage'
  | 'stale'
  | 'sync'
  | 'demo'
  | 'cancelled'
  | 'trial'

/** Returns the one banner of a page: the first that applies. `run` is the last sync of the store. */
export function pickBanner(session: Session, run: SyncRun | null): BannerKind | null {
  const { merchant, connection, freshness } = session
  if (merchant.subscriptionStatus === 'past_due') return 'payment'
  if (merchant.isReadOnly) return 'ended'
  if (connection && connection.status !== 'connected') return 'connection'
  if (session.storage === 'low') return 'storage'
  if (merchant.isConnected && freshness.isStale && freshness.stockAsOf !== null) return 'stale'
  if (merchant.isConnected && hasTrouble(session, run)) return 'sync'
  if (merchant.isDemo) return 'demo'
  if (merchant.subscriptionStatus === 'cancelled') return 'cancelled'
  if (merchant.subscriptionStatus === 'trial' && merchant.trialDaysRemaining !== null) return 'trial'
  return null
}

/** Returns whether the last sync needs a banner; before the first forecasts, the dashboard shows its progress. */
function hasTrouble({ freshness }: Session, run: SyncRun | null): boolean {
  if (run === null || freshness.forecastAsOf === null || syncTrouble(run) === null) return false
  return !isPastTrouble(run, freshness.stockAsOf)
}

export function useBanner(): BannerKind | null {
  return pickBanner(useSession(), useLastSync())
}

export function useLastSync(): SyncRun | null {
  const { isConnected } = useSession().merchant
  return useQuery({ ...syncQuery(), enabled: isConnected }).data?.run ?? null
}
