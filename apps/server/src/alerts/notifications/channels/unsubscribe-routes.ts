import { Hono } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../../../kernel/http/context.ts'
import { plainPage } from '../../../kernel/http/plain-page.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { readUnsubscribeToken, unsubscribe } from './unsubscribe.ts'

/**
 * Creates the routes of the unsubscribe link. `GET` only asks, because mail scanners follow links; `POST`
 * unsubscribes, from the page or from the mail program (RFC 8058), which sends neither cookies nor an origin.
 */
export function createUnsubscribeRoutes(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/u/:token', (c) => {
    const isOurs = readUnsubscribeToken(kernel.config.secrets, c.req.param('token')) !== null
    if (!isOurs) return c.html(unknownPage(), 404)
    return c.html(plainPage('Stop alerts by email?', question()))
  })
  routes.post('/u/:token', async (c) => {
    if (!(await unsubscribe(kernel, c.req.param('token')))) return c.html(unknownPage(), 404)
    return c.html(
      plainPage(
        'Alerts by email are off',
        html`<p>No more alerts are sent to this address.</p>${settings()}`,
      ),
    )
  })
  return routes
}

function question() {
  return html`<p>Stockcast will send no more alerts to this address. Alerts stay on your other channels and on the screen.</p>
    <form method="post"><button>Stop these mails</button></form>`
}

function settings() {
  return html`<p>They can be switched on again in <a href="/settings?tab=notifications">Settings, Notifications</a>.</p>`
}

function unknownPage() {
  return plainPage('This link does not work', html`<p>It may have been cut off.</p>${settings()}`)
}
