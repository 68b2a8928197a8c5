import type { ProviderSubscription } from '../../../integrations/stripe/index.ts'
import { isEnding } from './map-subscription.ts'

/** Lower is better. A subscription whose status is not listed has ended. */
const rankOf: Readonly<Record<string, number>> = { active: 0, past_due: 1, trialing: 2, paused: 3, unpaid: 3 }
/** A checkout that is not finished, or never was. */
const unfinished = new Set(['incomplete', 'incomplete_expired'])

export interface Choice {
  /** The one that counts: the best that lives, else the last that did. */
  chosen: ProviderSubscription | null
  /** Others that would be charged as well. */
  surplus: ProviderSubscription[]
}

/** The same for every caller and order of the list, so that two who look at the same time end the same ones. */
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
