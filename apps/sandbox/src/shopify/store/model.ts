export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT'

export interface ShopProfile {
  domain: string
  name: string
  email: string
  timeZone: string
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
  status: ProductStatus
  createdAt: number
  updatedAt: number
  isDeleted: boolean
  variants: Variant[]
}

export interface Variant {
  index: number
  product: Product
  title: string
  sku: string
  barcode: string | null
  priceCents: number
  position: number
  isTracked: boolean
  levels: Level[]
}

/** Stock of one variant at one location. On hand is available + committed. */
export interface Level {
  variant: Variant
  location: Location
  available: number
  committed: number
  incoming: number
  updatedAt: number
}

export interface Refund {
  index: number
  order: number
  createdAt: number
  lines: RefundLine[]
}

export interface RefundLine {
  line: number
  quantity: number
  isRestocked: boolean
}
