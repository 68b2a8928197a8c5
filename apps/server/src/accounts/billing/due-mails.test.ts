import { describe, expect, it } from 'vitest'
import { anAccount } from '../../testing/billing-app.ts'
import { anInvoice, aSubscription } from '../../testing/provider-objects.ts'
import type { BillingAccount } from './account.ts'
import { money, toDate } from './billing-words.ts'
import { cancelledMail, dueMails, paymentFailedMail, receiptMail, trialEndsMail } from './due-mails.ts'
import type { ProviderState } from './provider/provider-state.ts'

const publicUrl = 'https://stockcast.example'
const customer = { isDeleted: false, paymentMethodId: 'pm_1', card: null }
const seenWith = (state: Partial<ProviderState>): ProviderState => ({
  customer,
  subscriptions: [],
  invoices: [],
  ...state,
})

const due = (args: {
  now?: string
  before?: Partial<BillingAccount>
  after?: Partial<BillingAccount>
  seen?: ProviderState
}) =>
  dueMails({
    before: anAccount(args.before),
    after: anAccount({ ...args.before, ...args.after }),
    seen: args.seen ?? null,
    now: new Date(args.now ?? '2026-11-20T10:00:00Z'),
    publicUrl,
  }).map(({ kind, reference, content }) => [kind, reference, content.subject])

describe('dueMails', () => {
  it.each([
    ['2026-11-27T09:59:59Z', []],
    ['2026-11-27T10:00:00Z', ['7', '7 days']],
    ['2026-12-01T09:59:59Z', ['7', '4 days']],
    ['2026-12-01T10:00:00Z', ['3', '3 days']],
    ['2026-12-04T09:59:59Z', ['3', '1 day']],
    ['2026-12-04T10:00:00Z', []],
  ])('P-09 announces a trial end on Dec 4 in mails 7 and 3 days before; at %s: %j', (now, expected) => {
    const [key, words] = expected
    const mails = key
      ? [['trial_ends', `2026-12-04T10:00:00.000Z ${key}`, `Your trial ends in ${words}`]]
      : []
    expect(due({ now })).toEqual(mails)
  })

  it('announces the end again after it was moved', () => {
    const after = { trialEndsAt: new Date('2026-12-08T10:00:00Z') }
    expect(due({ now: '2026-12-02T10:00:00Z', after })).toEqual([
      ['trial_ends', '2026-12-08T10:00:00.000Z 7', 'Your trial ends in 6 days'],
    ])
  })

  it('does not announce the end of a cancelled trial', () => {
    const before = { status: 'cancelled' as const }
    expect(due({ now: '2026-12-02T10:00:00Z', before })).toEqual([])
  })

  it('reports each failed payment once, by invoice and try', () => {
    const invoice = anInvoice({ status: 'open', amountPaidCents: 0, amountDueCents: 1000, attempts: 2 })
    const openInvoice = { id: 'in_1', amountCents: 1000, currency: 'USD', url: null, nextAttemptAt: null }
    const after = { status: 'past_due' as const, subscriptionId: 'sub_1', openInvoice }
    expect(due({ after, seen: seenWith({ invoices: [invoice] }) })).toEqual([
      ['payment_failed', 'in_1 2', 'Your payment of $10 failed'],
    ])
  })

  it('makes receipts for what was paid for this plan, never for the free invoice of a trial', () => {
    const invoices = [
      anInvoice(),
      anInvoice({ id: 'in_free', amountPaidCents: 0 }),
      anInvoice({ id: 'in_other', subscriptionId: 'sub_surplus' }),
      anInvoice({ id: 'in_open', status: 'open', amountPaidCents: 0 }),
    ]
    const after = { status: 'active' as const, subscriptionId: 'sub_1' }
    expect(due({ after, seen: seenWith({ invoices }) })).toEqual([['receipt', 'in_1', 'Receipt for $10']])
  })

  it('confirms a cancellation when it happens, identified by its time at the provider', () => {
    const cancelledAt = new Date('2026-11-22T08:00:00Z')
    const seen = seenWith({ subscriptions: [aSubscription({ cancelAtPeriodEnd: true, cancelledAt })] })
    const cancelled = { status: 'cancelled' as const, subscriptionId: 'sub_1' }
    expect(due({ after: cancelled, seen })).toEqual([
      ['cancelled', '2026-11-22T08:00:00.000Z', 'Your subscription is cancelled'],
    ])
    expect(due({ before: cancelled, seen })).toEqual([])
  })

  it('reports once what ended without being cancelled', () => {
    const expired = { status: 'expired' as const, subscriptionId: 'sub_1' }
    expect(due({ after: { ...expired, subscriptionId: null } })).toEqual([
      ['ended', '2026-12-04T10:00:00.000Z', 'Your trial has ended'],
    ])
    expect(due({ before: { status: 'past_due' }, after: expired })).toEqual([
      ['ended', 'sub_1', 'Your subscription has ended'],
    ])
    expect(due({ before: expired })).toEqual([])
  })
})

const frame = { publicUrl: 'https://stockcast.example', timeZone: 'America/New_York', shop: null }
const at = new Date('2026-12-04T03:00:00Z')

describe('mails of billing', () => {
  it('name the shop whose plan it is', () => {
    const ending = { daysRemaining: 3, trialEndsAt: at, hasPaymentMethod: true }
    const mail = trialEndsMail({ ...frame, shop: 'North <Fold>', ...ending })
    expect(mail.html).toContain('for North &lt;Fold&gt;')
    expect(mail.text).toContain('Stockcast for North <Fold>')
    expect(trialEndsMail({ ...frame, ...ending }).text).toContain('\nStockcast\n')
  })

  it('P-09 say, before a trial with a card ends, what is charged and when, on the shop’s calendar', () => {
    const mail = trialEndsMail({ ...frame, daysRemaining: 3, trialEndsAt: at, hasPaymentMethod: true })
    expect(mail.subject).toBe('Your trial ends in 3 days')
    expect(mail.text).toContain('ends on Dec 03, 2026')
    expect(mail.text).toContain('$10 a month')
    expect(mail.text).toContain('cancel before that day and nothing is charged')
    expect(mail.text).toContain('https://stockcast.example/settings?tab=billing')
  })

  it('P-01b say, before a trial without a card ends, that nothing is charged and the data stays', () => {
    const mail = trialEndsMail({ ...frame, daysRemaining: 1, trialEndsAt: at, hasPaymentMethod: false })
    expect(mail.subject).toBe('Your trial ends in 1 day')
    expect(mail.text).toContain('Without one, nothing is charged')
    expect(mail.text).toContain('Add a payment method')
  })

  it('say, after a failed payment, how much it was, when it is tried again, and both ways to pay', () => {
    const invoice = { amountCents: 1000, currency: 'USD', nextAttemptAt: at, url: 'https://pay.example/i/1' }
    const mail = paymentFailedMail({ ...frame, ...invoice })
    expect(mail.subject).toBe('Your payment of $10 failed')
    expect(mail.text).toContain('The next attempt is on Dec 03, 2026')
    expect(mail.text).toContain('https://pay.example/i/1')
    expect(mail.html).toContain('https://stockcast.example/settings?tab=billing')
    const last = paymentFailedMail({ ...frame, ...invoice, nextAttemptAt: null, url: null })
    expect(last.text).toContain('There will be no further attempt')
  })

  it('name amount, day and invoice in a receipt', () => {
    const paid = { amountCents: 1000, currency: 'USD', paidAt: at, number: 'ABC-0001', url: null }
    const mail = receiptMail({ ...frame, ...paid })
    expect(mail.subject).toBe('Receipt for $10')
    expect(mail.text).toContain('We received $10 on Dec 03, 2026')
    expect(mail.text).toContain('Invoice ABC-0001.')
  })

  it('say, after a cancellation, until when the plan works', () => {
    const now = new Date('2026-12-01T00:00:00Z')
    expect(cancelledMail({ ...frame, accessUntil: at, now }).text).toContain(
      'keeps working until Dec 03, 2026',
    )
    expect(cancelledMail({ ...frame, accessUntil: null, now }).text).not.toContain('keeps working')
  })

  it('G-05 write dates as MMM dd, yyyy and amounts with their currency', () => {
    expect(toDate(at, 'Asia/Tokyo')).toBe('Dec 04, 2026')
    expect([money(1000, 'USD'), money(1050, 'EUR')]).toEqual(['$10', '€10.50'])
  })
})
