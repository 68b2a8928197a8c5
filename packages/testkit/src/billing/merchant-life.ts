import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { createStripeFake } from '../../../../apps/sandbox/src/stripe/fake.ts'
import type { BillingKernel } from '../../../../apps/server/src/accounts/billing/billing-kernel.ts'
import { applyEvents } from '../../../../apps/server/src/accounts/billing/provider/apply-events.task.ts'
import { receiveEvent } from '../../../../apps/server/src/accounts/billing/provider/webhook-routes.ts'
import { ensureMerchant } from '../../../../apps/server/src/accounts/merchants/ensure-merchant.ts'
import { AppError } from '../../../../apps/server/src/kernel/errors.ts'
import type { Kernel } from '../../../../apps/server/src/kernel/kernel.ts'
import { Crash, type Fuse, fuse, sound } from './fuse.ts'
import { type Job, startProcess } from './process.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const CRASH_RATIO = 0.35
const MAX_EFFECTS = 12
const silent = { error: () => undefined }
const never = new AbortController().signal

/** One merchant with their own provider account, in a simulation that can interrupt any step. */
export interface MerchantLife {
  merchantId: number
  email: string
  random: () => number
  clock: { now(): Date; setOffset(ms: number): void; advance(ms: number): void }
  events: Stripe.Event[]
  jobs: Job[]
  /** Addresses of the provider's pages that were opened; `completed` has the sessions completed on them. */
  pages: string[]
  completed: { id: string; mode: string }[]
  /** How often the stored status changed to each of these. */
  changes: Record<'cancelled' | 'expired', number>
  /** How many extensions of the trial were confirmed to the merchant. */
  extensions: number
  kills: number
  /** Surplus subscriptions that were ended. */
  surplusEnded: number
  process(fuse?: Fuse): BillingKernel
  provider<T>(method: string, path: string, form?: Record<string, string>): Promise<T>
  fillIn(page: string, card: string): void
  advance(ms: number): void
}

export async function beginLife(kernel: Kernel, random: () => number): Promise<MerchantLife> {
  let time = START
  const clock = {
    now: () => new Date(time),
    setOffset: () => undefined,
    advance: (ms: number) => {
      time += ms
    },
  }
  const events: Stripe.Event[] = []
  const jobs: Job[] = []
  const fake = createStripeFake({
    clock: { now: () => time },
    deliver: ({ event }) => void events.push(event),
  })
  const email = `${randomUUID()}@example.com`
  const merchantId = await ensureMerchant(
    { db: kernel.db, config: kernel.config, clock },
    { id: randomUUID(), email },
  )
  // Billing logs at these levels only.
  const log = {
    ...silent,
    info: ({ to }: { to?: string }, message: string) => {
      if (message === 'subscription status changed' && (to === 'cancelled' || to === 'expired'))
        life.changes[to]++
    },
    warn: (_details: object, message: string) => {
      if (message === 'second subscription ended') life.surplusEnded++
    },
  } as unknown as Kernel['log']
  const life: MerchantLife = {
    merchantId,
    email,
    random,
    clock,
    events,
    jobs,
    pages: [],
    completed: [],
    changes: { cancelled: 0, expired: 0 },
    extensions: 0,
    kills: 0,
    surplusEnded: 0,
    process: (fuse = sound) => startProcess({ kernel: { ...kernel, log }, fake, clock, jobs }, fuse),
    provider: async (method, path, form = {}) => {
      const body = new URLSearchParams(form).toString()
      const headers = {
        authorization: 'Bearer sk_test_sandbox',
        'content-type': 'application/x-www-form-urlencoded',
      }
      const init = method === 'POST' ? { method, headers, body } : { method, headers }
      return (await fake.fetch(new Request(`http://stripe/v1/${path}`, init))).json() as never
    },
    fillIn: (page, number) => {
      const id = page.split('/').at(-1)!
      const outcome = fake.control.completeCheckout(id, { number, expMonth: 12, expYear: 2034 })
      if (outcome.kind === 'complete') life.completed.push({ id, mode: outcome.session.mode })
    },
    advance: (ms) => {
      clock.advance(ms)
      fake.advanceTo(time)
    },
  }
  return life
}

/** Runs a verb in a process that may be killed. Returns null if it was killed or the verb refused. */
export async function attempt<T>(
  life: MerchantLife,
  verb: (billing: BillingKernel, merchantId: number) => Promise<T>,
): Promise<T | null> {
  const { random } = life
  const at = 1 + Math.floor(random() * MAX_EFFECTS)
  const when = random() < 0.5 ? 'before' : 'after'
  const doomed = random() < CRASH_RATIO ? fuse({ at, when }) : sound
  try {
    return await verb(life.process(doomed), life.merchantId)
  } catch (error) {
    if (error instanceof Crash || doomed.isBlown) {
      life.kills++
      return null
    }
    if (error instanceof AppError && error.code !== 'internal') return null
    throw error
  }
}

/** Delivers an event to the product, which may be killed before or after storing it. */
export async function arrive(life: MerchantLife, event: Stripe.Event): Promise<void> {
  await attempt(life, (billing) => {
    const body = JSON.stringify(event)
    const [secret] = billing.config.stripe.webhookSecrets
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
    return receiveEvent(billing, { body, signature })
  })
}

/** Runs the oldest job that applies events. The job of a killed worker returns to the queue. */
export async function workOnce(life: MerchantLife): Promise<void> {
  const at = life.jobs.findIndex(({ name }) => name === 'apply-events')
  if (at < 0) return
  const done = await attempt(life, async (billing, merchantId) => {
    await applyEvents(billing, { merchantId }, never)
    return true
  })
  if (done) life.jobs.splice(at, 1)
}

/** Runs the nightly reconciliation in a process that is not killed. */
export async function reconcile(life: MerchantLife): Promise<void> {
  await applyEvents(life.process(), { merchantId: life.merchantId }, never)
}
