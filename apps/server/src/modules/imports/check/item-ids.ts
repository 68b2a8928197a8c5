import { createHash } from 'node:crypto'

const HEX_DIGITS_OF_52_BITS = 13

/**
 * Returns the id of a text, which is the same in every shop and file. It is negative, unlike a store's ids,
 * and exact as a number: 52 bits of SHA-256.
 */
export function importedId(text: string): number {
  const digest = createHash('sha256').update(text).digest('hex')
  return -1 - Number.parseInt(digest.slice(0, HEX_DIGITS_OF_52_BITS), 16)
}

/** Returns what identifies a variant: its SKU, or without one the name that an order line gives it. */
export function variantKey(item: { sku: string; name: string }): string {
  return item.sku === '' ? `name:${item.name}` : `sku:${item.sku}`
}

/** Returns the name of an order line, as a store's export writes it. */
export function lineName(product: string, variant: string): string {
  return variant === '' ? product : `${product} - ${variant}`
}

export const productIdOf = (handle: string) => importedId(`product:${handle}`)
/** The product that has the archived variants of another one. */
export const archivedIdOf = (productId: number) => importedId(`archived:${productId}`)
export const locationIdOf = (name: string) => importedId(`location:${name}`)
/** The location of stock without a given location. */
export const MAIN_LOCATION = { id: locationIdOf(''), name: 'Main' }

/** The variant that a key of a file means; `id` is null when there is none. */
type Resolved = { id: number | null; isKnown: boolean } | { reason: string }

export type ResolveVariant = (key: string) => Resolved

/**
 * Resolves keys where products are imported as well. A key identifies its variant before that exists, so its
 * sales count as soon as the product is imported.
 */
export function importedVariants(knownIds: ReadonlySet<number>): ResolveVariant {
  const keyOf = new Map<number, string>()
  return remembered((key) => {
    const id = importedId(key)
    if (keyOf.has(id))
      return { reason: `cannot be distinguished from ${keyOf.get(id)}; rename one of the two` }
    keyOf.set(id, key)
    return { id, isKnown: knownIds.has(id) }
  })
}

/** Resolves keys in a connected store: only SKUs that exactly one variant has. */
export function storeVariants(
  catalogue: readonly { variant_id: number; sku: string | null }[],
): ResolveVariant {
  const named = catalogue.filter(({ sku }) => sku)
  const variantsOf = Map.groupBy(named, ({ sku }) => `sku:${sku?.trim()}`)
  return remembered((key) => {
    const found = variantsOf.get(key) ?? []
    if (found.length > 1) return { reason: `is the SKU of ${found.length} variants of your store` }
    const [variant] = found
    return { id: variant?.variant_id ?? null, isKnown: variant !== undefined }
  })
}

function remembered(resolve: ResolveVariant): ResolveVariant {
  const cache = new Map<string, Resolved>()
  return (key) => {
    const known = cache.get(key)
    if (known) return known
    const resolved = resolve(key)
    cache.set(key, resolved)
    return resolved
  }
}
