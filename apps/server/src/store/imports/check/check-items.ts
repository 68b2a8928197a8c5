import type { CsvRecord } from '@stockcast/tables'
import type { ImportQuota } from '../../../kernel/quotas/quotas.ts'
import { type Contradiction, contradictionText, sameSkuText } from '../../../kernel/texts/import-texts.ts'
import { type FaultList, type FileCheck, noTotals, tooManyHere } from './file-check.ts'
import { variantKey } from './item-ids.ts'
import { type Item, type ItemCells, type ItemReading, itemReader } from './item-rows.ts'
import type { Header } from './layouts.ts'
import type { RepeatedSkus } from './repeated-skus.ts'

const ITEMS_PER_CHUNK = 1000

export interface ItemRules {
  /**
   * Returns the fault of an item that contradicts an earlier row of the same file; null when there is none.
   */
  accept(item: Item, place: number): Contradiction | null
  skus(): number
}

export function createItemsCheck(args: {
  header: Header
  cells: ItemCells
  repeated: RepeatedSkus
  faults: FaultList
  quota: ImportQuota
}): FileCheck<Item[]> {
  const { header, repeated, faults, quota } = args
  const readRecord = itemReader(header, args.cells)
  const rules = createItemRules()
  let chunk: Item[] = []
  let rows = 0
  let units = 0
  const take = (record: CsvRecord, read: Exclude<ItemReading, null>) => {
    const { line } = record
    if ('faults' in read) {
      for (const { column, reason, isAmbiguous } of read.faults) {
        faults.add(line, column, reason)
        if (isAmbiguous) faults.ask()
      }
      return
    }
    const others = repeated.otherLines(record)
    if (others.length > 0) {
      faults.add(line, 'sku', sameSkuText(read.item.shownAs, others))
      return
    }
    const refused = rules.accept(read.item, line)
    if (refused) {
      faults.add(line, refused.column, contradictionText(refused, 'file'))
      return
    }
    units += read.item.stock ?? 0
    chunk.push(read.item)
  }
  return {
    read: (record) => {
      rows++
      for (const read of readRecord(record)) take(record, read)
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
  const names = new Map<
    number,
    { at: number; title: string; key: string; name: string; hasLocation: boolean }
  >()
  return {
    skus: () => names.size,
    accept: (item, at) => {
      const name = item.shownAs
      const place = `${item.variantId}/${item.location?.id ?? ''}`
      const twin = places.get(place)
      if (twin !== undefined) return { code: 'repeated', column: 'sku', name, before: name, at: twin }
      places.set(place, at)
      const title = `${item.product ?? ''}\n${item.variant ?? ''}`
      const hasLocation = item.location !== null
      const key = variantKey({ sku: item.sku ?? '', name: item.shownAs })
      const earlier = names.get(item.variantId)
      if (!earlier) names.set(item.variantId, { at, title, key, name, hasLocation })
      else if (earlier.key !== key) {
        return { code: 'indistinct', column: 'sku', name, before: earlier.name, at: earlier.at }
      } else if (earlier.title !== title) {
        return { code: 'renamed', column: 'product', name, before: earlier.name, at: earlier.at }
      } else if (earlier.hasLocation !== hasLocation) {
        return { code: 'without_location', column: 'location', name, before: earlier.name, at: earlier.at }
      }
      return null
    },
  }
}
