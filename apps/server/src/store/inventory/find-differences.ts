import type { CatalogueRows } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { findVariantsOfItems, listLevels, listProducts, listVariants } from './catalogue-queries.ts'
import { type CatalogueTarget, levelRow, productRow, variantRow } from './write-catalogue.ts'

/**
 * Returns the part of a batch that differs from what is stored. Rows that are stored with newer data than was
 * read do not count.
 */
export async function findDifferences(
  tx: Tx,
  target: CatalogueTarget,
  batch: CatalogueRows,
): Promise<CatalogueRows> {
  return {
    products: await differingProducts(tx, target, batch),
    variants: await differingVariants(tx, target, batch),
    levels: await differingLevels(tx, target, batch),
  }
}

async function differingProducts(tx: Tx, { merchantId }: CatalogueTarget, { products }: CatalogueRows) {
  const ids = products.map((product) => product.id)
  const stored = new Map((await listProducts(tx, merchantId, ids)).map((row) => [row.product_id, row]))
  return products.filter((product) => differs(productRow(product), stored.get(product.id)))
}

async function differingVariants(tx: Tx, target: CatalogueTarget, { variants }: CatalogueRows) {
  const ids = variants.map((variant) => variant.id)
  const rows = await listVariants(tx, target.merchantId, ids)
  const stored = new Map(rows.map((row) => [row.variant_id, row]))
  return variants.filter((variant) => {
    const { first_seen_on: _, ...row } = variantRow(variant, target)
    return differs(row, stored.get(variant.id))
  })
}

async function differingLevels(tx: Tx, { merchantId }: CatalogueTarget, { levels }: CatalogueRows) {
  const itemIds = [...new Set(levels.map((level) => level.itemId))]
  const variantsOf = await findVariantsOfItems(tx, merchantId, itemIds)
  const rows = await listLevels(tx, merchantId, [...variantsOf.values()].flat())
  const stored = new Map(rows.map((row) => [`${row.variant_id}/${row.location_id}`, row]))
  return levels.filter((level) =>
    (variantsOf.get(level.itemId) ?? []).some((variantId) => {
      const { event_at: _, ...row } = levelRow(level, variantId)
      return differs(row, stored.get(`${variantId}/${row.location_id}`))
    }),
  )
}

type Stored = { updated_at: Date } & object

function differs<Row extends Stored>(row: Row, stored: { [K in keyof Row]?: unknown } | undefined): boolean {
  if (!stored) return true
  const { updated_at: storedAt } = stored as Stored
  if (storedAt > row.updated_at) return false
  return (Object.keys(row) as (keyof Row)[]).some((name) => text(row[name]) !== text(stored[name]))
}

function text(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value ?? null)
}
