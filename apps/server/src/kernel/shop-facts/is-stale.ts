import { MINUTE_MS, STALE_AFTER_MINUTES } from '@stockcast/contract'
import type { ShopFacts } from './queries.ts'

/**
 * Returns whether the stock was last compared with the store too long ago for new alerts. Stock without a
 * store is always fresh.
 */
export function isStale(
  { hasStore, stockAsOf }: Pick<ShopFacts, 'hasStore' | 'stockAsOf'>,
  now: Date,
): boolean {
  if (!hasStore || stockAsOf === null) return false
  return now.getTime() - stockAsOf.getTime() > STALE_AFTER_MINUTES * MINUTE_MS
}
