import type { TableReader } from '@stockcast/tables'
import { dayFromEpoch, epochDay } from '../../../kernel/calendar.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { ImportQuota } from '../../../kernel/quotas/quotas.ts'
import type { ShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { listVariantSkus } from '../item-queries.ts'
import { findFirstStoreDay, hasImportedSales } from '../shop-queries.ts'
import type { SalesChunk } from '../staged-queries.ts'
import type { CellContext } from './cells.ts'
import { type FaultList, type FileCheck, noTotals, tooManyHere } from './file-check.ts'
import { type Catalogue, importedVariants, type ResolveVariant, storeVariants } from './item-ids.ts'
import type { Header } from './layouts.ts'
import { type SalesSink, salesReader } from './sales-rows.ts'

/** Few, because the process that stores them serves others, too. */
const CELLS_PER_CHUNK = 5000

export interface SalesRules {
  catalogue: Catalogue
  /** Whether only variants of a connected store are meant. */
  isForStore: boolean
  /** The first epoch day for which a connected store has its own sales; null without a store. */
  firstStoreDay: number | null
  /** Whether days without sales are kept. They matter only where they replace something. */
  keepsZeros: boolean
}

/** Returns the function that finds the variant of a sale. */
export function salesVariants({ catalogue, isForStore }: SalesRules): ResolveVariant {
  return isForStore ? storeVariants(catalogue) : importedVariants(catalogue)
}

export function createSalesCheck(args: {
  header: Header
  context: CellContext
  table: TableReader
  faults: FaultList
  rules: SalesRules
  quota: ImportQuota
}): FileCheck<SalesChunk> {
  const { header, faults, rules, quota } = args
  const resolve = salesVariants(rules)
  let chunk = emptyChunk()
  let cells = 0
  let rows = 0
  let units = 0
  let returned = 0
  const keys = new Set<string>()
  const unknownKeys = new Set<string>()
  const days = new Set<number>()

  const sink: SalesSink = {
    fault: faults.add,
    ambiguous: faults.ask,
    returned: (back) => {
      returned += back
    },
    sale: (sale) => {
      const resolved = resolve(sale.key, sale.shownAs)
      if ('reason' in resolved) return faults.add(sale.line, 'sku', `“${sale.shownAs}” ${resolved.reason}`)
      keys.add(sale.key)
      if (keys.size > quota.products) throw tooManyHere(sale.line, quota, 'products')
      days.add(sale.day)
      units += sale.units
      if (!resolved.isKnown) unknownKeys.add(sale.key)
      if (rules.firstStoreDay !== null && sale.day >= rules.firstStoreDay) {
        return faults.add(sale.line, 'day', ownSales(rules.firstStoreDay))
      }
      if (resolved.id === null || (sale.units === 0 && !rules.keepsZeros)) return
      cells++
      if (cells > quota.rows) throw tooManyHere(sale.line, quota, 'sales')
      push(chunk, { id: resolved.id, day: sale.day, units: sale.units })
    },
  }
  const readRecord = salesReader(header, { ...args, resolve }, sink)
  return {
    read: (record) => {
      rows++
      readRecord(record, sink)
    },
    takeChunk: (isEnd) => {
      const enough = isEnd ? 1 : CELLS_PER_CHUNK
      if (chunk.days.length < enough) return null
      const taken = chunk
      chunk = emptyChunk()
      return taken
    },
    totals: () => {
      const { first, last } = getRange(days)
      return {
        ...noTotals,
        rows,
        skus: keys.size,
        unknownSkus: unknownKeys.size,
        units,
        returned,
        days: days.size,
        firstDay: first === null ? null : dayFromEpoch(first),
        lastDay: last === null ? null : dayFromEpoch(last),
      }
    },
  }
}

export function ownSales(firstStoreDay: number): string {
  return `your connected store tells its own sales from ${dayFromEpoch(firstStoreDay)} on; only earlier days can be imported`
}

function emptyChunk(): SalesChunk {
  return { variantIds: [], days: [], units: [] }
}

function push(chunk: SalesChunk, { id, day, units }: { id: number; day: number; units: number }): void {
  chunk.variantIds.push(id)
  chunk.days.push(day)
  chunk.units.push(units)
}

function getRange(days: ReadonlySet<number>): { first: number | null; last: number | null } {
  let [first, last]: (number | null)[] = [null, null]
  for (const day of days) {
    if (first === null || first === undefined || day < first) first = day
    if (last === null || last === undefined || day > last) last = day
  }
  return { first: first ?? null, last: last ?? null }
}

/** Returns the rules for imported sales in this shop. */
export async function salesRules(tx: Tx, merchantId: number, shop: ShopFacts): Promise<SalesRules> {
  const catalogue = shop.isDemo ? [] : await listVariantSkus(tx, merchantId)
  const keepsZeros = !shop.isDemo && (await hasImportedSales(tx, merchantId))
  if (!shop.hasStore) return { catalogue, isForStore: false, firstStoreDay: null, keepsZeros }
  const first = await findFirstStoreDay(tx, merchantId)
  const firstStoreDay = first === null ? null : epochDay(first)
  return { catalogue, isForStore: true, firstStoreDay, keepsZeros }
}
