import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { ChangeRefusal } from '../shopify/change-maker.ts'
import type { ShopChange } from '../shopify/shop-entry.ts'
import { findDomain, type Shops } from '../shopify/shops.ts'
import type { NumberedType } from '../shopify/store/identifiers.ts'
import { countryCodes } from '../shopify/store/model.ts'
import { jsonBody } from './json-body.ts'

const nothing = z.strictObject({})
const id = z.union([z.string(), z.number().int()]).transform(String)
const quantity = z.number().int().min(1).max(1_000_000)
const title = z.string().trim().min(1).max(255)
const day = z.iso.datetime().transform((text) => Date.parse(text))
const sale = z.strictObject({ variantId: id, quantity })
const receipt = z.strictObject({ variantId: id, quantity, locationId: id.optional() })
const newProduct = z.strictObject({
  title,
  sku: z.string().max(255).default(''),
  price: z.coerce.number().min(0).max(1_000_000),
  units: z.number().int().min(0).max(1_000_000).default(0),
})
const cost = z.strictObject({ variantId: id, cost: z.coerce.number().min(0).max(1_000_000).nullable() })
const bundle = z.strictObject({ variantId: id, parts: z.array(sale).min(1).max(30) })
const tagged = z.strictObject({ tags: z.array(title).max(250) })
const collection = z.strictObject({
  title,
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
const order = z.strictObject({
  supplierName: title,
  orderedAt: day,
  variantId: id,
  quantity,
  locationId: id,
})
const transfer = z.strictObject({
  variantId: id,
  quantity,
  locationId: id,
  /** From the other of the shop's two locations, instead of from a supplier. */
  isFromOther: z.boolean().default(false),
})
const shipment = z.strictObject({
  arrivesAt: day.nullable().default(null),
  units: quantity.nullable().default(null),
})
const arrival = z.strictObject({
  units: quantity.nullable().default(null),
  rejected: z.number().int().min(0).max(1_000_000).default(0),
})

/** The objects that a change is about, in the order of their indices. */
type Named = Partial<Record<NumberedType, string>>

/** Adds routes that change the stock, the catalogue, the settings, and what is on its way to a shop. */
export function addChangeRoutes(routes: Hono, shops: Shops): void {
  const post = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    getNamed: (body: z.output<Schema>, id: string) => Named,
    getChange: (body: z.output<Schema>, ...indices: number[]) => ShopChange,
  ) =>
    routes.post(`/api/shops/:shop/${path}`, jsonBody(schema), (c) => {
      const body = c.req.valid('json') as z.output<Schema>
      const named = getNamed(body, c.req.param('id') ?? '')
      return change(c, shops, named, (indices) => getChange(body, ...indices))
    })
  const ofVariant = ({ variantId }: { variantId: string }) => ({ ProductVariant: variantId })
  const arriving = ({ variantId, locationId }: { variantId: string; locationId: string }) => ({
    ProductVariant: variantId,
    Location: locationId,
  })
  const ofPath = (type: NumberedType) => (_: unknown, named: string) => ({ [type]: named })
  const none = () => ({})

  post('sell', sale, ofVariant, (body, variant) => ({ kind: 'sold', variant, quantity: body.quantity }))
  post(
    'receive',
    receipt,
    ({ variantId, locationId }) => ({
      ProductVariant: variantId,
      ...(locationId !== undefined && { Location: locationId }),
    }),
    (body, variant, location = 0) => ({ kind: 'received', variant, location, quantity: body.quantity }),
  )
  post('cost', cost, ofVariant, (body, variant) => ({
    kind: 'cost_changed',
    variant,
    unitCostCents: body.cost === null ? null : Math.round(body.cost * 100),
  }))
  routes.post('/api/shops/:shop/bundles', jsonBody(bundle), (c) => {
    const { variantId, parts } = c.req.valid('json')
    const { ids, variants } = shops.store(getDomain(c)!)
    const indices = parts.map((part) => ids.indexOf('ProductVariant', part.variantId) ?? -1)
    const missing = parts.find((_, i) => !variants[indices[i]!])
    if (missing) return c.json({ error: `The shop has no ProductVariant ${missing.variantId}.` }, 404)
    return change(c, shops, { ProductVariant: variantId }, ([made]) => ({
      kind: 'bundle_made',
      bundle: made!,
      parts: parts.map((part, i) => ({ variant: indices[i]!, quantity: part.quantity })),
    }))
  })
  post('products', newProduct, none, ({ price, ...product }) => ({
    kind: 'product_created',
    product: { ...product, priceCents: Math.round(price * 100) },
  }))
  post('products/:id/delete', nothing, ofPath('Product'), (_, product) => ({
    kind: 'product_deleted',
    product,
  }))
  post('products/:id/tags', tagged, ofPath('Product'), (body, product) => ({
    kind: 'product_tagged',
    product,
    ...body,
  }))
  const save = (c: Context, named: Named, wanted: z.output<typeof collection>) => {
    const { ids } = shops.store(getDomain(c)!)
    const products = wanted.products.flatMap((each) => ids.indexOf('Product', each) ?? [])
    return change(c, shops, named, ([saved = null]) => ({
      kind: 'collection_saved',
      collection: saved,
      ...wanted,
      products,
    }))
  }
  routes.post('/api/shops/:shop/collections', jsonBody(collection), (c) => save(c, {}, c.req.valid('json')))
  routes.post('/api/shops/:shop/collections/:id', jsonBody(collection), (c) =>
    save(c, { Collection: c.req.param('id') }, c.req.valid('json')),
  )
  post('collections/:id/delete', nothing, ofPath('Collection'), (_, deleted) => ({
    kind: 'collection_deleted',
    collection: deleted,
  }))
  post('time-zone', zone, none, (body) => ({ kind: 'time_zone_changed', ...body }))
  post('country', country, none, (body) => ({ kind: 'country_changed', ...body }))
  post('purchase-orders', order, arriving, (body, variant, location) => ({
    kind: 'supplier_ordered',
    supplierName: body.supplierName,
    orderedAt: body.orderedAt,
    location,
    lines: [{ variant, quantity: body.quantity }],
  }))
  post('transfers', transfer, arriving, (body, variant, location) => ({
    kind: 'transfer_created',
    origin: body.isFromOther ? 1 - location : null,
    location,
    lines: [{ variant, quantity: body.quantity }],
  }))
  post('transfers/:id/ship', shipment, ofPath('InventoryTransfer'), (body, index) => ({
    kind: 'transfer_shipped',
    transfer: index,
    ...body,
  }))
  post('transfers/:id/cancel', nothing, ofPath('InventoryTransfer'), (_, index) => ({
    kind: 'transfer_canceled',
    transfer: index,
  }))
  post('transfers/:id/hide', nothing, ofPath('InventoryTransfer'), (_, index) => ({
    kind: 'transfer_hidden',
    transfer: index,
  }))
  post('shipments/:id/receive', arrival, ofPath('InventoryShipment'), (body, index) => ({
    kind: 'shipment_received',
    shipment: index,
    ...body,
  }))
}

export function getDomain(c: Context): string | null {
  return findDomain(c.req.param('shop') ?? '')
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

/** Changes the store. `getChange` receives the indices of the named objects; 404 if one of them does not exist. */
function change(
  c: Context,
  shops: Shops,
  named: Named,
  getChange: (indices: number[]) => ShopChange,
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
