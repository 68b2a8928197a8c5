import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ShopChange } from '../shopify/shop-entry.ts'
import type { Shops } from '../shopify/shops.ts'
import type { NumberedType } from '../shopify/store/identifiers.ts'
import { countryCodes } from '../shopify/store/model.ts'
import { jsonBody } from './json-body.ts'
import { refusing } from './refusing.ts'
import { domainOf } from './shop-routes.ts'

const nothing = z.strictObject({})
const title = z.string().trim().min(1).max(255)
const price = z.coerce.number().min(0).max(1_000_000)
const refund = z.strictObject({ isRestocked: z.boolean().default(true) })
const newProduct = z.strictObject({
  title,
  sku: z.string().max(255).default(''),
  price,
  units: z.number().int().min(0).max(1_000_000).default(0),
})
const edit = z
  .strictObject({ title: title.optional(), status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT']).optional() })
  .refine((each) => each.title !== undefined || each.status !== undefined, { error: 'Give title or status' })
const zone = z.strictObject({
  timeZone: z.string().refine(isTimeZone, { error: 'No such time zone; give one like Europe/Berlin' }),
})
const country = z.strictObject({ countryCode: z.enum(countryCodes) })

/** Routes that change orders, catalogue and shop, apart from selling and receiving. */
export function changeRoutes(shops: Shops): Hono {
  const routes = new Hono()
  const of = '/api/shops/:shop'
  /** Passes `changeOf` the index of the object whose id is the last part of the path. */
  const onNamed = (c: Context, type: NumberedType, changeOf: (index: number) => ShopChange) => {
    const index = findIndex(shops, c, type)
    if (index === null) return c.json({ error: `The shop has no ${type} ${c.req.param('id')}.` }, 404)
    return apply(c, shops, changeOf(index))
  }
  routes.post(`${of}/orders/:id/cancel`, jsonBody(nothing), (c) =>
    onNamed(c, 'Order', (order) => ({ kind: 'order_cancelled', order })),
  )
  routes.post(`${of}/orders/:id/edit`, jsonBody(nothing), (c) =>
    onNamed(c, 'Order', (order) => ({ kind: 'order_edited', order })),
  )
  routes.post(`${of}/orders/:id/refund`, jsonBody(refund), (c) =>
    onNamed(c, 'Order', (order) => ({ kind: 'order_refunded', order, ...c.req.valid('json') })),
  )
  routes.post(`${of}/products`, jsonBody(newProduct), (c) => {
    const { price: dollars, ...product } = c.req.valid('json')
    return apply(c, shops, {
      kind: 'product_created',
      product: { ...product, priceCents: Math.round(dollars * 100) },
    })
  })
  routes.post(`${of}/products/:id/edit`, jsonBody(edit), (c) =>
    onNamed(c, 'Product', (product) => ({ kind: 'product_edited', product, ...c.req.valid('json') })),
  )
  routes.post(`${of}/products/:id/delete`, jsonBody(nothing), (c) =>
    onNamed(c, 'Product', (product) => ({ kind: 'product_deleted', product })),
  )
  routes.post(`${of}/variants/:id/price`, jsonBody(z.strictObject({ price })), (c) => {
    const priceCents = Math.round(c.req.valid('json').price * 100)
    return onNamed(c, 'ProductVariant', (variant) => ({ kind: 'price_changed', variant, priceCents }))
  })
  routes.post(`${of}/locations/:id/rename`, jsonBody(z.strictObject({ name: title })), (c) =>
    onNamed(c, 'Location', (location) => ({ kind: 'location_renamed', location, ...c.req.valid('json') })),
  )
  routes.post(`${of}/time-zone`, jsonBody(zone), (c) =>
    apply(c, shops, { kind: 'time_zone_changed', ...c.req.valid('json') }),
  )
  routes.post(`${of}/country`, jsonBody(country), (c) =>
    apply(c, shops, { kind: 'country_changed', ...c.req.valid('json') }),
  )
  return routes
}

function apply(c: Context, shops: Shops, change: ShopChange): Response {
  return refusing(c, () => {
    const store = shops.change(domainOf(c)!, change)
    return c.json({ changed: change.kind, version: store.version })
  })
}

function findIndex(shops: Shops, c: Context, type: NumberedType): number | null {
  const store = shops.store(domainOf(c)!)
  const index = store.ids.indexOf(type, c.req.param('id') ?? '')
  const counts: Partial<Record<NumberedType, number>> = {
    Order: store.orders.orderCount,
    Product: store.products.length,
    ProductVariant: store.variants.length,
    Location: store.locations.length,
  }
  return index !== null && index < (counts[type] ?? 0) ? index : null
}

function isTimeZone(name: string): boolean {
  return name.includes('/') && Intl.supportedValuesOf('timeZone').includes(name)
}
