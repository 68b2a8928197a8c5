import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type Stripe from 'stripe'
import { layout, type Markup } from '../pages/layout.ts'
import { type CardForm, KNOWN_CARDS } from './cards.ts'
import type { StripeControl } from './control.ts'
import type { CustomerView } from './customer-view.ts'
import { product } from './objects/price.ts'
import { getId } from './objects/wire.ts'
import { Refusal } from './refusal.ts'

/** Routes of the pages that buyers see at Stripe, below /stripe. */
export function pageRoutes(control: StripeControl): Hono {
  const routes = new Hono()
  routes.get('/pay/:id', (c) => showSession(c, control, null))
  routes.post('/pay/:id', async (c) => {
    const outcome = control.completeCheckout(c.req.param('id'), cardIn(await c.req.parseBody()))
    if (outcome.kind === 'complete') return c.redirect(successUrl(outcome.session), 303)
    return showSession(c, control, outcome.kind === 'declined' ? outcome.decline.message : null)
  })
  routes.get('/invoice/:id', (c) => {
    const { number, status, amount_due: cents } = control.invoice(c.req.param('id'))
    return c.html(page(`Invoice ${number}`, html`<p>${dollars(cents)}, ${status}</p>`, null))
  })
  routes.get('/portal/:id', (c) => c.html(portalPage(control.portal(c.req.param('id')), null)))
  routes.post('/portal/:id/:action{cancel|renew|card}', async (c) => {
    const { id, action } = c.req.param()
    const portal = control.portal(id!)
    const form = await c.req.parseBody()
    if (action === 'card') {
      const decline = control.replaceCard(portal.customer.id, cardIn(form) ?? NO_CARD)
      if (decline) return c.html(portalPage(portal, decline.message), 402)
    } else if (portal.customer.subscriptions.some((each) => each.id === form.subscription)) {
      const subscription = String(form.subscription)
      if (action === 'cancel') control.cancelInPortal(subscription)
      else control.renewInPortal(subscription)
    } else return c.notFound()
    return c.redirect(`/stripe/portal/${id}`, 303)
  })
  routes.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error
    return c.html(page('Not found', html`<p>${error.message}. Start again in Stockcast.</p>`, null), 404)
  })
  return routes
}

const NO_CARD: CardForm = { number: '', expMonth: 0, expYear: 0 }

function showSession(c: Context, control: StripeControl, error: string | null) {
  const session = control.session(c.req.param('id')!)
  const { status, mode, cancel_url: back } = session
  if (status === 'complete')
    return c.html(page('Done already', html`<p>This form was sent before.</p>`, successUrl(session)))
  if (status === 'expired')
    return c.html(page('Expired', html`<p>This page was open for too long.</p>`, back), 410)
  const isSetup = mode === 'setup'
  const saved = isSetup ? null : control.usualCard(getId(session.customer)!)
  const title = isSetup ? 'Add a payment method' : `Subscribe to ${product.name}`
  const body = html`
    <p>${isSetup ? 'The card is saved for later. Nothing is charged now.' : '$10.00 a month'}</p>
    ${saved ? html`<form method="post"><button>Pay $10.00 with Visa ending in ${saved.card!.last4}</button></form>` : ''}
    ${cardForm('', isSetup ? 'Save card' : 'Pay $10.00 and subscribe', error)}`
  return c.html(page(title, body, back, 'Cancel and go back to Stockcast'), error === null ? 200 : 402)
}

function portalPage(
  { session, customer }: { session: Stripe.BillingPortal.Session; customer: CustomerView },
  error: string | null,
): Markup {
  const base = `/stripe/portal/${session.id}`
  const plans = customer.subscriptions.filter(({ status }) => status !== 'canceled')
  const body = html`
    <p>${customer.email}</p>
    ${plans.map(
      ({ id, status, cancelAt, currentPeriodEnd: end }) => html`
        <form method="post" action="${base}/${cancelAt === null ? 'cancel' : 'renew'}">
          <p>${product.name}, ${status}, ${cancelAt === null ? 'renews' : 'ends'} on ${(cancelAt ?? end).slice(0, 10)}</p>
          <input type="hidden" name="subscription" value="${id}">
          <button>${cancelAt === null ? 'Cancel plan' : 'Renew plan'}</button>
        </form>`,
    )}
    <h2>New card</h2>
    <p>${customer.card ? `${customer.card} pays now.` : 'No card is saved.'}</p>
    ${cardForm(`${base}/card`, 'Save and pay with this card', error)}
    <h2>Invoices</h2>
    <ul>${customer.invoices.map(({ id, number, status }) => html`<li><a href="/stripe/invoice/${id}">${number}</a>, ${status}</li>`)}</ul>`
  return page('Billing', body, session.return_url)
}

function page(title: string, body: Markup, back: string | null, label = 'Back to Stockcast'): Markup {
  return layout({
    title,
    mark: 'Test payments: no real card',
    body: html`<h1>${title}</h1>${body}${back === null ? '' : html`<p><a href="${back}">${label}</a></p>`}`,
  })
}

/** Returns the fields for a test card, with the numbers to choose from. */
function cardForm(action: string, button: string, error: string | null): Markup {
  return html`<form method="post" action="${action}">
    ${error === null ? '' : html`<p role="alert">${error}</p>`}
    <label>Card number <input name="number" list="cards" autocomplete="off" required></label>
    <datalist id="cards">${KNOWN_CARDS.map(({ number, meaning }) => html`<option value="${number}">${meaning}</option>`)}</datalist>
    <label>Expires <input name="expiry" value="12 / 34" autocomplete="off" required></label>
    <label>Security code <input name="cvc" value="123" autocomplete="off" required></label>
    <button>${button}</button>
  </form>`
}

/** Returns the card of a form; null if it has none. A bad expiry is left to the check of the card. */
function cardIn(form: Readonly<Record<string, unknown>>): CardForm | null {
  const { number, expiry } = form
  if (typeof number !== 'string' || number === '') return null
  const [month = '', year = ''] = String(expiry).split(/\D+/)
  return { number, expMonth: Number(month), expYear: Number(year) }
}

function successUrl(session: Stripe.Checkout.Session): string {
  return session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
