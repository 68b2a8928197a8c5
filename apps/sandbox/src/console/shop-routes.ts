import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { CsvError, parseDailySales } from '../shopify/load/parse-daily-sales.ts'
import { ChangeRefusal } from '../shopify/change-maker.ts'
import { parseShopDomain, type Shops } from '../shopify/shops.ts'
import { isoDay } from '../shopify/store/calendar.ts'
import type { NumberedType } from '../shopify/store/identifiers.ts'
import { countryCodes, type Variant } from '../shopify/store/model.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'
import { addInboundRoutes, type Change, listTransfers } from './inbound-routes.ts'
import { jsonBody } from './json-body.ts'

const MAX_CSV_BYTES = 256 * 1024 * 1024
const ROWS_SHOWN = 25

const id = z.union([z.string(), z.number().int()]).transform(String)
const quantity = z.number().int().min(1).max(1_000_000)
const sale = z.strictObject({ variantId: id, quantity })
const receipt = z.strictObject({ variantId: id, quantity, locationId: id.optional() })
const newProduct = z.strictObject({
  title: z.string().trim().min(1).max(255),
  sku: z.string().max(255).default(''),
  price: z.coerce.number().min(0).max(1_000_000),
  units: z.number().int().min(0).max(1_000_000).default(0),
})
const cost = z.strictObject({ variantId: id, cost: z.coerce.number().min(0).max(1_000_000).nullable() })
const bundle = z.strictObject({ variantId: id, parts: z.array(sale).min(1).max(30) })
const tagged = z.strictObject({ tags: z.array(z.string().trim().min(1).max(255)).max(250) })
const collection = z.strictObject({
  title: z.string().trim().min(1).max(255),
  rule: z
    .strictObject({ column: z.enum(['TAG', 'VENDOR', 'TYPE']), condition: z.string().min(1).max(255) })
    .nullable()
    .default(null),
  products: z.array(id).max(250).default([]),
})
const zone = z.strictObject({
  timeZone: z.string().refine((name) => Intl.supportedValuesOf('timeZone').includes(name), {
    error: 'No such time zone; give one like Europe/Berlin',
  }),
})
const country = z.strictObject({ countryCode: z.enum(countryCodes) })

/** Routes that show and change the stock, the catalogue and the settings of a shop. */
export function shopRoutes(shops: Shops): Hono {
  const routes = new Hono()
  const shop = '/api/shops/:shop'
  routes.use(`${shop}/*`, async (c, next) => {
    if (getDomain(c) !== null) return next()
    return c.json(
      { error: `There is no shop "${c.req.param('shop')}": use letters, digits and hyphens.` },
      400,
    )
  })
  routes.get(`${shop}/variants`, (c) => c.json({ variants: findVariants(shops.store(getDomain(c)!), '') }))
  routes.post(`${shop}/sell`, jsonBody(sale), (c) => {
    const { variantId, quantity: units } = c.req.valid('json')
    return change(c, shops, { ProductVariant: variantId }, ([variant]) => ({
      kind: 'sold',
      variant: variant!,
      quantity: units,
    }))
  })
  routes.post(`${shop}/receive`, jsonBody(receipt), (c) => {
    const { variantId, quantity: units, locationId } = c.req.valid('json')
    const named = { ProductVariant: variantId, ...(locationId !== undefined && { Location: locationId }) }
    return change(c, shops, named, ([variant, location = 0]) => ({
      kind: 'received',
      variant: variant!,
      location,
      quantity: units,
    }))
  })
  routes.post(`${shop}/cost`, jsonBody(cost), (c) => {
    const { variantId, cost: unitCost } = c.req.valid('json')
    return change(c, shops, { ProductVariant: variantId }, ([variant]) => ({
      kind: 'cost_changed',
      variant: variant!,
      unitCostCents: unitCost === null ? null : Math.round(unitCost * 100),
    }))
  })
  routes.post(`${shop}/bundles`, jsonBody(bundle), (c) => {
    const { variantId, parts } = c.req.valid('json')
    const { ids, variants } = shops.store(getDomain(c)!)
    const indices = parts.map((part) => ids.indexOf('ProductVariant', part.variantId) ?? -1)
    const missing = parts.find((_, i) => !variants[indices[i]!])
    if (missing) return c.json({ error: `The shop has no ProductVariant ${missing.variantId}.` }, 404)
    return change(c, shops, { ProductVariant: variantId }, ([made]) => ({
      kind: 'bundle_made',
      bundle: made!,
      parts: parts.map(({ quantity: units }, i) => ({ variant: indices[i]!, quantity: units })),
    }))
  })
  routes.post(`${shop}/products`, jsonBody(newProduct), (c) => {
    const { price, ...product } = c.req.valid('json')
    return change(c, shops, {}, () => ({
      kind: 'product_created',
      product: { ...product, priceCents: Math.round(price * 100) },
    }))
  })
  routes.post(`${shop}/products/:id/delete`, jsonBody(z.strictObject({})), (c) =>
    change(c, shops, { Product: c.req.param('id') }, ([product]) => ({
      kind: 'product_deleted',
      product: product!,
    })),
  )
  routes.post(`${shop}/products/:id/tags`, jsonBody(tagged), (c) =>
    change(c, shops, { Product: c.req.param('id') }, ([product]) => ({
      kind: 'product_tagged',
      product: product!,
      ...c.req.valid('json'),
    })),
  )
  addCollectionRoutes(routes, shop, shops)
  routes.post(`${shop}/time-zone`, jsonBody(zone), (c) =>
    change(c, shops, {}, () => ({ kind: 'time_zone_changed', ...c.req.valid('json') })),
  )
  routes.post(`${shop}/country`, jsonBody(country), (c) =>
    change(c, shops, {}, () => ({ kind: 'country_changed', ...c.req.valid('json') })),
  )
  routes.get(`${shop}/transfers`, (c) => c.json({ transfers: listTransfers(shops.store(getDomain(c)!)) }))
  addInboundRoutes(routes, shop, (c, named, getChange) => change(c, shops, named, getChange))
  routes.post(`${shop}/load`, bodyLimit({ maxSize: MAX_CSV_BYTES }), (c) => load(c, shops))
  return routes
}

function addCollectionRoutes(routes: Hono, shop: string, shops: Shops): void {
  routes.get(`${shop}/collections`, (c) => {
    const { collections, ids } = shops.store(getDomain(c)!)
    const shown = collections.filter(({ isDeleted }) => !isDeleted)
    return c.json({
      collections: shown.map(({ index, title }) => ({
        collectionId: String(ids.toNumber('Collection', index)),
        title,
      })),
    })
  })
  const save = (c: Context, id: string | undefined, wanted: z.output<typeof collection>) => {
    const { ids } = shops.store(getDomain(c)!)
    const products = wanted.products.flatMap((each) => ids.indexOf('Product', each) ?? [])
    return change(c, shops, id === undefined ? {} : { Collection: id }, ([saved]) => ({
      kind: 'collection_saved',
      collection: saved ?? null,
      ...wanted,
      products,
    }))
  }
  routes.post(`${shop}/collections`, jsonBody(collection), (c) => save(c, undefined, c.req.valid('json')))
  routes.post(`${shop}/collections/:id`, jsonBody(collection), (c) =>
    save(c, c.req.param('id'), c.req.valid('json')),
  )
  routes.post(`${shop}/collections/:id/delete`, jsonBody(z.strictObject({})), (c) =>
    change(c, shops, { Collection: c.req.param('id') }, ([deleted]) => ({
      kind: 'collection_deleted',
      collection: deleted!,
    })),
  )
}

export function getDomain(c: Context): string | null {
  const shop = c.req.param('shop') ?? ''
  const domain = shop.includes('.') ? shop : `${shop}.myshopify.com`
  return parseShopDomain(domain) === null ? null : domain
}

/** Returns the answer of `action`, or 409 with the reason if the shop's state does not allow it. */
export function refusing(c: Context, action: () => Response): Response {
  try {
    return action()
  } catch (error) {
    if (error instanceof ChangeRefusal) return c.json({ error: error.message }, 409)
    throw error
  }
}

/** Changes the store. `changeOf` receives the indices of the named objects; 404 if one of them does not exist. */
function change(
  c: Context,
  shops: Shops,
  named: Parameters<Change>[1],
  getChange: Parameters<Change>[2],
): Response {
  const store = shops.store(getDomain(c)!)
  const objects: Partial<Record<NumberedType, readonly unknown[]>> = {
    Product: store.products,
    Collection: store.collections,
    ProductVariant: store.variants,
    Location: store.locations,
    InventoryTransfer: store.inbound.transfers,
    InventoryShipment: store.inbound.shipments,
  }
  const indices: number[] = []
  for (const [type, given] of Object.entries(named) as [NumberedType, string][]) {
    const index = store.ids.indexOf(type, given)
    if (index === null || !objects[type]?.[index])
      return c.json({ error: `The shop has no ${type} ${given}.` }, 404)
    indices.push(index)
  }
  return refusing(c, () => {
    const wanted = getChange(indices)
    shops.change(getDomain(c)!, wanted)
    return c.json({ changed: wanted.kind, version: store.version })
  })
}

export interface VariantRow {
  /** The number in the variant's global id. */
  variantId: string
  title: string
  sku: string
  status: string
  isTracked: boolean
  available: number
  onHand: number
}

/** Returns the first variants whose product, option, SKU or vendor contains every word of the search. */
export function findVariants(store: ShopStore, search: string): VariantRow[] {
  const words = search.toLowerCase().split(/\s+/)
  const isFound = ({ product, title, sku }: Variant) => {
    const text = `${product.title} ${title} ${sku} ${product.vendor}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = store.liveVariants().filter(isFound).slice(0, ROWS_SHOWN)
  return found.map(({ index, product, title, sku, isTracked, levels }) => ({
    variantId: String(store.ids.toNumber('ProductVariant', index)),
    title: title === 'Default Title' ? product.title : `${product.title}, ${title}`,
    sku,
    status: product.status,
    isTracked,
    available: levels.reduce((sum, level) => sum + level.available, 0),
    onHand: levels.reduce((sum, level) => sum + level.available + level.committed, 0),
  }))
}

async function load(c: Context, shops: Shops) {
  const type = c.req.header('content-type')?.split(';')[0]
  if (type !== 'text/csv' && type !== 'application/gzip')
    return c.json({ error: 'Send the file as text/csv or application/gzip.' }, 415)
  const packed = new Uint8Array(await c.req.arrayBuffer())
  try {
    const sales = parseDailySales(packed)
    const { store, isReplaced, shiftWeeks } = shops.load(getDomain(c)!, packed, sales)
    return c.json({ ...getSummary(store), days: sales.days.length, isReplaced, shiftWeeks })
  } catch (error) {
    if (error instanceof CsvError) return c.json({ error: `${error.message} Nothing was loaded.` }, 400)
    throw error
  }
}

function getSummary({ orders, calendar, profile, products }: ShopStore) {
  let units = 0
  for (let line = 0; line < orders.lineCount; line++) units += orders.lineQuantity[line]!
  const toDay = (order: number) =>
    orders.orderCount > 0 ? isoDay(calendar.toDay(orders.createdAt[order]!)) : null
  return {
    shop: profile.domain,
    products: products.length,
    orders: orders.orderCount,
    units,
    firstDay: toDay(0),
    lastDay: toDay(orders.orderCount - 1),
  }
}
