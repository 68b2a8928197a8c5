import { html } from 'hono/html'
import type Stripe from 'stripe'
import { cardForm } from './card-form.ts'
import { formatBrand, formatCents, formatDay } from './format.ts'
import { frame } from './frame.ts'

export interface InvoiceView {
  invoice: Stripe.Invoice
  saved: Stripe.PaymentMethod | null
  error: string | null
}

export function invoicePage({ invoice, saved, error }: InvoiceView) {
  const { number, status, amount_due: cents, created, lines } = invoice
  const title = `Invoice ${number}`
  return frame({
    title,
    body: html`<h1>${title}</h1>
      <p class="price">${formatCents(cents)} <span class="muted">${STATES[status ?? ''] ?? status}</span></p>
      <p class="muted">${formatDay(created)}. ${lines.data[0]?.description}</p>
      ${status === 'open' ? payForms(saved, cents, error) : ''}`,
    back: null,
  })
}

const STATES: Record<string, string> = {
  draft: 'not final yet',
  open: 'to be paid',
  paid: 'paid',
  uncollectible: 'written off',
  void: 'void: nothing is owed',
}

function payForms(saved: Stripe.PaymentMethod | null, cents: number, error: string | null) {
  const amount = formatCents(cents)
  const card = saved?.card
  return html`${
    card
      ? html`<form method="post" class="saved">
          <button class="primary wide">Pay ${amount} with ${formatBrand(card.brand)} ending in ${card.last4}</button>
          <p class="muted">or with another card</p>
        </form>`
      : ''
  }
  ${cardForm({ button: `Pay ${amount}`, error, isSecondChoice: card !== undefined })}`
}
