import { parseBulkLine } from '../../integrations/shopify/index.ts'
import type { CatalogueBatch } from '../inventory/index.ts'

export function emptyCatalogueBatch(): CatalogueBatch {
  return { products: [], variants: [], levels: [] }
}

export function parseCatalogueLines(lines: readonly string[]): CatalogueBatch {
  const batch = emptyCatalogueBatch()
  for (const line of lines) {
    const { type, node } = parseBulkLine(line)
    if (type === 'Product') batch.products.push(node)
    else if (type === 'ProductVariant') batch.variants.push(node)
    else if (type === 'InventoryLevel') batch.levels.push(node)
  }
  return batch
}
