import { codeKey, shown, spoiledReason } from '@stockcast/tables'
import { inTurns } from '../../../kernel/in-turns.ts'
import type { listVariantCodes } from '../item-queries.ts'

export type MatchedVariant =
  | { variantId: number; matchedBy: 'sku' | 'barcode' }
  | { variantId: null; reason: string }

type Codes = Awaited<ReturnType<typeof listVariantCodes>>[number]

const VARIANTS_PER_TURN = 5000

/**
 * Returns the function that finds the product of a row: by its SKU, otherwise by its barcode, and never by its title. A
 * code that several products have finds none.
 */
export async function createVariantMatch(
  variants: readonly Codes[],
): Promise<(codes: { sku: string; barcode: string }) => MatchedVariant> {
  const [bySku, byBarcode] = [new Map<string, Codes[]>(), new Map<string, Codes[]>()]
  for await (const variant of inTurns(variants, { most: VARIANTS_PER_TURN })) {
    addTo(bySku, variant.sku, variant)
    addTo(byBarcode, variant.barcode, variant)
  }
  return ({ sku, barcode }) => {
    const found = sku === '' ? [] : (bySku.get(codeKey(sku)) ?? [])
    if (found.length === 1) return { variantId: found[0]!.variantId, matchedBy: 'sku' }
    const scanned = barcode === '' ? [] : (byBarcode.get(codeKey(barcode)) ?? [])
    if (scanned.length === 1) return { variantId: scanned[0]!.variantId, matchedBy: 'barcode' }
    if (sku === '' && barcode === '')
      return { variantId: null, reason: 'The row has neither a SKU nor a barcode.' }
    const several =
      found.length > 1 ? { code: sku, count: found.length } : { code: barcode, count: scanned.length }
    if (several.count > 1)
      return { variantId: null, reason: `${several.count} products have ${shown(several.code)}.` }
    const spoiled = [sku, barcode].find((code) => spoiledReason(code) !== null)
    if (spoiled !== undefined)
      return { variantId: null, reason: `${shown(spoiled)} ${spoiledReason(spoiled)}.` }
    return {
      variantId: null,
      reason: `No product has ${[...new Set([sku, barcode])].filter(Boolean).map(shown).join(' or ')}.`,
    }
  }
}

function addTo(variantsOf: Map<string, Codes[]>, code: string | null, variant: Codes): void {
  const key = codeKey(code ?? '')
  const found = variantsOf.get(key)
  if (found) found.push(variant)
  else if (key !== '') variantsOf.set(key, [variant])
}
