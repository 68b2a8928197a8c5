import { isDeepStrictEqual } from 'node:util'
import { queueMail } from '../../alerts/index.ts'
import { getAccess } from '../../kernel/access/access.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { BillingAccount, BillingState } from './account.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { dueMails } from './due-mails.ts'
import { claimMails, dueAt, updateDue } from './due-queries.ts'
import { getAccount } from './get-account.ts'
import { deriveState } from './provider/derive-state.ts'
import { fetchProviderState, type ProviderState } from './provider/provider-state.ts'
import { nextStep, runStep } from './provider/run-step.ts'
import { claimVersion, countCustomer, updateCustomer, updateState } from './queries.ts'

const ROUNDS = 12

/**
 * Reconciles a merchant's billing with the provider, in both directions: does what remains to be done there,
 * fetches the provider's present state, and stores what follows from it. Nothing else changes the stored
 * status.
 * The result does not depend on how often, in which order or by how many callers at once this runs: a state
 * is stored only over the version that it was derived from.
 */
export async function reconcileBilling(billing: BillingKernel, merchantId: number): Promise<BillingAccount> {
  for (let round = 0; round < ROUNDS; round++) {
    const account = await getAccount(billing, merchantId)
    const now = billing.clock.now()
    const { customerId } = account
    const seen = customerId === null ? null : await fetchProviderState(billing.stripe, customerId)
    const step = seen && nextStep(account, seen, now)
    if (step) {
      await runStep(billing, account, step)
      continue
    }
    const state = deriveState(account, seen, now)
    if (await store(billing, { account, state, seen, now })) return { ...account, ...state }
  }
  throw new AppError('upstream_failed', 'Your payment status is still being updated. Please try again.', {
    retryable: true,
    detail: `not reconciled in ${ROUNDS} rounds`,
  })
}

interface Reconciled {
  account: BillingAccount
  state: BillingState
  seen: ProviderState | null
  now: Date
}

/** Stores the state; false when the stored state has changed meanwhile. */
async function store(billing: BillingKernel, settled: Reconciled): Promise<boolean> {
  const { account, state, now } = settled
  const { merchantId } = account
  return billing.db.withTenant(merchantId, async (tx) => {
    if (hasChanged(account, state)) {
      if (!(await claimVersion(tx, account))) return false
      await updateState(tx, merchantId, state)
      await tell(billing, tx, settled)
    }
    await queueMails(billing, tx, settled)
    await updateDue(tx, merchantId, dueAt(state, now, account.hasOpenSession))
    return true
  })
}

function hasChanged(account: BillingAccount, state: BillingState): boolean {
  const names = Object.keys(state) as (keyof BillingState)[]
  return names.some((name) => !isDeepStrictEqual(account[name], state[name]))
}

async function tell(billing: BillingKernel, tx: Tx, { account, state, now }: Reconciled): Promise<void> {
  const { merchantId } = account
  if (account.customerId !== null && state.customerId === null) {
    await updateCustomer(tx, merchantId, null)
    await countCustomer(tx, merchantId)
  }
  const wasReadOnly = getAccess(account, now).isReadOnly
  if (wasReadOnly && !getAccess(state, now).isReadOnly) await billing.onReopened(tx, merchantId)
  if (account.status !== state.status) {
    billing.log.info({ merchantId, from: account.status, to: state.status }, 'subscription status changed')
    await recordAudit(tx, { merchantId, at: now, event: 'plan_changed', detail: state.status })
  }
  await billing.live.publish(tx, merchantId, { type: 'billing' })
}

async function queueMails(billing: BillingKernel, tx: Tx, settled: Reconciled): Promise<void> {
  const { account, state, seen, now } = settled
  const { merchantId, email } = account
  // Mail to such an address is never delivered (RFC 2606). Demo users have one.
  if (email.endsWith('.invalid')) return
  const due = dueMails({ before: account, after: state, seen, now, publicUrl: billing.config.publicUrl })
  for (const { content, usefulUntil } of await claimMails(tx, { merchantId, mails: due, at: now })) {
    await queueMail(billing, tx, {
      merchantId,
      kind: 'billing',
      content,
      ...(usefulUntil && { usefulUntil }),
    })
  }
}
