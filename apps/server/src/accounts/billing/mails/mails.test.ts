import { describe, expect, it } from 'vitest'
import { cancelledMail, money, paymentFailedMail, receiptMail, toDate, trialEndsMail } from './mails.ts'

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
