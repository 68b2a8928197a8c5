import {
  completeSetup,
  completeSubscription,
} from '../../../../apps/server/src/accounts/billing/checkout/complete-checkout.ts'
import { reactivate } from '../../../../apps/server/src/accounts/billing/checkout/reactivate.ts'
import { startSetup } from '../../../../apps/server/src/accounts/billing/checkout/start-setup.ts'
import { startSubscription } from '../../../../apps/server/src/accounts/billing/checkout/start-subscription.ts'
import { cancelSubscription } from '../../../../apps/server/src/accounts/billing/closing/cancel-subscription.ts'
import { extendTrial } from '../../../../apps/server/src/accounts/billing/extend-trial.ts'
import { arrive, attempt, type MerchantLife, workOnce } from './merchant-life.ts'

const HOUR_MS = 3_600_000
const cards = ['4242424242424242', '4242424242424242', '4242424242424242', '4000000000000341']

type LifeEvent = (life: MerchantLife) => Promise<void>

function pick<T>({ random }: MerchantLife, from: readonly T[]): T | undefined {
  return from[Math.floor(random() * from.length)]
}

/** Opens a page of the provider, and usually completes it. */
const visit = async (life: MerchantLife, page: { url: string | null } | null) => {
  if (!page?.url) return
  life.pages.push(page.url)
  if (life.random() < 0.7) life.fillIn(page.url, pick(life, cards)!)
  if (life.random() < 0.4) await comeBack(life)
}

const fillInPage: LifeEvent = async (life) => {
  const page = pick(life, life.pages)
  if (page) life.fillIn(page, pick(life, cards)!)
}

/** Returns to the product from any page completed so far, however old. */
const comeBack: LifeEvent = async (life) => {
  const session = pick(life, life.completed)
  if (!session) return
  const complete = session.mode === 'setup' ? completeSetup : completeSubscription
  await attempt(life, (billing, merchantId) => complete(billing, merchantId, { sessionId: session.id }))
}

/** Acts as a merchant in the provider's portal. */
const usePortal: LifeEvent = async (life) => {
  const { data: customers } = await life.provider<{ data: { id: string }[] }>(
    'GET',
    `customers?email=${encodeURIComponent(life.email)}`,
  )
  for (const { id } of customers) {
    const path = `subscriptions?customer=${id}`
    const { data } = await life.provider<{ data: { id: string; cancel_at_period_end: boolean }[] }>(
      'GET',
      path,
    )
    for (const subscription of data) {
      const isEnding = String(!subscription.cancel_at_period_end)
      await life.provider('POST', `subscriptions/${subscription.id}`, { cancel_at_period_end: isEnding })
    }
  }
}

/** Delivers some events: late, twice, in another order, or not at all. */
const deliverSome: LifeEvent = async (life) => {
  for (let count = 0; count < 4; count++) {
    const event = pick(life, life.events)
    if (!event) return
    const fate = life.random()
    if (fate > 0.2) await arrive(life, event)
    if (fate < 0.8) life.events.splice(life.events.indexOf(event), 1)
  }
}

const passTime: LifeEvent = async (life) => {
  const hours = pick(life, [1, 5, 30, 24 * 4, 24 * 11, 24 * 20])!
  life.advance(hours * HOUR_MS)
}

const single: readonly LifeEvent[] = [
  async (life) => visit(life, await attempt(life, (b, id) => startSetup(b, id, 'trial'))),
  async (life) => visit(life, await attempt(life, (b, id) => startSetup(b, id, 'trial'))),
  async (life) => visit(life, await attempt(life, (b, id) => startSetup(b, id, 'update_payment'))),
  async (life) => visit(life, await attempt(life, startSubscription)),
  async (life) => visit(life, await attempt(life, startSubscription)),
  async (life) => visit(life, await attempt(life, reactivate)),
  async (life) => void (await attempt(life, (b, id) => cancelSubscription(b, id, { feedback: 'enough' }))),
  async (life) => {
    if (await attempt(life, extendTrial)) life.extensions++
  },
  fillInPage,
  fillInPage,
  comeBack,
  comeBack,
  deliverSome,
  deliverSome,
  workOnce,
  workOnce,
  passTime,
  passTime,
  usePortal,
]

/** Runs a random event; every fourth time two at once. */
export async function somethingHappens(life: MerchantLife): Promise<void> {
  const count = life.random() < 0.25 ? 2 : 1
  const happening = Array.from({ length: count }, () => pick(life, single)!)
  await Promise.all(happening.map((event) => event(life)))
}
