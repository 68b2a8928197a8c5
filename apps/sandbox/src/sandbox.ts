import { join } from 'node:path'
import { Hono } from 'hono'
import { SandboxClock } from './clock/clock.ts'
import type { Config } from './config.ts'
import { ShopifySandbox } from './shopify/shopify.ts'

export interface SandboxOptions {
  config: Config
  machineNow: () => number
  report: (message: string, error: unknown) => void
}

/** Everything of the sandbox that speaks HTTP. */
export class Sandbox {
  readonly clock: SandboxClock
  readonly shopify: ShopifySandbox
  readonly http: Hono

  constructor({ config, machineNow, report }: SandboxOptions) {
    this.clock = new SandboxClock(join(config.dataDir, 'clock.json'), machineNow)
    const now = () => this.clock.now()
    const { clientId, clientSecret, restoreRate } = config
    const folder = join(config.dataDir, 'shopify')
    this.shopify = new ShopifySandbox({ folder, clientId, clientSecret, restoreRate, now, report })
    this.http = new Hono()
    this.http.route('/shopify', this.shopify.routes)
    this.http.get('/health', (c) => c.json({ status: 'ok' }))
    this.http.onError((error, c) => {
      report(`${c.req.method} ${c.req.path} failed`, error)
      return c.json({ errors: 'Internal Server Error' }, 500)
    })
  }
}
