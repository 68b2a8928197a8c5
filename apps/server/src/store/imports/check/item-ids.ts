import { createHash } from 'node:crypto'
import { codeKey, codeText } from '@stockcast/tables'

const HEX_DIGITS_OF_52_BITS = 13

/**
 * Returns the id of a text, which is the same in every shop and file. It is negative, unlike a store's ids,
 * and exact as a number: 52 bits of SHA-256.
 */
export function importedId(text: string): number {
  const digest = createHash('sha256').update(text).digest('hex')
  return -1 - Number.parseInt(digest.slice(0, HEX_DIGITS_OF_52_BITS), 16)
}

/** Returns what identifies a variant: its SKU as people see it, or without one the name that an order line gives it. */
export function variantKey(item: { sku: string; name: string }): string {
  return item.sku === '' ? `name:${item.name}` : `sku:${codeKey(item.sku)}`
}

/** Returns the name of an order line, as a store's export writes it. */
export function lineName(product: string, variant: string): string {
  return variant === '' ? product : `${product} - ${variant}`
}

export const getProductId = (handle: string) => importedId(`product:${handle}`)
/** The product that has the archived variants of another one. */
export const getArchivedId = (productId: number) => importedId(`archived:${productId}`)
export const getLocationId = (name: string) => importedId(`location:${name}`)
/** The location of stock without a given location. */
export const MAIN_LOCATION = { id: getLocationId(''), name: 'Main' }

/** The variant that a key of a file means; `id` is null when there is none. */
type Resolved = { id: number | null; isKnown: boolean } | { reason: string }

/** Finds the variant of a key, which the file writes as `text`. Of several that people take for one, it is the one with that text. */
export type ResolveVariant = (key: string, text: string) => Resolved

export type Catalogue = readonly { variant_id: number; sku: string | null }[]

/**
 * Resolves keys where products are imported as well. A key identifies its variant before that exists, so its
 * sales count as soon as the product is imported.
 */
export function importedVariants(catalogue: Catalogue): ResolveVariant {
  const find = finderIn(catalogue, 'products')
  const known = new Set(catalogue.map((row) => row.variant_id))
  const keyOf = new Map<number, string>()
  return remembered((key, text) => {
    const found = find(key, text)
    if (found !== null) return found
    const id = importedId(key)
    const other = keyOf.get(id)
    if (other !== undefined && other !== key) {
      return { reason: `cannot be distinguished from ${other}; rename one of the two` }
    }
    keyOf.set(id, key)
    return { id, isKnown: known.has(id) }
  })
}

/** Resolves keys in a connected store: only SKUs that exactly one variant has. */
export function storeVariants(catalogue: Catalogue): ResolveVariant {
  const find = finderIn(catalogue, 'variants of your store')
  return remembered((key, text) => find(key, text) ?? { id: null, isKnown: false })
}

/** Returns the function that finds a variant by its SKU; null if there is none. */
function finderIn(catalogue: Catalogue, what: string): (key: string, text: string) => Resolved | null {
  const named = catalogue.filter(({ sku }) => sku)
  const variantsOf = Map.groupBy(named, ({ sku }) => variantKey({ sku: sku!, name: '' }))
  return (key, text) => {
    const found = variantsOf.get(key) ?? []
    const same = found.filter(({ sku }) => codeText(sku!) === text)
    const [variant, second] = found.length > 1 && same.length > 0 ? same : found
    if (second !== undefined) return { reason: `is the SKU of ${found.length} ${what}` }
    return variant === undefined ? null : { id: variant.variant_id, isKnown: true }
  }
}

function remembered(resolve: ResolveVariant): ResolveVariant {
  const cache = new Map<string, Resolved>()
  return (key, text) => {
    const place = `${key}\n${text}`
    const known = cache.get(place)
    if (known) return known
    const resolved = resolve(key, text)
    cache.set(place, resolved)
    return resolved
  }
}
