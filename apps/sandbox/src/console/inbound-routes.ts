import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { ShopChange } from '../shopify/shop-entry.ts'
import type { NumberedType } from '../shopify/store/identifiers.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'
import { jsonBody } from './json-body.ts'

const id = z.union([z.string(), z.number().int()]).transform(String)
const units = z.number().int().min(1).max(1_000_000)
const day = z.iso.datetime().transform((text) => Date.parse(text))
const order = z.strictObject({
  supplierName: z.string().trim().min(1).max(255),
  orderedAt: day,
  variantId: id,
  quantity: units,
  locationId: id,
})
const transfer = z.strictObject({
  variantId: id,
  quantity: units,
  locationId: id,
  /** From the other of the shop's two locations, instead of from a supplier. */
  isFromOther: z.boolean().default(false),
})
const shipment = z.strictObject({
  arrivesAt: day.nullable().default(null),
  units: units.nullable().default(null),
})
const receipt = z.strictObject({
  units: units.nullable().default(null),
  rejected: z.number().int().min(0).max(1_000_000).default(0),
})
const nothing = z.strictObject({})

/** Changes a store; `changeOf` receives the indices of the named objects, in their order. */
export type Change = (
  c: Context,
  named: Partial<Record<NumberedType, string>>,
  getChange: (indices: number[]) => ShopChange,
) => Response

/** Adds routes that create, ship and receive what is on its way to a shop. */
export function addInboundRoutes(routes: Hono, shop: string, change: Change): void {
  routes.post(`${shop}/purchase-orders`, jsonBody(order), (c) => {
    const { variantId, locationId, quantity, supplierName, orderedAt } = c.req.valid('json')
    return change(c, { ProductVariant: variantId, Location: locationId }, ([variant, location]) => ({
      kind: 'supplier_ordered',
      supplierName,
      orderedAt,
      location: location!,
      lines: [{ variant: variant!, quantity }],
    }))
  })
  routes.post(`${shop}/transfers`, jsonBody(transfer), (c) => {
    const { variantId, locationId, isFromOther, quantity } = c.req.valid('json')
    return change(c, { ProductVariant: variantId, Location: locationId }, ([variant, location]) => ({
      kind: 'transfer_created',
      origin: isFromOther ? 1 - location! : null,
      location: location!,
      lines: [{ variant: variant!, quantity }],
    }))
  })
  routes.post(`${shop}/transfers/:id/ship`, jsonBody(shipment), (c) =>
    change(c, { InventoryTransfer: c.req.param('id') }, ([index]) => ({
      kind: 'transfer_shipped',
      transfer: index!,
      ...c.req.valid('json'),
    })),
  )
  routes.post(`${shop}/transfers/:id/cancel`, jsonBody(nothing), (c) =>
    change(c, { InventoryTransfer: c.req.param('id') }, ([index]) => ({
      kind: 'transfer_canceled',
      transfer: index!,
    })),
  )
  routes.post(`${shop}/transfers/:id/hide`, jsonBody(nothing), (c) =>
    change(c, { InventoryTransfer: c.req.param('id') }, ([index]) => ({
      kind: 'transfer_hidden',
      transfer: index!,
    })),
  )
  routes.post(`${shop}/shipments/:id/receive`, jsonBody(receipt), (c) =>
    change(c, { InventoryShipment: c.req.param('id') }, ([index]) => ({
      kind: 'shipment_received',
      shipment: index!,
      ...c.req.valid('json'),
    })),
  )
}

/** Lists the transfers with the numbers of their shipments. */
export function listTransfers({ ids, inbound }: ShopStore) {
  return inbound.transfers.map(({ index, status, shipments }) => ({
    transferId: String(ids.toNumber('InventoryTransfer', index)),
    status,
    shipmentIds: shipments.map((each) => String(ids.toNumber('InventoryShipment', each.index))),
  }))
}
