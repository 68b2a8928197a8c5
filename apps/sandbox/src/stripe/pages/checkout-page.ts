import { html } from 'hono/html'
import type Stripe from 'stripe'
import { product } from '../objects/price.ts'
import { cardForm } from './card-form.ts'
import { formatBrand, formatCents } from './format.ts'
import { frame } from './frame.ts'

export interface CheckoutView {
  session: Stripe.Checkout.Session
  saved: Stripe.PaymentMethod | null
  error: string | null
}

export function checkoutPage({ session, saved, error }: CheckoutView) {
  const { mode, amount_total: cents, cancel_url: cancelUrl } = session
  const isSetup = mode === 'setup'
  const amount = formatCents(cents ?? 0)
  const title = isSetup ? 'Add a payment method' : `Subscribe to ${product.name}`
  const button = isSetup ? 'Save card' : `Pay ${amount} and subscribe`
  const hasChoice = saved !== null && !isSetup
  return frame({
    title,
    body: html`<h1>${title}</h1>
      ${
        isSetup
          ? html`<p>The card is kept for later. Nothing is charged now.</p>`
          : html`<p class="price">${amount} <span class="muted">a month</span></p>`
      }
      ${hasChoice ? savedForm(saved, amount) : ''}
      ${cardForm({ button, error, asksName: true, isSecondChoice: hasChoice })}`,
    back: cancelUrl === null ? null : { href: cancelUrl, label: 'Cancel and go back to Stockcast' },
  })
}

function savedForm({ card }: Stripe.PaymentMethod, amount: string) {
  return html`<form method="post" class="saved">
    <button class="primary wide">Pay ${amount} with ${formatBrand(card!.brand)} ending in ${card!.last4}</button>
    <p class="muted">or with another card</p>
  </form>`
}
