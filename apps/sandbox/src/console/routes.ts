import { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxClock } from '../clock/clock.ts'
import { layout } from '../pages/layout.ts'
import { findDomain, type Shops } from '../shopify/shops.ts'
import { consolePage } from './page.ts'
import type { Providers } from './provider-routes.ts'

interface ConsoleContext extends Providers {
  clock: SandboxClock
  shops: Shops
}

export function consoleRoutes({ clock, shops, ...providers }: ConsoleContext): Hono {
  const routes = new Hono()
  routes.get('/', (c) => {
    const asked = (c.req.query('shop') ?? '').trim().toLowerCase()
    const domain = findDomain(asked)
    if (asked !== '' && domain === null) {
      const reason = `There is no shop "${asked}": use letters, digits and hyphens, as in northfold-coffee.`
      return c.html(
        layout({ title: 'No such shop', mark: 'Sandbox: not Shopify', body: html`<p>${reason}</p>` }),
        404,
      )
    }
    const shop = domain === null ? null : { store: shops.store(domain), search: c.req.query('search') ?? '' }
    return c.html(
      consolePage({
        ...providers,
        now: new Date(clock.now()).toISOString(),
        domains: shops.domainsInUse(),
        shop,
      }),
    )
  })
  return routes
}
