import { describe, expect, it } from 'vitest'
import { anInvoice, aSubscription } from '../../../testing/provider-objects.ts'
import type { BillingAccount } from '../account.ts'
import { nextStep } from './run-step.ts'

const now = new Date('2027-03-01T10:00:00Z')
const account = { extendedTrialEnd: null } as BillingAccount
const customer = { isDeleted: false, paymentMethodId: 'pm_1', card: null }
const running = aSubscription({
  id: 'sub_new',
  status: 'active',
  createdAt: new Date('2027-02-28T10:00:00Z'),
})
const startOf = (subscriptionId: string) =>
  anInvoice({ subscriptionId, isFirst: true, paymentIntentId: 'pi_first' })

describe('of two subscriptions,', () => {
  it.each(['unpaid', 'paused', 'past_due'])(
    'the earlier one, which is %s, ends without a refund of its first month',
    (status) => {
      const former = aSubscription({ id: 'sub_old', status, createdAt: new Date('2026-12-01T10:00:00Z') })
      const seen = { customer, subscriptions: [running, former], invoices: [startOf('sub_old')] }
      expect(nextStep(account, seen, now)).toEqual({
        kind: 'end_surplus',
        subscription: former,
        paymentIntentId: null,
      })
    },
  )

  it('the one that was paid while another ran is refunded', () => {
    const second = aSubscription({ id: 'sub_second', status: 'active', createdAt: now })
    const seen = { customer, subscriptions: [second, running], invoices: [startOf('sub_second')] }
    expect(nextStep(account, seen, now)).toEqual({
      kind: 'end_surplus',
      subscription: second,
      paymentIntentId: 'pi_first',
    })
  })
})
