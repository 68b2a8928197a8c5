import { Hono } from 'hono'
import { z } from 'zod'
import { makeBurst } from '../shopify/burst.ts'
import type { ShopifySandbox } from '../shopify/shopify.ts'
import { deliverySettings } from '../webhooks/delivery-settings.ts'
import { getDomain, refusing } from './change-routes.ts'
import { jsonBody } from './json-body.ts'
import { getTruth } from './shop-truth.ts'

const MAX_EVENTS = 100_000
const LINES_AT_ONCE = 500

const burst = z.strictObject({
  events: z.number().int().min(1).max(MAX_EVENTS),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
})

/** Routes of a shop's webhooks, of random changes, and of all its data. */
export function webhookRoutes(shopify: ShopifySandbox): Hono {
  const { shops, webhooks } = shopify
  const routes = new Hono()
  const of = '/api/shops/:shop'
  routes.get(`${of}/webhooks`, (c) => c.json(webhookView(shopify, getDomain(c)!)))
  routes.post(`${of}/webhooks`, jsonBody(deliverySettings), (c) => {
    webhooks.settings.set(getDomain(c)!, c.req.valid('json'))
    return c.json(webhooks.settings.of(getDomain(c)!))
  })
  routes.post(`${of}/burst`, jsonBody(burst), (c) =>
    c.json({ made: makeBurst(shops, getDomain(c)!, c.req.valid('json')) }),
  )
  routes.get(`${of}/state`, (c) =>
    c.body(ReadableStream.from(asLines(getTruth(shops.store(getDomain(c)!)))), 200, {
      'content-type': 'application/x-ndjson',
    }),
  )
  routes.post(`${of}/uninstall`, jsonBody(z.strictObject({})), (c) =>
    refusing(c, () => {
      shopify.uninstall(getDomain(c)!)
      return c.json({ uninstalled: getDomain(c)! })
    }),
  )
  return routes
}

/** Returns the settings, subscriptions and latest deliveries, pending ones first. */
function webhookView({ webhooks }: ShopifySandbox, shop: string) {
  return {
    settings: webhooks.settings.of(shop),
    pending: webhooks.pendingCount(shop),
    subscriptions: webhooks.subscriptions.list(shop).map(({ topic, uri }) => ({ topic, uri })),
    deliveries: webhooks.list(shop).map(({ body: _body, ...delivery }) => delivery),
  }
}

function* asLines(objects: Iterable<object>): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  let lines: string[] = []
  for (const each of objects) {
    lines.push(`${JSON.stringify(each)}\n`)
    if (lines.length < LINES_AT_ONCE) continue
    yield encoder.encode(lines.join(''))
    lines = []
  }
  yield encoder.encode(lines.join(''))
}
