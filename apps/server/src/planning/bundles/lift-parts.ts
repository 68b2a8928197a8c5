import type { ToldEvent } from '@stockcast/forecasting'
import type { Tx } from '../../kernel/database/app-database.ts'
import { type BundleShare, listShares } from './queries.ts'

/**
 * Returns events with those of the parts of their bundles: a sale of a bundle sells more of its parts, in proportion to what they
 * sell in it, and a one-off order of it was one of its parts too.
 */
export async function liftParts(
  tx: Tx,
  key: { merchantId: number; since: string; today: string },
  events: ToldEvent[],
): Promise<ToldEvent[]> {
  const named = events.filter(({ kind, series }) => series && (kind === 'sale' || kind === 'fault'))
  const bundleIds = [...new Set(named.flatMap(({ series = [] }) => series.map(Number)))]
  if (bundleIds.length === 0) return events
  const shares = await listShares(tx, { ...key, bundleIds })
  return [...events, ...named.flatMap((event) => eventsOfParts(event, shares))]
}

/** Returns one event for each part that the event does not name itself. */
export function eventsOfParts(event: ToldEvent, shares: readonly BundleShare[]): ToldEvent[] {
  const series = new Set(event.series)
  const ofParts = new Map<number, number>()
  for (const { bundleId, partId, share } of shares)
    if (series.has(String(bundleId)) && !series.has(String(partId)))
      ofParts.set(partId, (ofParts.get(partId) ?? 0) + share)
  return [...ofParts].map(([partId, share]) => ({
    ...event,
    series: [String(partId)],
    ...(event.effect !== undefined && { effect: 1 + Math.min(1, share) * (event.effect - 1) }),
  }))
}
