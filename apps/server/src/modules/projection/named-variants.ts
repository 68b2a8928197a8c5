/** More variants than this are refreshed with the whole catalogue. */
export const MOST_NAMED = 5000

/** Returns which variants a refresh names: each once, or none if it is of the whole catalogue. */
export function namedVariants(variantIds: readonly number[] | null): { variantIds?: number[] } {
  const named = [...new Set(variantIds)]
  return variantIds === null || named.length > MOST_NAMED ? {} : { variantIds: named }
}
