import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import type { BillingAccount } from '../../../../apps/server/src/accounts/billing/account.ts'
import { getAccount } from '../../../../apps/server/src/accounts/billing/get-account.ts'
import { getAccess } from '../../../../apps/server/src/kernel/access/access.ts'
import type { Kernel } from '../../../../apps/server/src/kernel/kernel.ts'
import { getQueuedMails } from '../../../../apps/server/src/testing/queued-mails.ts'
import { randomNumbers } from '../random-numbers.ts'
import { somethingHappens } from './life-events.ts'
import { beginLife, type MerchantLife, reconcile } from './merchant-life.ts'

const SHORTEST = 6
const LONGEST = 26
const DAY_MS = 86_400_000

export interface SequenceResult {
  faults: string[]
  /** The merchant's final status. */
  status: string
  steps: number
  kills: number
  undelivered: number
  surplus: number
}

/**
 * Simulates a merchant's life from a seed, then reconciles once. Returns the faults found afterwards. There
 * are none if the stored status matches the provider's subscription, whatever was lost, doubled or
 * interrupted before.
 */
export async function runSequence(kernel: Kernel, seed: number): Promise<SequenceResult> {
  const random = randomNumbers(seed)
  const life = await beginLife(kernel, random)
  const length = SHORTEST + Math.floor(random() * (LONGEST - SHORTEST))
  for (let step = 0; step < length; step++) await somethingHappens(life)
  await reconcile(life)
  const faults = await getFaults(kernel, life)
  const { status } = await getAccount(kernel, life.merchantId)
  return {
    faults: faults.map((fault) => `seed ${seed}: ${fault}`),
    status,
    steps: length,
    kills: life.kills,
    undelivered: life.events.length,
    surplus: life.surplusEnded,
  }
}

async function getFaults(kernel: Kernel, life: MerchantLife): Promise<string[]> {
  const account = await getAccount(kernel, life.merchantId)
  const subscriptions = await getSubscriptions(life)
  await reconcile(life)
  const again = await getAccount(kernel, life.merchantId)
  const expected = expectedStatus(life, account, subscriptions)
  const { status } = getAccess(account, life.clock.now())
  const charged = subscriptions.filter((each) => isAlive(each) && !each.cancel_at_period_end)
  const mails = repeatedMails(await getQueuedMails(kernel, life.merchantId), life.changes)
  return [
    ...(status === expected ? [] : [`status ${status} instead of the provider's ${expected}`]),
    ...(charged.length > 1 ? [`${charged.length} subscriptions would be charged`] : []),
    ...(life.extensions > 1 ? [`extended ${life.extensions} times`] : []),
    ...(isDeepStrictEqual(account, again) ? [] : ['a second reconciliation changed something']),
    ...trialFaults(life, account, charged),
    ...mails.map((subject) => `mailed twice: ${subject}`),
  ]
}

async function getSubscriptions(life: MerchantLife): Promise<Stripe.Subscription[]> {
  type List<T> = { data: T[] }
  const email = encodeURIComponent(life.email)
  const customers = await life.provider<List<{ id: string }>>('GET', `customers?email=${email}&limit=100`)
  const lists = await Promise.all(
    customers.data.map(({ id }) =>
      life.provider<List<Stripe.Subscription>>('GET', `subscriptions?customer=${id}&status=all&limit=100`),
    ),
  )
  return lists.flatMap(({ data }) => data)
}

const aliveStatuses = ['active', 'past_due', 'trialing']

function isAlive({ status }: Stripe.Subscription): boolean {
  return aliveStatuses.includes(status)
}

/** Derives the expected status from the provider's subscriptions, without the product's rules. */
function expectedStatus(
  life: MerchantLife,
  account: BillingAccount,
  subscriptions: readonly Stripe.Subscription[],
): string {
  const alive = subscriptions
    .filter(isAlive)
    .toSorted(
      (a, b) =>
        aliveStatuses.indexOf(a.status) - aliveStatuses.indexOf(b.status) ||
        Number(a.cancel_at_period_end) - Number(b.cancel_at_period_end),
    )
  const [best] = alive
  if (best) {
    if (best.status === 'past_due') return 'past_due'
    if (best.cancel_at_period_end) return 'cancelled'
    return best.status === 'active' ? 'active' : 'trial'
  }
  const last = subscriptions.toSorted((a, b) => b.created - a.created)[0]
  if (last) return last.cancellation_details?.reason === 'cancellation_requested' ? 'cancelled' : 'expired'
  if (account.trialCancelledAt) return 'cancelled'
  return account.trialEndsAt > life.clock.now() ? 'trial' : 'expired'
}

/** Checks that a trial ends when the provider says, and no later than one extension allows. */
function trialFaults(
  life: MerchantLife,
  account: BillingAccount,
  charged: readonly Stripe.Subscription[],
): string[] {
  const latest = account.createdAt.getTime() + (account.trialExtended ? 28 : 14) * DAY_MS
  const [trial] = charged.filter(({ status }) => status === 'trialing')
  const seconds = Math.floor(account.trialEndsAt.getTime() / 1000)
  return [
    ...(account.trialEndsAt.getTime() > latest ? ['the trial is too long'] : []),
    ...(life.extensions === 1 && !account.trialExtended ? ['an extension was lost'] : []),
    ...(trial && trial.trial_end !== seconds ? ['the provider ends the trial at another time'] : []),
  ]
}

/** Subjects of mails about changes of status, which can happen more than once. */
const changeOf = {
  'Your subscription is cancelled': 'cancelled',
  'Your trial has ended': 'expired',
  'Your subscription has ended': 'expired',
} as const

/**
 * Returns the subjects of mails that were sent too often. A mail about a cancellation or an end may be sent
 * once for each change to that status: a merchant may cancel, reactivate and cancel again. Any other mail
 * with the same text may be sent once.
 */
export function repeatedMails(mails: readonly Mail[], changes: MerchantLife['changes']): string[] {
  const sent = { cancelled: 0, expired: 0 }
  const seen = new Set<string>()
  return mails.flatMap(({ subject, text }) => {
    const change = isChange(subject) ? changeOf[subject] : null
    if (change !== null) return ++sent[change] > changes[change] ? [subject] : []
    const key = `${subject} ${text}`
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [subject] : []
  })
}

interface Mail {
  subject: string
  text: string
}

function isChange(subject: string): subject is keyof typeof changeOf {
  return subject in changeOf
}
