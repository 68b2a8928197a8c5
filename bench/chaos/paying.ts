import type { Database } from '../launch/database.ts'
import type { Merchant } from '../launch/merchant.ts'
import { insist, insistOnChange, type Work } from './work.ts'

const GOOD_CARD = '4242424242424242'
const LIVE = ['trialing', 'active', 'past_due', 'unpaid', 'incomplete']
const SETTLE_MS = 60_000

interface Customer {
  email: string | null
  subscriptions: { id: string; status: string; cancelAt: string | null }[]
  invoices: { status: string; amountDueCents: number }[]
}

interface Context {
  merchants: readonly Merchant[]
  sandboxUrl: string
  database: Database
  random(): number
}

/** Lets merchants add a card, pay, cancel and return. */
export function paying(context: Context): Work {
  const { merchants, random } = context
  const payments = new Map<string, number>()
  let turn = 0
  return {
    name: 'steps of billing',
    doOne: async () => {
      const merchant = merchants[turn++ % merchants.length]!
      const { status, hasPaymentMethod, cancelAtPeriodEnd } = (await insist(() =>
        merchant.get('/api/billing'),
      )) as { status: string; hasPaymentMethod: boolean; cancelAtPeriodEnd: boolean }
      if (!hasPaymentMethod) return giveCard(context, merchant)
      if (status !== 'active') {
        if (await pay(context, merchant))
          payments.set(merchant.email, (payments.get(merchant.email) ?? 0) + 1)
        return
      }
      const path = cancelAtPeriodEnd || random() < 0.3 ? 'reactivate' : 'cancel'
      await insistOnChange(() => merchant.post(`/api/billing/${path}`, {}))
    },
    judge: async () => {
      const faults: string[] = []
      for (const merchant of merchants) faults.push(...(await judgeMerchant(context, merchant, payments)))
      const paid = [...payments.values()].reduce((sum, each) => sum + each, 0)
      console.log(`billing      ${merchants.length} merchants, ${paid} plans paid`)
      return faults
    },
  }
}

async function giveCard(context: Context, merchant: Merchant): Promise<void> {
  const path = '/functions/stripe-create-setup-session'
  const { url } = (await insist(() => merchant.post(path, {}))) as { url: string }
  const sessionId = await fillIn(context, url)
  await insistOnChange(() => merchant.post('/functions/stripe-setup-complete', { sessionId }))
}

/** Pays the merchant's checkout. Returns false if there was nothing to pay. */
async function pay(context: Context, merchant: Merchant): Promise<boolean> {
  let url = ''
  const isOffered = await insistOnChange(async () => {
    const answer = await merchant.post('/functions/stripe-create-subscription', {})
    url = (answer as { url: string }).url
  })
  if (!isOffered) return false
  const sessionId = await fillIn(context, url)
  await insistOnChange(() =>
    merchant.post('/functions/stripe-subscription-complete', { session_id: sessionId }),
  )
  return true
}

/** Completes the provider's page, unless it was completed before its answer was lost. */
async function fillIn({ sandboxUrl }: Context, url: string): Promise<string> {
  const sessionId = /cs_\w+/.exec(url)?.[0]
  if (!sessionId) throw new Error(`no session in ${url}`)
  await insistOnChange(async () => {
    const answer = await fetch(`${sandboxUrl}/api/stripe/checkout/${sessionId}/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card: GOOD_CARD }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`checkout: ${answer.status} ${await answer.text()}`)
  })
  return sessionId
}

/**
 * Compares our status with the provider's, and checks that nobody has paid for two plans at the same time.
 */
async function judgeMerchant(
  context: Context,
  merchant: Merchant,
  payments: ReadonlyMap<string, number>,
): Promise<string[]> {
  const until = performance.now() + SETTLE_MS
  for (;;) {
    const customers = await insist(() => customersOf(context, merchant.email))
    const [ours] = await context.database.rows<{ status: string | null }>(
      'select stripe_status as status from merchants where id = $1',
      [merchant.id],
    )
    const all = customers.flatMap(({ subscriptions }) => subscriptions)
    const live = all.filter(({ status }) => LIVE.includes(status))
    const theirs = live[0]?.status ?? all[0]?.status ?? null
    const isEqual = theirs === (ours?.status ?? null)
    if (!isEqual && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      continue
    }
    const paid = customers
      .flatMap(({ invoices }) => invoices)
      .filter(({ status, amountDueCents }) => status === 'paid' && amountDueCents > 0).length
    const faults: string[] = []
    if (!isEqual) faults.push(`billing of ${merchant.id}: ${ours?.status} here, ${theirs} at the provider`)
    if (live.length > 1) faults.push(`merchant ${merchant.id} has ${live.length} subscriptions at a time`)
    const most = payments.get(merchant.email) ?? 0
    if (paid > most) faults.push(`merchant ${merchant.id} paid ${paid} times for ${most} plans`)
    return faults
  }
}

async function customersOf({ sandboxUrl }: Context, email: string): Promise<Customer[]> {
  const url = `${sandboxUrl}/api/stripe/customers?email=${encodeURIComponent(email)}`
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`customers: ${answer.status}`)
  return (await answer.json()) as Customer[]
}
