import { join } from 'node:path'
import { Hono } from 'hono'
import type { SMTPServer } from 'smtp-server'
import { SandboxClock } from './clock/clock.ts'
import { clockRoutes } from './clock/routes.ts'
import type { Config } from './config.ts'
import { changeRoutes } from './console/change-routes.ts'
import { consoleRoutes } from './console/routes.ts'
import { shopRoutes } from './console/shop-routes.ts'
import { webhookRoutes } from './console/webhook-routes.ts'
import { FaultSwitches, type Provider } from './faults/fault-switches.ts'
import { RequestCounter } from './faults/request-counter.ts'
import { faultRoutes } from './faults/routes.ts'
import { Outbox } from './mail/outbox.ts'
import { mailRoutes } from './mail/routes.ts'
import { createMailServer } from './mail/smtp.ts'
import { ShopifySandbox } from './shopify/shopify.ts'
import { DEADLINES } from './shopify/webhooks/delivery.ts'
import { SlackSandbox, slackOutboxRoutes } from './slack/slack.ts'
import { STRIPE_DEADLINES, StripeSandbox } from './stripe/stripe.ts'
import { smsRoutes } from './twilio/routes.ts'
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
  readonly counters: Readonly<Record<Provider, RequestCounter>>
  readonly slack: SlackSandbox
  readonly twilio: TwilioSandbox
  readonly http: Hono
  readonly smtp: SMTPServer

  constructor({ config, machineNow, report, webhookDeadlines }: SandboxOptions) {
    this.clock = new SandboxClock(join(config.dataDir, 'clock.json'), machineNow)
    const now = () => this.clock.now()
    const { clientId, clientSecret, restoreRate, complianceUri } = config
    const folder = join(config.dataDir, 'shopify')
    const counter = () => new RequestCounter(machineNow)
    this.counters = {
      shopify: counter(),
      mail: counter(),
      slack: counter(),
      twilio: counter(),
      stripe: counter(),
    }
    this.shopify = new ShopifySandbox({
      folder,
      clientId,
      clientSecret,
      restoreRate,
      complianceUri,
      webhookDeadlines: webhookDeadlines ?? DEADLINES,
      faults: this.faults,
      counter: this.counters.shopify,
      now,
      report,
    })
    this.stripe = new StripeSandbox({
      folder: join(config.dataDir, 'stripe'),
      webhookUri: config.stripeWebhookUri,
      webhookSecret: `whsec_${clientSecret}`,
      deadlines: webhookDeadlines ?? STRIPE_DEADLINES,
      faults: this.faults,
      counter: this.counters.stripe,
      now,
      report,
    })
    this.outbox = new Outbox(join(config.dataDir, 'mail.jsonl'))
    this.smtp = createMailServer({
      outbox: this.outbox,
      now,
      report,
      faults: this.faults,
      counter: this.counters.mail,
    })
    this.slack = new SlackSandbox({
      path: join(config.dataDir, 'slack.jsonl'),
      now,
      machineNow,
      faults: this.faults,
      counter: this.counters.slack,
    })
    this.twilio = new TwilioSandbox({
      path: join(config.dataDir, 'sms.jsonl'),
      authToken: clientSecret,
      inboundUri: config.smsReplyUri,
      now,
      faults: this.faults,
      counter: this.counters.twilio,
    })
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
    const { clock, outbox } = this
    const { shops } = this.shopify
    const http = new Hono()
    const { slack, twilio } = this
    http.route('/shopify', this.shopify.routes)
    http.route('/', this.stripe.routes)
    http.route('/slack', slack.routes)
    http.route('/twilio', twilio.routes)
    http.route(
      '/',
      clockRoutes(clock, config.app, () => this.tick()),
    )
    http.route('/', shopRoutes(shops))
    http.route('/', changeRoutes(shops))
    http.route('/', webhookRoutes(this.shopify))
    const { faults, counters } = this
    const revokeTokens = (shop: string | null) => this.shopify.revokeTokens(shop)
    http.route('/', faultRoutes({ faults, counters, revokeTokens }))
    http.route('/', mailRoutes(outbox))
    http.route('/', slackOutboxRoutes(slack))
    http.route('/', smsRoutes(twilio))
    http.route(
      '/',
      consoleRoutes({ clock, shopify: this.shopify, outbox, faults, slack, twilio, stripe: this.stripe }),
    )
    http.get('/health', (c) => c.json({ status: 'ok' }))
    return http
  }
}
