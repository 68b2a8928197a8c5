import { importedId } from './item-ids.ts'

/** The variant that a key of a file means; `id` is null when there is none. */
export type Resolved = { id: number | null; isKnown: boolean } | { reason: string }

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
  const idsOf = new Map<string, number[]>()
  for (const { variant_id, sku } of catalogue) {
    const key = `sku:${sku?.trim()}`
    if (sku) idsOf.set(key, [...(idsOf.get(key) ?? []), variant_id])
  }
  return remembered((key) => {
    const [id, ...others] = idsOf.get(key) ?? []
    if (others.length > 0) return { reason: `is the SKU of ${others.length + 1} variants of your store` }
    return { id: id ?? null, isKnown: id !== undefined }
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
