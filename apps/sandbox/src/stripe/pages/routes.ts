import { type Context, Hono } from 'hono'
import type Stripe from 'stripe'
import type { Outcome, Submission } from '../checkout/complete-session.ts'
import type { StripeControl } from '../control.ts'
import { idOf } from '../objects/wire.ts'
import { Refusal } from '../refusal.ts'
import { cardIn, confirmationIn } from './card-form.ts'
import { checkoutPage } from './checkout-page.ts'
import { confirmPage } from './confirm-page.ts'
import { closedPage } from './frame.ts'
import { invoicePage } from './invoice-page.ts'
import { portalRoutes } from './portal-routes.ts'

/** The pages that buyers see at Stripe, below /stripe. */
export function pageRoutes(control: StripeControl): Hono {
  const routes = new Hono()
  routes.get('/pay/:id', (c) => showSession(c, control, null))
  routes.post('/pay/:id', (c) => submitSession(c, control))
  routes.get('/invoice/:id', (c) => showInvoice(c, control, null))
  routes.post('/invoice/:id', (c) => payInvoice(c, control))
  routes.route('/portal', portalRoutes(control))
  routes.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error
    return c.html(closedPage('Not found', `${error.message}. Start again in Stockcast.`, null), 404)
  })
  return routes
}

function showSession(c: Context, control: StripeControl, error: string | null) {
  const session = control.session(c.req.param('id')!)
  if (session.status === 'complete')
    return c.html(closedPage('Done already', 'This form was sent before.', successUrl(session)))
  if (session.status === 'expired') {
    const reason = 'This page was open for too long. Start again in Stockcast.'
    return c.html(closedPage('Expired', reason, session.cancel_url), 410)
  }
  const customer = idOf(session.customer)
  const saved = customer === null ? null : control.usualCard(customer)
  return c.html(checkoutPage({ session, saved, error }), error === null ? 200 : 402)
}

async function submitSession(c: Context, control: StripeControl) {
  const form = await c.req.parseBody()
  const submission: Submission = {
    card: cardIn(form),
    email: null,
    name: typeof form.name === 'string' && form.name !== '' ? form.name : null,
    confirmation: confirmationIn(form),
  }
  const outcome: Outcome = control.completeCheckout(c.req.param('id')!, submission)
  switch (outcome.kind) {
    case 'complete':
      return c.redirect(successUrl(outcome.session)!, 303)
    case 'asks_confirmation':
      return c.html(confirmPage(form, 'use this card'))
    case 'declined':
      return showSession(c, control, outcome.decline.message)
    case 'not_open':
      return showSession(c, control, null)
  }
}

function showInvoice(c: Context, control: StripeControl, error: string | null) {
  const invoice = control.invoice(c.req.param('id')!)
  const saved = control.usualCard(idOf(invoice.customer)!)
  return c.html(invoicePage({ invoice, saved, error }), error === null ? 200 : 402)
}

async function payInvoice(c: Context, control: StripeControl) {
  const form = await c.req.parseBody()
  const payment = control.payInvoice(c.req.param('id')!, cardIn(form), confirmationIn(form))
  if (payment.kind === 'asks_confirmation') return c.html(confirmPage(form, 'pay'))
  return showInvoice(c, control, payment.kind === 'declined' ? payment.decline.message : null)
}

function successUrl(session: Stripe.Checkout.Session): string | null {
  return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null
}
