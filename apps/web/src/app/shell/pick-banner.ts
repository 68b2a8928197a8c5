import type { Session } from '@stockcast/contract'
import { useSession } from '../../session/use-session.ts'

export type BannerKind = 'connection' | 'stale' | 'trial'

/** A page carries one banner at most: the first that applies. */
export function pickBanner({ merchant, connection, freshness }: Session): BannerKind | null {
  if (connection && connection.status !== 'connected') return 'connection'
  if (merchant.isConnected && freshness.isStale && freshness.stockAsOf !== null) return 'stale'
  if (merchant.subscriptionStatus === 'trial' && merchant.trialDaysRemaining !== null) return 'trial'
  return null
}

export const useBanner = (): BannerKind | null => pickBanner(useSession())
