export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT'

/** Whether customers may order what is not in stock. */
export type InventoryPolicy = 'DENY' | 'CONTINUE'

/** Where a shop can be: countries that write numbers and dates each in another way. */
export const countryCodes = ['AU', 'BR', 'CA', 'CH', 'DE', 'FR', 'GB', 'IN', 'JP', 'SA', 'SE', 'US'] as const
export type CountryCode = (typeof countryCodes)[number]

export interface ShopProfile {
  domain: string
  name: string
  email: string
  timeZone: string
  countryCode: CountryCode
  currencyCode: 'USD'
}

export interface Location {
  index: number
  name: string
  updatedAt: number
}

export interface Product {
  index: number
  title: string
  vendor: string
  productType: string
  /** As the merchant wrote them; a store has each once, whatever its case. */
  tags: readonly string[]
  status: ProductStatus
  createdAt: number
  updatedAt: number
  isGiftCard: boolean
  isDeleted: boolean
  variants: Variant[]
}

/** Which products a smart collection has: those with this tag, vendor or type, in any case. */
export interface CollectionRule {
  column: 'TAG' | 'VENDOR' | 'TYPE'
  condition: string
}

export interface Collection {
  index: number
  title: string
  /** Null: its products are chosen by hand. */
  rule: CollectionRule | null
  chosen: ReadonlySet<Product>
  updatedAt: number
  isDeleted: boolean
}

export interface Variant {
  index: number
  product: Product
  title: string
  sku: string
  barcode: string | null
  priceCents: number
  /** What the merchant pays for one; null: not entered. */
  unitCostCents: number | null
  position: number
  isTracked: boolean
  inventoryPolicy: InventoryPolicy
  /** What is sold instead of it, where it is a bundle; its own stock is not tracked. */
  parts: readonly Part[]
  levels: Level[]
}

/** Units of a variant in one bundle. */
export interface Part {
  bundle: Variant
  variant: Variant
  quantity: number
}

/** What an app adds to stock levels in one call; variants and locations by their index. */
export interface StockAdjustment {
  key: string
  changes: { variant: number; location: number; delta: number }[]
}

/** A transfer that an app creates in one call. */
export interface NewTransfer {
  key: string
  origin: number
  location: number
  lines: { variant: number; quantity: number }[]
}

/** Stock of one variant at one location. On hand is available + committed; available is below zero when oversold. */
export interface Level {
  variant: Variant
  location: Location
  available: number
  committed: number
  incoming: number
  updatedAt: number
}

/** Units that left an order: paid back, or taken off by an edit, which Shopify reports as a refund without money. */
export interface Refund {
  index: number
  order: number
  createdAt: number
  isEdit: boolean
  lines: RefundLine[]
}

export interface RefundLine {
  line: number
  quantity: number
  /** `cancel`: before it was sent. */
  restockType: 'cancel' | 'return' | 'no_restock'
}
