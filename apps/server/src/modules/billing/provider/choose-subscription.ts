import type { ProviderSubscription } from '../../../integrations/stripe/index.ts'
import { isEnding } from './map-subscription.ts'

/** Lower is better. A subscription whose status is not listed has ended. */
const rankOf: Readonly<Record<string, number>> = { active: 0, past_due: 1, trialing: 2, paused: 3, unpaid: 3 }
/** A checkout in progress, or one that was abandoned. */
const unfinished = new Set(['incomplete', 'incomplete_expired'])

export interface Choice {
  /** The best current subscription, otherwise the most recent ended one. */
  chosen: ProviderSubscription | null
  /** Other subscriptions that would be charged as well. */
  surplus: ProviderSubscription[]
}

/**
 * Chooses the subscription that counts. The order of the list does not matter, so callers at the same time
 * end the same ones.
 */
export function chooseSubscription(subscriptions: readonly ProviderSubscription[]): Choice {
  const finished = subscriptions.filter(({ status }) => !unfinished.has(status))
  const alive = finished.filter(({ status }) => status in rankOf).toSorted(byRank)
  const [chosen, ...others] = alive
  if (!chosen) return { chosen: finished.toSorted(byAge).at(-1) ?? null, surplus: [] }
  return { chosen, surplus: others.filter((other) => !isEnding(other)) }
}

function byRank(a: ProviderSubscription, b: ProviderSubscription): number {
  return rankOf[a.status]! - rankOf[b.status]! || Number(isEnding(a)) - Number(isEnding(b)) || byAge(a, b)
}

function byAge(a: ProviderSubscription, b: ProviderSubscription): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}
