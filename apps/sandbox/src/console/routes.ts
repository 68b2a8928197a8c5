import { Hono } from 'hono'
import type { SandboxClock } from '../clock/clock.ts'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import type { Outbox } from '../mail/outbox.ts'
import { refusalPage } from '../pages/layout.ts'
import { profileOf } from '../shopify/generate/generate-store.ts'
import type { ShopifySandbox } from '../shopify/shopify.ts'
import { parseShopDomain } from '../shopify/shops.ts'
import type { SlackSandbox } from '../slack/slack.ts'
import { deliveriesView } from '../stripe/console-routes.ts'
import type { StripeSandbox } from '../stripe/stripe.ts'
import type { TwilioSandbox } from '../twilio/twilio.ts'
import { consolePage } from './page.ts'
import { findVariants } from './shop-rows.ts'
import { webhookView } from './webhook-routes.ts'

export function consoleRoutes(context: {
  clock: SandboxClock
  shopify: ShopifySandbox
  outbox: Outbox
  faults: FaultSwitches
  slack: SlackSandbox
  twilio: TwilioSandbox
  stripe: StripeSandbox
}): Hono {
  const { clock, shopify, outbox, faults, slack, twilio, stripe } = context
  const { shops } = shopify
  const routes = new Hono()
  routes.get('/', (c) => {
    const asked = (c.req.query('shop') ?? '').trim().toLowerCase()
    const domain = asked === '' || asked.includes('.') ? asked : `${asked}.myshopify.com`
    if (domain !== '' && parseShopDomain(domain) === null) {
      const reason = `"${asked}" is no shop's name. Use letters, digits and hyphens, as in northfold-coffee.`
      return c.html(refusalPage('No such shop', reason), 404)
    }
    const search = c.req.query('search') ?? ''
    const page = Math.trunc(Number(c.req.query('page') ?? 1)) || 1
    const store = domain === '' ? null : shops.store(domain)
    return c.html(
      consolePage({
        now: new Date(clock.now()).toISOString(),
        isAhead: clock.offsetMs > 0,
        shops: shops.domainsInUse().map((each) => profileOf(parseShopDomain(each)!)),
        shop: store && {
          profile: store.profile,
          search,
          found: findVariants(store, search, page),
          webhooks: webhookView(shopify, domain),
        },
        faults: faults.list(),
        mails: outbox.list(),
        slack: slack.list(),
        sms: twilio.list(),
        stripe: {
          customers: stripe.fake.control.customers(),
          deliveries: deliveriesView(stripe.webhooks),
        },
      }),
    )
  })
  return routes
}
