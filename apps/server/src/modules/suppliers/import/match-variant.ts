import { shown } from '../../imports/index.ts'
import type { listVariantCodes } from '../item-queries.ts'

export type MatchedVariant =
  | { variantId: number; matchedBy: 'sku' | 'barcode' }
  | { variantId: null; reason: string }

/**
 * Returns the function that finds the product of a row: by its SKU, otherwise by its barcode, and never by its title. A
 * code that several products have finds none.
 */
export function createVariantMatch(
  variants: Awaited<ReturnType<typeof listVariantCodes>>,
): (codes: { sku: string; barcode: string }) => MatchedVariant {
  const bySku = Map.groupBy(variants, ({ sku }) => sku?.trim() ?? '')
  const byBarcode = Map.groupBy(variants, ({ barcode }) => barcode?.trim() ?? '')
  return ({ sku, barcode }) => {
    const found = sku === '' ? [] : (bySku.get(sku) ?? [])
    if (found.length === 1) return { variantId: found[0]!.variantId, matchedBy: 'sku' }
    const scanned = barcode === '' ? [] : (byBarcode.get(barcode) ?? [])
    if (scanned.length === 1) return { variantId: scanned[0]!.variantId, matchedBy: 'barcode' }
    if (sku === '' && barcode === '')
      return { variantId: null, reason: 'The row has neither a SKU nor a barcode.' }
    const several =
      found.length > 1 ? { code: sku, count: found.length } : { code: barcode, count: scanned.length }
    if (several.count > 1)
      return { variantId: null, reason: `${several.count} products have ${shown(several.code)}.` }
    return {
      variantId: null,
      reason: `No product has ${[sku, barcode].filter(Boolean).map(shown).join(' or ')}.`,
    }
  }
}
