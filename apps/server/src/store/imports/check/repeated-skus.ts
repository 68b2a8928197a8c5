import { type CsvRecord, codeKey, isBlank } from '@stockcast/tables'
import type { Header } from './layouts.ts'

/**
 * Finds SKUs that several rows of a file have at one location with different values, so that it is unclear which row is meant.
 */
export interface RepeatedSkus {
  note(record: CsvRecord): void
  /** The other lines with the SKU of this row, once all rows were noted; empty if there are none or they say the same. */
  otherLines(record: CsvRecord): number[]
}

const LINES_KEPT = 5

export function createRepeatedSkus({ at }: Pick<Header, 'at'>): RepeatedSkus {
  const places = new Map<string, { lines: number[]; text: string; differs: boolean }>()
  const toCell = (cells: readonly string[], field: string) => cells[at.get(field) ?? -1] ?? ''
  const toKey = (cells: readonly string[]) => {
    const sku = toCell(cells, 'sku')
    return isBlank(sku) ? null : `${codeKey(sku)}\n${codeKey(toCell(cells, 'location'))}`
  }
  return {
    note: ({ line, cells }) => {
      const key = toKey(cells)
      if (key === null) return
      const text = cells.join('\n')
      const place = places.get(key)
      if (place === undefined) {
        places.set(key, { lines: [line], text, differs: false })
        return
      }
      if (place.lines.length < LINES_KEPT) place.lines.push(line)
      if (place.text !== text) place.differs = true
    },
    otherLines: ({ line, cells }) => {
      const place = places.get(toKey(cells) ?? '')
      return place?.differs ? place.lines.filter((each) => each !== line) : []
    },
  }
}
