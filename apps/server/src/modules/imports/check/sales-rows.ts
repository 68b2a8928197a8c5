import type { CsvRecord } from '../../../files/csv-parser.ts'
import { type CellCalendar, type Reading, readDay, readInstantDay, readText, readUnits } from './cells.ts'
import { variantKey } from './item-ids.ts'
import type { Header } from './layouts.ts'

export interface SalesSink {
  /** Takes one sale. `shownAs` is how the file names the variant. */
  sale(sale: { line: number; key: string; shownAs: string; day: number; units: number }): void
  fault(line: number, column: string | null, reason: string): void
}

export type ReadSalesRecord = (record: CsvRecord, sink: SalesSink) => void

const DAYS_CACHED = 20_000

/**
 * Returns the function that reads the records below this header. Faults of days in the header are reported at
 * once.
 */
export function salesReader(header: Header, calendar: CellCalendar, sink: SalesSink): ReadSalesRecord {
  if (header.layout === 'sales_days') return daysReader(header, calendar, sink)
  return header.layout === 'shopify_orders' ? ordersReader(header, calendar) : rowsReader(header, calendar)
}

export type SaleFields = { sku: string; day: string; units: string }

/** Reads one row of SKU, day and units, from a file or a call. Faults have the name of the field. */
export function readSaleFields(
  fields: SaleFields,
  days: (text: string) => Reading<number>,
): { sku: string; day: number; units: number } | { faults: { column: keyof SaleFields; reason: string }[] } {
  const sku = readText(fields.sku)
  const day = days(fields.day)
  const units = readUnits(fields.units)
  if ('value' in sku && sku.value !== '' && 'value' in day && 'value' in units) {
    return { sku: sku.value, day: day.value, units: units.value }
  }
  const faults: { column: keyof SaleFields; reason: string }[] = []
  if ('reason' in sku) faults.push({ column: 'sku', reason: sku.reason })
  else if (sku.value === '') faults.push({ column: 'sku', reason: 'is empty' })
  if ('reason' in day) faults.push({ column: 'day', reason: day.reason })
  if ('reason' in units) faults.push({ column: 'units', reason: units.reason })
  return { faults }
}

/** Caches the days that were read, because a file repeats few days many times. */
export function cachedDays(calendar: CellCalendar): (text: string) => Reading<number> {
  const cache = new Map<string, Reading<number>>()
  return (text) => {
    const known = cache.get(text)
    if (known) return known
    const read = readDay(text, calendar)
    if (cache.size < DAYS_CACHED) cache.set(text, read)
    return read
  }
}

function rowsReader({ at, names }: Header, calendar: CellCalendar): ReadSalesRecord {
  const [sku, day, units] = [at.get('sku')!, at.get('day')!, at.get('units')!]
  const columns = { sku: names[sku]!, day: names[day]!, units: names[units]! }
  const days = cachedDays(calendar)
  return ({ line, cells }, sink) => {
    const fields = { sku: cells[sku] ?? '', day: cells[day] ?? '', units: cells[units] ?? '' }
    const read = readSaleFields(fields, days)
    if ('faults' in read) {
      for (const { column, reason } of read.faults) sink.fault(line, columns[column], reason)
      return
    }
    const key = variantKey({ sku: read.sku, name: '' })
    sink.sale({ line, key, shownAs: read.sku, day: read.day, units: read.units })
  }
}

function daysReader({ at, names }: Header, calendar: CellCalendar, sink: SalesSink): ReadSalesRecord {
  const sku = at.get('sku')!
  const dayColumns: { index: number; day: number; name: string }[] = []
  for (const [index, name] of names.entries()) {
    if (index === sku || name.trim() === '') continue
    const read = readDay(name, calendar)
    if ('reason' in read) sink.fault(1, name, read.reason)
    else dayColumns.push({ index, day: read.value, name })
  }
  return ({ line, cells }, out) => {
    const read = readText(cells[sku] ?? '')
    if ('reason' in read || read.value === '') {
      out.fault(line, names[sku]!, 'reason' in read ? read.reason : 'is empty')
      return
    }
    const key = variantKey({ sku: read.value, name: '' })
    for (const { index, day, name } of dayColumns) {
      const cell = cells[index] ?? ''
      if (cell.trim() === '') continue
      const units = readUnits(cell)
      if ('reason' in units) out.fault(line, name, units.reason)
      else out.sale({ line, key, shownAs: read.value, day, units: units.value })
    }
  }
}

/**
 * Returns the reader of exported orders. It ignores the buyer's name and payment. An order's first row has
 * its times; each row has one line.
 */
function ordersReader({ at, names }: Header, calendar: CellCalendar): ReadSalesRecord {
  const cellOf = (cells: string[], name: string) => cells[at.get(name) ?? -1]?.trim() ?? ''
  const column = (name: string) => names[at.get(name)!] ?? name
  let order = { name: '', placedAt: '', cancelledAt: '' }
  return ({ line, cells }, sink) => {
    const name = cellOf(cells, 'order')
    const isSame = name === order.name
    order = {
      name,
      placedAt: cellOf(cells, 'placedAt') || (isSame ? order.placedAt : ''),
      cancelledAt: cellOf(cells, 'cancelledAt') || (isSame ? order.cancelledAt : ''),
    }
    const [sku, lineName] = [readText(cellOf(cells, 'sku')), readText(cellOf(cells, 'lineName'))]
    if (order.cancelledAt !== '') return
    const [day, units] = [readInstantDay(order.placedAt, calendar), readUnits(cellOf(cells, 'units'))]
    if ('reason' in sku) return sink.fault(line, column('sku'), sku.reason)
    if ('reason' in lineName) return sink.fault(line, column('lineName'), lineName.reason)
    const shownAs = sku.value || lineName.value
    if (shownAs === '') return sink.fault(line, column('lineName'), 'is empty')
    if ('reason' in day) sink.fault(line, column('placedAt'), day.reason)
    if ('reason' in units) sink.fault(line, column('units'), units.reason)
    if ('reason' in day || 'reason' in units) return
    const key = variantKey({ sku: sku.value, name: lineName.value })
    sink.sale({ line, key, shownAs, day: day.value, units: units.value })
  }
}
