import { Hono } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../../../kernel/http/context.ts'
import { plainPage } from '../../../kernel/http/plain-page.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Confirmation, confirmAddress, readConfirmation } from './confirm-address.ts'

/**
 * Creates the routes of the confirmation link. `GET` only asks, because mail scanners follow links; `POST`
 * confirms, from the page.
 */
export function createConfirmRoutes(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/confirm/:token', (c) => {
    const found = readConfirmation(kernel, c.req.param('token'))
    if (found !== 'confirmed') return c.html(refusal(found), 404)
    return c.html(plainPage('Receive stock alerts here?', question()))
  })
  routes.post('/confirm/:token', async (c) => {
    const found = await confirmAddress(kernel, c.req.param('token'))
    if (found !== 'confirmed') return c.html(refusal(found), 404)
    return c.html(
      plainPage(
        'Address confirmed',
        html`<p>Stock alerts from Stockcast are sent to this address from now on.</p>`,
      ),
    )
  })
  return routes
}

function question() {
  return html`<p>Stockcast will send stock alerts to this address. Each mail has a link that stops them.</p>
    <form method="post"><button>Confirm this address</button></form>`
}

const reasons: Readonly<Record<Exclude<Confirmation, 'confirmed'>, string>> = {
  expired: 'It has expired.',
  unknown: 'It may have been cut off, or the address was changed meanwhile.',
}

function refusal(found: Exclude<Confirmation, 'confirmed'>) {
  return plainPage(
    'This link does not work',
    html`<p>${reasons[found]} Whoever entered the address can send a new one from <a href="/settings?tab=notifications">Settings, Notifications</a>.</p>`,
  )
}
