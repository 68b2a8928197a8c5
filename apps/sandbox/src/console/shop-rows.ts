import type { Variant } from '../shopify/store/model.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'

const ROWS_ON_PAGE = 25

export interface VariantRow {
  /** The number in the variant's global id. */
  variantId: string
  title: string
  sku: string
  price: string
  status: string
  isTracked: boolean
  available: number
  onHand: number
  committed: number
  incoming: number
  locations: { locationId: string; name: string; available: number; onHand: number }[]
}

export interface VariantPage {
  page: number
  pages: number
  total: number
  variants: VariantRow[]
}

/** Returns variants whose product, option, SKU or vendor contains every word of the search. */
export function findVariants(store: ShopStore, search: string, page: number): VariantPage {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = store.liveVariants().filter((variant) => {
    const text =
      `${variant.product.title} ${variant.title} ${variant.sku} ${variant.product.vendor}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const pages = Math.max(1, Math.ceil(found.length / ROWS_ON_PAGE))
  const current = Math.min(Math.max(1, page), pages)
  const rows = found.slice((current - 1) * ROWS_ON_PAGE, current * ROWS_ON_PAGE)
  return { page: current, pages, total: found.length, variants: rows.map((variant) => rowOf(store, variant)) }
}

export function rowOf(store: ShopStore, variant: Variant): VariantRow {
  const sum = (read: (level: Variant['levels'][number]) => number) =>
    variant.levels.reduce((total, level) => total + read(level), 0)
  return {
    variantId: String(store.ids.numberOf('ProductVariant', variant.index)),
    title:
      variant.title === 'Default Title'
        ? variant.product.title
        : `${variant.product.title}, ${variant.title}`,
    sku: variant.sku,
    price: (variant.priceCents / 100).toFixed(2),
    status: variant.product.status,
    isTracked: variant.isTracked,
    available: sum((level) => level.available),
    onHand: sum((level) => level.available + level.committed),
    committed: sum((level) => level.committed),
    incoming: sum((level) => level.incoming),
    locations: variant.levels.map(({ location, available, committed }) => ({
      locationId: String(store.ids.numberOf('Location', location.index)),
      name: location.name,
      available,
      onHand: available + committed,
    })),
  }
}
