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
export const locationIdOf = (name: string) => importedId(`location:${name}`)
/** The location of stock without a given location. */
export const MAIN_LOCATION = { id: locationIdOf(''), name: 'Main' }
