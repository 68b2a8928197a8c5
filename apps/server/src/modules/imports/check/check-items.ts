import type { ImportQuota } from '../../../quotas/quotas.ts'
import { type FaultList, type FileCheck, noTotals, tooManyHere } from './file-check.ts'
import { type Item, type ItemReading, itemReader } from './item-rows.ts'
import type { Header } from './layouts.ts'

const ITEMS_PER_CHUNK = 1000

export interface ItemRules {
  /**
   * Returns the fault of an item that contradicts an earlier row of the same file; null when there is none.
   */
  accept(item: Item, line: number): { column: string; reason: string } | null
  skus(): number
}

export function createItemsCheck(args: {
  header: Header
  faults: FaultList
  quota: ImportQuota
}): FileCheck<Item[]> {
  const { header, faults, quota } = args
  const readRecord = itemReader(header)
  const rules = createItemRules()
  let chunk: Item[] = []
  let rows = 0
  let units = 0
  const take = (line: number, read: Exclude<ItemReading, null>) => {
    const found = 'faults' in read ? read.faults : [rules.accept(read.item, line)]
    for (const fault of found) if (fault) faults.add(line, fault.column, fault.reason)
    if (!('item' in read)) return
    units += read.item.stock ?? 0
    if (faults.total() === 0) chunk.push(read.item)
  }
  return {
    read: (record) => {
      rows++
      if (rows > quota.fileRows) throw tooManyHere(record.line, quota, 'fileRows')
      const read = readRecord(record)
      if (read !== null) take(record.line, read)
      if (rules.skus() > quota.products) throw tooManyHere(record.line, quota, 'products')
    },
    takeChunk: (isEnd) => {
      const enough = isEnd ? 1 : ITEMS_PER_CHUNK
      if (chunk.length < enough) return null
      const taken = chunk
      chunk = []
      return taken
    },
    totals: () => ({ ...noTotals, rows, skus: rules.skus(), units }),
  }
}

/**
 * Creates the rules that a variant has one row for each location and only one name, so that the order of rows
 * never matters.
 */
export function createItemRules(): ItemRules {
  const places = new Map<string, number>()
  const names = new Map<number, { line: number; name: string; key: string; hasPlace: boolean }>()
  return {
    skus: () => names.size,
    accept: (item, line) => {
      const place = `${item.variantId}/${item.location?.id ?? ''}`
      const twin = places.get(place)
      if (twin !== undefined) return { column: 'sku', reason: `“${item.shownAs}” is already on line ${twin}` }
      places.set(place, line)
      const name = `${item.product ?? ''}\n${item.variant ?? ''}`
      const hasPlace = item.location !== null
      const key = item.sku ?? item.shownAs
      const before = names.get(item.variantId)
      if (!before) names.set(item.variantId, { line, name, key, hasPlace })
      else if (before.key !== key) {
        return {
          column: 'sku',
          reason: `“${key}” cannot be distinguished from “${before.key}”; rename one of the two`,
        }
      } else if (before.name !== name) {
        return { column: 'product', reason: `“${item.shownAs}” has another name on line ${before.line}` }
      } else if (before.hasPlace !== hasPlace) {
        return {
          column: 'location',
          reason: `“${item.shownAs}” is also on line ${before.line}; give each row its own location`,
        }
      }
      return null
    },
  }
}
