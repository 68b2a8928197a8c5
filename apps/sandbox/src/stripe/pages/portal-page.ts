import { html } from 'hono/html'
import type Stripe from 'stripe'
import type { CustomerView } from '../customer-view.ts'
import { product } from '../objects/price.ts'
import { cardForm } from './card-form.ts'
import { formatBrand, formatCents, formatDay } from './format.ts'
import { frame } from './frame.ts'

export interface PortalView {
  session: Stripe.BillingPortal.Session
  customer: CustomerView
  /** Why the card was refused. */
  error: string | null
}

type SubscriptionView = CustomerView['subscriptions'][number]

export function portalPage(view: PortalView) {
  const { session, customer, error } = view
  const returnUrl = session.flow?.after_completion.redirect?.return_url ?? session.return_url
  return frame({
    title: 'Billing',
    body: html`<h1>Billing</h1>
      <p class="muted">${customer.email ?? customer.id}</p>
      ${sections(view, error)}`,
    back: returnUrl === null ? null : { href: returnUrl, label: 'Back to Stockcast' },
  })
}

/** A flow shows its own part alone. */
function sections({ session, customer }: PortalView, error: string | null) {
  const live = customer.subscriptions.filter(({ status }) => status !== 'canceled')
  const base = `/stripe/portal/${session.id}`
  switch (session.flow?.type) {
    case 'payment_method_update':
      return cardSection(customer, base, error)
    case 'subscription_cancel':
      return planSection(
        live.filter(({ id }) => id === session.flow?.subscription_cancel?.subscription),
        base,
      )
    default:
      return html`${planSection(live, base)} ${cardSection(customer, base, error)} ${invoiceSection(customer)}`
  }
}

function planSection(live: readonly SubscriptionView[], base: string) {
  return html`<section aria-labelledby="plan">
    <h2 id="plan">Plan</h2>
    ${live.length === 0 ? html`<p class="muted">No plan is running.</p>` : live.map((each) => planEntry(each, base))}
  </section>`
}

function planEntry({ id, status, cancelAt, currentPeriodEnd, trialEnd }: SubscriptionView, base: string) {
  const next =
    cancelAt !== null
      ? `Ends on ${formatDay(cancelAt)}.`
      : status === 'trialing'
        ? `Free until ${formatDay(trialEnd!)}, then $10.00 a month.`
        : `$10.00 a month. Renews on ${formatDay(currentPeriodEnd)}.`
  const action = cancelAt === null ? 'cancel' : 'renew'
  return html`<form method="post" action="${base}/${action}" class="plan">
    <p><span class="name">${product.name}</span>${status === 'past_due' ? ', payment failed' : ''}<br>
      <span class="muted">${next}</span></p>
    <input type="hidden" name="subscription" value="${id}">
    <button>${cancelAt === null ? 'Cancel plan' : 'Renew plan'}</button>
  </form>`
}

function cardSection({ cards }: CustomerView, base: string, error: string | null) {
  return html`<section aria-labelledby="card">
    <h2 id="card">Payment method</h2>
    ${
      cards.length === 0
        ? html`<p class="muted">No card is saved.</p>`
        : html`<ul class="plain">${cards.map(
            ({ brand, last4, isDefault, paymentMethod }) => html`<li>
              <form method="post" action="${base}/remove-card" class="plan">
                <span>${formatBrand(brand)} ending in ${last4}${isDefault ? html` <span class="muted">pays</span>` : ''}</span>
                <input type="hidden" name="paymentMethod" value="${paymentMethod}">
                <button aria-label="Remove ${formatBrand(brand)} ending in ${last4}">Remove</button>
              </form>
            </li>`,
          )}</ul>`
    }
    <h3>New card</h3>
    ${cardForm({ action: `${base}/card`, button: 'Save and pay with this card', error })}
  </section>`
}

function invoiceSection({ invoices }: CustomerView) {
  const shown = invoices.filter(({ status }) => status !== 'draft')
  return html`<section aria-labelledby="invoices">
    <h2 id="invoices">Invoices</h2>
    ${
      shown.length === 0
        ? html`<p class="muted">None yet.</p>`
        : html`<ul class="plain">${shown.map(
            ({ id, number, status, amountDueCents, createdAt }) => html`<li class="plan">
              <a href="/stripe/invoice/${id}">${number}</a>
              <span class="muted">${formatDay(createdAt)}, ${formatCents(amountDueCents)}, ${status}</span>
            </li>`,
          )}</ul>`
    }
  </section>`
}
