import { Hono } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../../../kernel/http/context.ts'
import { plainPage } from '../../../kernel/http/plain-page.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { readStop, stopOrderMails } from './stop-order-mails.ts'

/**
 * Creates the routes of the link with which a recipient reports and stops a merchant's orders. `GET` only asks, because
 * mail scanners follow links; `POST` stops, from the page or from the mail program (RFC 8058).
 */
export function createStopRoutes(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/stop/:token', async (c) => {
    const shop = await readStop(kernel, c.req.param('token'))
    if (shop === null) return c.html(unknownPage(), 404)
    return c.html(plainPage('Stop these emails?', question(shop)))
  })
  routes.post('/stop/:token', async (c) => {
    if (!(await stopOrderMails(kernel, c.req.param('token')))) return c.html(unknownPage(), 404)
    return c.html(
      plainPage(
        'These emails are stopped',
        html`<p>You get no more purchase orders from this shop through Stockcast. Thank you for the report.</p>`,
      ),
    )
  })
  return routes
}

function question(shop: string) {
  return html`<p>The shop ${shop} sent you a purchase order through Stockcast. You will get no more of them at this address, and we look at shops that several people report. The shop sees that you stopped them.</p>
    <form method="post"><button>Report and stop</button></form>`
}

function unknownPage() {
  return plainPage(
    'This link does not work',
    html`<p>It may have been cut off. Copy it whole from the email.</p>`,
  )
}
