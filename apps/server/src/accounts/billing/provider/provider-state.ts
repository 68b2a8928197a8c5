import {
  isStripeFault,
  type ProviderCustomer,
  type ProviderInvoice,
  type ProviderSubscription,
  type StripeGateway,
} from '../../../providers/stripe/index.ts'
import { isEnding } from '../map-subscription.ts'

/** All that the provider knows of a customer, fetched now. */
export interface ProviderState {
  customer: ProviderCustomer
  subscriptions: ProviderSubscription[]
  invoices: ProviderInvoice[]
}

const gone: ProviderCustomer = { isDeleted: true, paymentMethodId: null, card: null }

export async function fetchProviderState(stripe: StripeGateway, customerId: string): Promise<ProviderState> {
  const [customer, subscriptions, invoices] = await Promise.all([
    orWhenMissing(stripe.findCustomer(customerId), gone),
    orWhenMissing(stripe.listSubscriptions(customerId), []),
    orWhenMissing(stripe.listInvoices(customerId), []),
  ])
  return { customer, subscriptions, invoices }
}

async function orWhenMissing<T>(call: Promise<T>, instead: T): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isStripeFault(error, 'missing')) return instead
    throw error
  }
}

/** Lower is better. A subscription whose status is not listed has ended. */
const rankOf: Readonly<Record<string, number>> = { active: 0, past_due: 1, trialing: 2, paused: 3, unpaid: 3 }
/** A checkout in progress, or one that was abandoned. */
const unfinished = new Set(['incomplete', 'incomplete_expired'])

interface Choice {
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
