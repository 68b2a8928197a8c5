import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import { type KnownBundle, listBundles, listPartStock, type StockedPart } from './queries.ts'

/** The bundles among some variants, with what must be in stock for one of each. */
export interface ShopBundles {
  of(variantId: number): KnownBundle | undefined
  getParts(bundleId: number): readonly StockedPart[]
  /** Bundles whose stock follows from the stock of their parts. */
  putTogether: readonly KnownBundle[]
  /** Bundles that are made in advance. */
  assemblies: readonly KnownBundle[]
}

/** Reads the bundles among these variants (null: all), with the stock of their parts as last derived. */
export async function readBundles(tx: Tx, key: SomeVariants & { today: number }): Promise<ShopBundles> {
  const { merchantId } = key
  const known = await listBundles(tx, key)
  const bundleIds = [...known.keys()]
  const stock =
    bundleIds.length === 0
      ? []
      : await listPartStock(tx, { merchantId, bundleIds, today: dayFromEpoch(key.today) })
  const parts = Map.groupBy(stock, ({ bundleId }) => bundleId)
  const { assemblies = [], putTogether = [] } = Object.groupBy([...known.values()], ({ kind }) =>
    kind === 'assembly' ? 'assemblies' : 'putTogether',
  )
  return {
    of: (variantId) => known.get(variantId),
    getParts: (bundleId) => parts.get(bundleId) ?? [],
    putTogether,
    assemblies,
  }
}
