import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { profileOf } from '../shopify/generate/generate-store.ts'
import { CsvError, parseDailySales } from '../shopify/load/parse-daily-sales.ts'
import type { ShopChange } from '../shopify/shop-entry.ts'
import { parseShopDomain, type Shops } from '../shopify/shops.ts'
import { isoDay } from '../shopify/store/calendar.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'
import { jsonBody } from './json-body.ts'
import { refusing } from './refusing.ts'
import { findVariants, rowOf } from './shop-rows.ts'

const MOST_CSV_BYTES = 256 * 1024 * 1024

const id = z.union([z.string(), z.number().int()]).transform(String)
const quantity = z.number().int().min(1).max(1_000_000)
const sale = z.strictObject({ variantId: id, quantity })
const receipt = z.strictObject({ variantId: id, quantity, locationId: id.optional() })

export function shopRoutes(shops: Shops): Hono {
  const routes = new Hono()
  routes.get('/api/shops', (c) => {
    const inUse = shops
      .domainsInUse()
      .map((domain) => ({ shop: domain, name: profileOf(parseShopDomain(domain)!).name }))
    return c.json(inUse)
  })
  routes.use('/api/shops/:shop/*', async (c, next) => {
    if (domainOf(c) !== null) return next()
    return c.json(
      { error: `"${c.req.param('shop')}" is no shop's name. Use letters, digits and hyphens.` },
      400,
    )
  })
  routes.get('/api/shops/:shop/variants', (c) => {
    const page = Math.trunc(Number(c.req.query('page') ?? 1)) || 1
    return c.json(findVariants(shops.store(domainOf(c)!), c.req.query('search') ?? '', page))
  })
  routes.post('/api/shops/:shop/sell', jsonBody(sale), (c) => {
    const { variantId, quantity } = c.req.valid('json')
    return change(c, shops, variantId, (variant) => ({ kind: 'sold', variant, quantity }))
  })
  routes.post('/api/shops/:shop/receive', jsonBody(receipt), (c) => {
    const { variantId, quantity, locationId } = c.req.valid('json')
    const { ids, locations } = shops.store(domainOf(c)!)
    const location = locationId === undefined ? 0 : ids.indexOf('Location', locationId)
    if (location === null || !locations[location]) {
      return c.json({ error: `locationId: the shop has no location ${locationId}.` }, 404)
    }
    return change(c, shops, variantId, (variant) => ({ kind: 'received', variant, location, quantity }))
  })
  routes.post('/api/shops/:shop/load', bodyLimit({ maxSize: MOST_CSV_BYTES }), (c) => load(c, shops))
  return routes
}

export function domainOf(c: Context): string | null {
  const shop = c.req.param('shop') ?? ''
  const domain = shop.includes('.') ? shop : `${shop}.myshopify.com`
  return parseShopDomain(domain) === null ? null : domain
}

function change(c: Context, shops: Shops, variantId: string, changeOf: (variant: number) => ShopChange) {
  const store = shops.store(domainOf(c)!)
  const index = store.ids.indexOf('ProductVariant', variantId)
  const variant = index === null ? undefined : store.variants[index]
  if (!variant) return c.json({ error: `variantId: the shop has no variant ${variantId}.` }, 404)
  return refusing(c, () => {
    shops.change(domainOf(c)!, changeOf(variant.index))
    return c.json(rowOf(store, variant))
  })
}

async function load(c: Context, shops: Shops) {
  const type = c.req.header('content-type')?.split(';')[0]
  if (type !== 'text/csv' && type !== 'application/gzip') {
    return c.json({ error: 'Send the file as text/csv or application/gzip.' }, 415)
  }
  const isQuiet = c.req.query('quiet') === '1'
  const packed = new Uint8Array(await c.req.arrayBuffer())
  try {
    const sales = parseDailySales(packed)
    const { store, isReplaced, shiftWeeks } = shops.load(domainOf(c)!, packed, sales, isQuiet)
    return c.json({ ...summaryOf(store), days: sales.days.length, isReplaced, shiftWeeks })
  } catch (error) {
    if (error instanceof CsvError) return c.json({ error: `${error.message} Nothing was loaded.` }, 400)
    throw error
  }
}

function summaryOf(store: ShopStore) {
  const { orders, calendar } = store
  let units = 0
  for (let line = 0; line < orders.lineCount; line++) units += orders.lineQuantity[line]!
  const dayOf = (order: number) =>
    orders.orderCount > 0 ? isoDay(calendar.dayOf(orders.createdAt[order]!)) : null
  return {
    shop: store.profile.domain,
    products: store.products.length,
    orders: orders.orderCount,
    lines: orders.lineCount,
    units,
    firstDay: dayOf(0),
    lastDay: dayOf(orders.orderCount - 1),
  }
}
