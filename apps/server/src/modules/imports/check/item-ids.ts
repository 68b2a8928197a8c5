import { createHash } from 'node:crypto'

const HEX_DIGITS_OF_52_BITS = 13

/**
 * The same text has the same id in every shop and file. Below zero, where no id of Shopify is, and exact as a number:
 * 52 bits of SHA-256.
 */
export function importedId(text: string): number {
  const digest = createHash('sha256').update(text).digest('hex')
  return -1 - Number.parseInt(digest.slice(0, HEX_DIGITS_OF_52_BITS), 16)
}

/** What a variant is known by: its SKU, or without one the name that an order line gives it. */
export function variantKey(item: { sku: string; name: string }): string {
  return item.sku === '' ? `name:${item.name}` : `sku:${item.sku}`
}

/** As Shopify names an order line. */
export function lineName(product: string, variant: string): string {
  return variant === '' ? product : `${product} - ${variant}`
}

export const productIdOf = (handle: string) => importedId(`product:${handle}`)
export const locationIdOf = (name: string) => importedId(`location:${name}`)
/** Where stock is that no location is told for. */
export const MAIN_LOCATION = { id: locationIdOf(''), name: 'Main' }
