import { type Context, Hono } from 'hono'
import type { StripeControl } from '../control.ts'
import { Refusal } from '../refusal.ts'
import { cardIn, confirmationIn } from './card-form.ts'
import { confirmPage } from './confirm-page.ts'
import { closedPage } from './frame.ts'
import { portalPage } from './portal-page.ts'

type Portal = NonNullable<ReturnType<StripeControl['portal']>>

/** Routes of the billing portal for customers. */
export function portalRoutes(control: StripeControl): Hono {
  const routes = new Hono()
  const within = async (c: Context, action: (portal: Portal) => Response | Promise<Response>) => {
    const portal = control.portal(c.req.param('id')!)
    if (portal) return action(portal)
    const reason = 'Billing pages are open for an hour. Open a new one in Stockcast.'
    return c.html(closedPage('Expired', reason, null), 410)
  }
  routes.get('/:id', (c) => within(c, (portal) => c.html(portalPage({ ...portal, error: null }))))
  routes.post('/:id/card', (c) => within(c, (portal) => saveCard(c, control, portal)))
  routes.post('/:id/:action{cancel|renew}', (c) =>
    within(c, async (portal) => {
      const id = await ownOf(
        c,
        'subscription',
        portal.customer.subscriptions.map((each) => each.id),
      )
      if (c.req.param('action') === 'cancel') control.cancelInPortal(id)
      else control.renewInPortal(id)
      return done(c, portal)
    }),
  )
  routes.post('/:id/remove-card', (c) =>
    within(c, async (portal) => {
      control.detachCard(
        await ownOf(
          c,
          'paymentMethod',
          portal.customer.cards.map((each) => each.paymentMethod),
        ),
      )
      return c.redirect(`/stripe/portal/${portal.session.id}`, 303)
    }),
  )
  return routes
}

async function saveCard(c: Context, control: StripeControl, portal: Portal): Promise<Response> {
  const form = await c.req.parseBody()
  const card = cardIn(form)
  if (!card) return c.html(portalPage({ ...portal, error: 'Enter a card.' }), 402)
  const saved = control.replaceCard(portal.customer.id, card, confirmationIn(form))
  if (saved.kind === 'asks_confirmation') return c.html(confirmPage(form, 'save this card'))
  if (saved.kind === 'declined') return c.html(portalPage({ ...portal, error: saved.decline.message }), 402)
  return done(c, portal)
}

/** Throws the refusal for what is not the customer's own. */
async function ownOf(c: Context, field: string, own: readonly string[]): Promise<string> {
  const id = (await c.req.parseBody())[field]
  const found = own.find((each) => each === id)
  if (found === undefined)
    throw new Refusal(404, { type: 'invalid_request_error', message: `No such ${field}` })
  return found
}

/** Redirects the customer back after a completed flow. */
function done(c: Context, { session }: Portal): Response {
  return c.redirect(
    session.flow?.after_completion.redirect?.return_url ?? `/stripe/portal/${session.id}`,
    303,
  )
}
