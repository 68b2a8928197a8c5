import { join } from 'node:path'
import { Hono } from 'hono'
import type { SMTPServer } from 'smtp-server'
import { SandboxClock } from './clock/clock.ts'
import type { Config } from './config.ts'
import { clockRoutes } from './console/clock-routes.ts'
import { faultRoutes } from './console/fault-routes.ts'
import { providerRoutes } from './console/provider-routes.ts'
import { consoleRoutes } from './console/routes.ts'
import { shopRoutes } from './console/shop-routes.ts'
import { webhookRoutes } from './console/webhook-routes.ts'
import { FaultSwitches } from './faults/fault-switches.ts'
import { Outbox } from './mail/outbox.ts'
import { createMailServer } from './mail/smtp.ts'
import { ShopifySandbox } from './shopify/shopify.ts'
import { DEADLINES } from './shopify/webhooks/delivery.ts'
import { SlackSandbox } from './slack/slack.ts'
import { STRIPE_DEADLINES, StripeSandbox } from './stripe/stripe.ts'
import { TwilioSandbox } from './twilio/twilio.ts'
import type { Deadlines } from './webhooks/post-webhook.ts'

export interface SandboxOptions {
  config: Config
  machineNow: () => number
  /** How long a receiver of webhooks may take; shorter in tests. */
  webhookDeadlines?: Deadlines
  report: (message: string, error: unknown) => void
}

/** The whole sandbox without its sockets. */
export class Sandbox {
  readonly clock: SandboxClock
  readonly shopify: ShopifySandbox
  readonly stripe: StripeSandbox
  readonly outbox: Outbox
  readonly faults = new FaultSwitches()
  readonly slack: SlackSandbox
  readonly twilio: TwilioSandbox
  readonly http: Hono
  readonly smtp: SMTPServer

  constructor({ config, machineNow, report, webhookDeadlines }: SandboxOptions) {
    this.clock = new SandboxClock(join(config.dataDir, 'clock.json'), machineNow)
    const now = () => this.clock.now()
    const shared = { config, faults: this.faults, now, report }
    this.shopify = new ShopifySandbox({ ...shared, deadlines: webhookDeadlines ?? DEADLINES })
    this.stripe = new StripeSandbox({ ...shared, deadlines: webhookDeadlines ?? STRIPE_DEADLINES })
    this.outbox = new Outbox(join(config.dataDir, 'mail.jsonl'))
    this.smtp = createMailServer(shared, this.outbox)
    this.slack = new SlackSandbox({ ...shared, machineNow })
    this.twilio = new TwilioSandbox(shared)
    this.http = this.mount(config)
    this.http.onError((error, c) => {
      report(`${c.req.method} ${c.req.path} failed`, error)
      return c.json({ errors: 'Internal Server Error' }, 500)
    })
  }

  /** Runs the due work of all providers. */
  tick(): void {
    this.shopify.tick()
    this.stripe.tick()
  }

  private mount(config: Config): Hono {
    const { clock, outbox, slack, twilio, faults } = this
    const { shops } = this.shopify
    const stripe = this.stripe.fake.control
    const http = new Hono()
    http.route('/shopify', this.shopify.routes)
    http.route('/', this.stripe.routes)
    http.route('/slack', slack.routes)
    http.route('/twilio', twilio.routes)
    http.route(
      '/',
      clockRoutes(clock, config.app, () => this.tick()),
    )
    http.route('/', shopRoutes(shops))
    http.route('/', webhookRoutes(this.shopify))
    const revokeTokens = (shop: string | null) => this.shopify.revokeTokens(shop)
    http.route('/', faultRoutes({ faults, revokeTokens }))
    http.route('/', providerRoutes({ outbox, slack, twilio, stripe }))
    http.route('/', consoleRoutes({ clock, shops, outbox, slack, twilio, stripe }))
    return http
  }
}
