/**
 * What a store says about its things, in our own terms. Each row is the present state of a thing, never a
 * change to add to it. Ids are positive numbers that the store gives once: no other store has the same.
 */

/** An amount in whole minor units of a currency, such as cents. */
export interface Money {
  amountMinor: number
  /** ISO 4217. */
  currency: string
}

export interface StoreProduct {
  id: number
  title: string
  vendor: string | null
  productType: string | null
  /** `active` while it is on sale. */
  status: string
  isGiftCard: boolean
  /** As the merchant wrote them, each once whatever its case. */
  tags: readonly string[]
  updatedAt: Date
}

export interface NamedThing {
  id: number
  title: string
}

/** Products that a store shows together, whether they were chosen by hand or by a rule. */
export interface StoreCollection extends NamedThing {
  productIds: number[]
}

export interface StoreVariant {
  id: number
  productId: number
  /** The thing whose stock is counted; several variants may share one. */
  itemId: number
  /** With the product's title, so that it can stand alone. */
  title: string
  sku: string | null
  barcode: string | null
  price: number | null
  /** What the merchant pays for one unit; null if the store does not know. */
  unitCost: Money | null
  position: number
  isTracked: boolean
  /** Whether it remains for sale when out of stock. */
  sellsWithoutStock: boolean
  /** When it was created, or the calendar day `YYYY-MM-DD` where only that is known. */
  firstSeen: Date | string
  updatedAt: Date
}

export interface StoreLocation {
  id: number
  name: string
  isActive: boolean
}

/** The stock of an item at a location. */
export interface StoreLevel {
  itemId: number
  locationId: number
  onHand: number
  /** Units that can be sold now. */
  available: number
  committed: number
  /** Units on their way to the location; stores do not say when they arrive. */
  incoming: number
  updatedAt: Date
}

/** A part of a catalogue. A level's variant may be in an earlier part. */
export interface CatalogueRows {
  products: StoreProduct[]
  variants: StoreVariant[]
  levels: StoreLevel[]
}

/** An order, without anything about the buyer. */
export interface StoreOrder {
  id: number
  createdAt: Date
  /** When the sale took place, if that differs from its creation, as for orders imported into the store. */
  processedAt: Date | null
  updatedAt: Date
  cancelledAt: Date | null
  test: boolean
  /** The location that sold or sent the order; null if there is none so far, or if there are several. */
  locationId: number | null
}

export interface StoreOrderLine {
  id: number
  orderId: number
  /** Null for a line that is not a variant of the store, such as a tip. */
  variantId: number | null
  /** Units ordered in the end: including returned units, without units that an edit removed. */
  quantity: number
  /** The variant of the bundle in which the store sold it. */
  bundleId?: number | null
}

/** One of the store's own bundles, whose order lines are its parts. */
export interface StoreBundle {
  variantId: number
  parts: { variantId: number; quantity: number; title: string }[]
}

/** Orders with their lines. A line's order may be in an earlier part. */
export interface OrderRows {
  orders: StoreOrder[]
  lines: StoreOrderLine[]
}

/**
 * A movement of stock to a location of the shop: from a supplier, or from another location. `open`: units are still to come.
 * `unknown`: a state that this version does not know.
 */
export interface StoreTransfer {
  id: number
  name: string
  state: 'planned' | 'open' | 'ended' | 'unknown'
  createdAt: Date | null
  /** Null: a supplier, or a place that is not a location of the shop. */
  originId: number | null
  destinationId: number | null
  /** What is still to come. */
  receipts: StoreScheduledReceipt[]
  /** Shipments with units that have arrived. */
  received: { id: number; receivedAt: Date; acceptedUnits: number }[]
  /** Shipments in an unknown state, whose units are among no receipts. */
  unknownShipments: number[]
  /** All units by item, including units that have arrived. */
  lines: { itemId: number; units: number }[]
}

/** Units that a line of a shipment, transfer or purchase order has still to bring. */
export interface StoreScheduledReceipt {
  /** The line, such as `shipment_line/7`. */
  externalId: string
  kind: 'shipment' | 'transfer' | 'purchase_order'
  itemId: number
  units: number
  expectedAt: Date | null
}

/** An order that the merchant placed with a supplier, as the store keeps it. */
export interface StorePurchaseOrder {
  id: number
  name: string
  supplierName: string | null
  orderedAt: Date | null
  destinationId: number | null
  transferIds: number[]
  lines: { id: number; itemId: number; units: number }[]
}

/** Identifies an object of a store about which nothing else may be known. */
export type StoreThing =
  | { kind: 'product' | 'variant' | 'location' | 'order' | 'transfer' | 'purchase_order'; id: number }
  /** Null: unknown, so that it could be any. */
  | { kind: 'level'; itemId: number | null; locationId: number | null }
  /** Something else, by the name that the store gives it. */
  | { kind: 'other'; name: string }

/** What a store says about itself. */
export interface ShopDetails {
  name: string
  timeZone: string
  /** Null when its address has none. */
  countryCode: string | null
  currency: string
}

/** A webhook's meaning: the state that it reports, or what is to be read from the store. */
export type StoreChange =
  | { kind: 'level'; itemId: number; locationId: number; available: number; updatedAt: Date }
  | ({ kind: 'order'; lines: Omit<StoreOrderLine, 'orderId'>[] } & StoreOrder)
  /** Changed or deleted; to be read again. */
  | { kind: 'product'; id: number }
  /** Something about an item changed, for example its cost; the store says no more, so its product is to be read again. */
  | { kind: 'item'; id: number }
  /** Changed or deleted; to be read again. */
  | { kind: 'collection'; id: number }
  /** A transfer or a shipment of it; to be read again. */
  | { kind: 'transfer'; id: number }
  /** Details or permissions of the shop; to be read again. */
  | { kind: 'shop' }
  /** To be confirmed by the store before anything is deleted. */
  | { kind: 'uninstalled' }
  | { kind: 'redact' }
  /** Nothing to do except to store that it arrived. */
  | { kind: 'noted' }
