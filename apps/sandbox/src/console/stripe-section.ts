import { html } from 'hono/html'
import type { deliveriesView } from '../stripe/console-routes.ts'
import type { CustomerView } from '../stripe/customer-view.ts'
import { settingsFields } from './webhook-section.ts'

export interface StripeView {
  customers: readonly CustomerView[]
  deliveries: ReturnType<typeof deliveriesView>
}

type Subscription = CustomerView['subscriptions'][number]
type Invoice = CustomerView['invoices'][number]

const CUSTOMERS_SHOWN = 20
const INVOICES_SHOWN = 3
const DELIVERIES_SHOWN = 20

const SWITCHES = {
  none: 'Charges go as the card says',
  decline_next: 'The next charge fails',
  decline_all: 'Every charge fails',
}

/** Returns the customers of the payment provider, with their payments and the events sent to the app. */
export function stripeSection({ customers, deliveries }: StripeView) {
  return html`<section aria-labelledby="stripe" data-stripe>
    <h2 id="stripe">Stripe</h2>
    <p class="muted">Trials, charges and retries follow the clock above. Only test cards work.</p>
    <p class="note" role="status" data-note="stripe"></p>
    ${customers.length === 0 ? html`<p class="muted">No customer yet. One is made when a merchant adds a card.</p>` : ''}
    ${customers.slice(0, CUSTOMERS_SHOWN).map(customerEntry)}
    ${customers.length > CUSTOMERS_SHOWN ? html`<p class="muted">${customers.length - CUSTOMERS_SHOWN} older ones are in <a href="/api/stripe/customers">the list as JSON</a>.</p>` : ''}
    ${deliverySection(deliveries)}
  </section>`
}

function customerEntry(customer: CustomerView) {
  const { id, email, cards, subscriptions, invoices } = customer
  const [newest] = subscriptions
  const state = newest ? describe(newest) : 'no subscription'
  return html`<details>
    <summary><span class="name">${email ?? id}</span> <span class="muted small">${state}</span></summary>
    <p class="muted small">${id}. ${cards.map(({ brand, last4, isDefault }) => `${brand} ending in ${last4}${isDefault ? ' (pays)' : ''}`).join(', ') || 'No card'}.</p>
    ${subscriptions.map(subscriptionEntry)}
    ${invoices.slice(0, INVOICES_SHOWN).map(invoiceEntry)}
    ${chargesForm(customer)}
  </details>`
}

function describe({ status, trialEnd, currentPeriodEnd, cancelAt }: Subscription): string {
  if (status === 'canceled') return 'canceled'
  if (cancelAt !== null) return `${status}, ends ${minuteOf(cancelAt)}`
  return status === 'trialing'
    ? `trialing until ${minuteOf(trialEnd!)}`
    : `${status}, period ends ${minuteOf(currentPeriodEnd)}`
}

function subscriptionEntry(subscription: Subscription) {
  const { id, status, cancelAt } = subscription
  const action = cancelAt === null ? 'cancel' : 'renew'
  return html`<p class="plan"><span>${describe(subscription)} <a class="small" href="/api/stripe/subscriptions/${id}">${id}</a></span>
    ${
      status === 'canceled'
        ? ''
        : post(
            `/api/stripe/subscriptions/${id}/${action}`,
            action === 'cancel' ? 'Cancel as in the portal' : 'Renew as in the portal',
          )
    }</p>`
}

function invoiceEntry({ id, number, status, amountDueCents, createdAt }: Invoice) {
  return html`<p class="plan">
    <span>${number}, $${(amountDueCents / 100).toFixed(2)}, ${status} <span class="muted small">${minuteOf(createdAt)}</span></span>
    ${status === 'open' ? html`<a class="button" href="/stripe/invoice/${id}">Pay</a>` : ''}</p>`
}

function chargesForm({ id, declines }: CustomerView) {
  const choices = Object.entries(SWITCHES)
  return html`<form class="fields" data-post="/api/stripe/customers/${id}/charges" data-into="stripe" data-done="Charges go by this now.">
    <label>Charges
      <select name="decline">${choices.map(([value, label]) => html`<option value="${value}"${value === declines ? html` selected` : ''}>${label}</option>`)}</select>
    </label>
    <button>Apply</button>
  </form>`
}

function deliverySection({ settings, pending, deliveries }: StripeView['deliveries']) {
  return html`<h3>Events</h3>
    <form class="fields" data-post="/api/stripe/webhooks" data-into="stripe" data-done="Events go by these settings now.">
      ${settingsFields(settings)}
      <button>Apply</button>
    </form>
    <p class="muted">${pending === 1 ? '1 delivery waits' : `${pending} deliveries wait`}.</p>
    ${deliveries
      .slice(0, DELIVERIES_SHOWN)
      .map(
        ({ topic, status, attempts }) =>
          html`<p class="plan"><span class="name">${topic}</span> <span class="muted small">${status}, ${attempts.length} attempts, last answer ${attempts.at(-1)?.answer ?? '–'}</span></p>`,
      )}`
}

function post(path: string, label: string) {
  return html`<button data-post="${path}" data-body="{}" data-into="stripe" data-done="Done.">${label}</button>`
}

function minuteOf(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
