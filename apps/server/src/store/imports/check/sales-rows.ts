import {
  type ColumnReader,
  type CsvRecord,
  dateReader,
  headKey,
  isBlank,
  type Reading,
  shown,
  type TableReader,
} from '@stockcast/tables'
import { epochDay } from '../../../kernel/calendar.ts'
import { type CellContext, inRange, readInstantDay, readText, readUnits, readWhole } from './cells.ts'
import { type ResolveVariant, variantKey } from './item-ids.ts'
import { readCode } from './item-rows.ts'
import type { Header } from './layouts.ts'

export interface SalesSink {
  /** Takes one sale. `shownAs` is how the file names the variant. */
  sale(sale: { line: number; key: string; shownAs: string; day: number; units: number }): void
  fault(line: number, column: string | null, reason: string): void
  /** Takes returned units. They are not sales, and are not subtracted from the sales of other days. */
  returned(units: number): void
  /** Records a cell with two meanings, between which the merchant must decide. */
  ambiguous(): void
}

export type ReadSalesRecord = (record: CsvRecord, sink: SalesSink) => void

const DAYS_CACHED = 20_000

/** How the rows of a file are read. */
export interface SalesCells {
  context: CellContext
  table: TableReader
  resolve: ResolveVariant
}

/**
 * Returns the function that reads the records below this header. Faults of days in the header are reported at
 * once.
 */
export function salesReader(header: Header, cells: SalesCells, sink: SalesSink): ReadSalesRecord {
  if (header.layout === 'sales_days') return daysReader(header, cells, sink)
  return header.layout === 'shopify_orders' ? ordersReader(header, cells) : rowsReader(header, cells)
}

export type SaleFields = { sku: string; day: string; units: string }

/** Reads one row of SKU, day and units of a call. Faults have the name of the field. */
export function readSaleFields(
  fields: SaleFields,
  { days, resolve }: { days: (text: string) => Reading<number>; resolve: ResolveVariant },
): { sku: string; day: number; units: number } | { faults: { column: keyof SaleFields; reason: string }[] } {
  const sku = readSku(fields.sku, resolve)
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
export function cachedDays(
  context: CellContext,
  read: ColumnReader['day'] = dateReader().day,
): (text: string) => Reading<number> {
  const cache = new Map<string, Reading<number>>()
  return (text) => {
    const known = cache.get(text)
    if (known) return known
    const found = readDay(text, context, read)
    if (cache.size < DAYS_CACHED) cache.set(text, found)
    return found
  }
}

function readDay(text: string, context: CellContext, read: ColumnReader['day']): Reading<number> {
  if (text.trim() === '') return { reason: 'is empty' }
  const instant = readInstantDay(text, context)
  if (instant) return instant
  const day = read(text)
  return 'value' in day ? inRange(epochDay(day.value), text, context) : day
}

/** Orders of these states were never sold, or were taken back as a whole. */
const notSold = new Set(
  (
    'cancelled,canceled,failed,refunded,returned,voided,void,draft,checkout draft,pending payment,trash,rejected,declined,' +
    'expired,deleted,abandoned,storniert,abgebrochen,erstattet,fehlgeschlagen,annulé,annulée,remboursé,remboursée,échouée,' +
    'cancelado,cancelada,anulado,anulada,reembolsado,reembolsada,annullato,annullata,rimborsato,rimborsata,geannuleerd,' +
    'terugbetaald,mislukt,chargeback,chargedback,charged back'
  ).split(','),
)
const sold = new Set(
  (
    ',completed,complete,processing,in process,in progress,paid,partially paid,authorized,fulfilled,partially fulfilled,' +
    'partial,unfulfilled,shipped,partially shipped,unshipped,delivered,closed,open,on hold,pending,partially refunded,' +
    'invoiced,sent,new,active,done,finished,success,successful,confirmed,approved,awaiting shipment,awaiting fulfillment,' +
    'awaiting pickup,ready for pickup,picked up,in transit,dispatched,archived,abgeschlossen,in bearbeitung,bezahlt,offen,' +
    'sale,sales,order,purchase,invoice,verkauf,rechnung,vente,venta,vendita,verkoop,sprzedaż,zrealizowane,' +
    'versendet,versandt,geliefert,erledigt,terminé,terminée,payé,payée,expédié,expédiée,livré,livrée,en cours,en attente,' +
    'completado,completada,pagado,pagada,enviado,enviada,entregado,entregada,procesando,en proceso,completato,completata,' +
    'pagato,spedito,consegnato,in lavorazione,voltooid,afgerond,betaald,verzonden,bezorgd,in behandeling'
  ).split(','),
)

/** Types of rows that count as returned units, whatever their sign. */
const cameBack = new Set(
  (
    'return,returns,refund,refunds,credit,credit note,credit memo,retoure,rückgabe,rückerstattung,gutschrift,retour,remboursement,' +
    'avoir,devolución,reembolso,reso,rimborso,retouren,zwrot'
  ).split(','),
)
/** A heading that may also name a column about the product. */
const MAY_BE_OF_PRODUCT = 'type'

/** Returns whether a row with this status is a sale, a return or neither. Refuses an unknown status. */
function readSold(cell: string, head: string): Reading<'sold' | 'not_sold' | 'came_back'> {
  const state = headKey(cell).replaceAll('-', ' ').replace(/^wc /, '')
  if (isBlank(cell) || sold.has(state)) return { value: 'sold' }
  if (notSold.has(state)) return { value: 'not_sold' }
  if (cameBack.has(state)) return { value: 'came_back' }
  if (headKey(head) === MAY_BE_OF_PRODUCT) return { value: 'sold' }
  return { reason: `${shown(cell)} is no known status of an order; write Completed or Cancelled` }
}

const readSku = (cell: string | undefined, resolve: ResolveVariant): Reading<string> =>
  isBlank(cell ?? '') ? { value: '' } : readCode(cell!, resolve)

/** Hands units to the sink: a sale, or units that came back. Returns false for a fault. */
function takeUnits(
  text: string,
  column: ColumnReader,
  take: { sale(units: number): void; fault(reason: string): void; sink: SalesSink },
): void {
  const units = readWhole(text, column)
  if ('reason' in units) {
    if (units.isAmbiguous) take.sink.ambiguous()
    take.fault(units.reason)
  } else if (units.value < 0) take.sink.returned(-units.value)
  else take.sale(units.value)
}

function rowsReader({ at, names }: Header, { context, table, resolve }: SalesCells): ReadSalesRecord {
  const [skuAt, dayAt, unitsAt, stateAt] = [at.get('sku')!, at.get('day')!, at.get('units')!, at.get('state')]
  const days = cachedDays(context, table.column('day').day)
  const column = table.column('units')
  return ({ line, cells }, sink) => {
    const state = readSold(cells[stateAt ?? -1] ?? '', names[stateAt ?? -1] ?? '')
    if ('reason' in state) return sink.fault(line, names[stateAt!]!, state.reason)
    if (state.value === 'not_sold') return
    const sku = readSku(cells[skuAt], resolve)
    const day = days(cells[dayAt] ?? '')
    if ('reason' in sku) sink.fault(line, names[skuAt]!, sku.reason)
    else if (sku.value === '') sink.fault(line, names[skuAt]!, 'is empty')
    if ('reason' in day) {
      if (day.isAmbiguous) sink.ambiguous()
      sink.fault(line, names[dayAt]!, day.reason)
    }
    takeUnits(cells[unitsAt] ?? '', column, {
      sink,
      fault: (reason) => sink.fault(line, names[unitsAt]!, reason),
      sale: (units) => {
        if ('reason' in sku || sku.value === '' || 'reason' in day) return
        if (state.value === 'came_back') return sink.returned(units)
        const key = variantKey({ sku: sku.value, name: '' })
        sink.sale({ line, key, shownAs: sku.value, day: day.value, units })
      },
    })
  }
}

function daysReader(
  { at, names, line: headLine, wide }: Header,
  { context, table, resolve }: SalesCells,
  sink: SalesSink,
): ReadSalesRecord {
  const skuAt = at.get('sku')!
  const column = table.column('units')
  const dayColumns: { index: number; day: number; name: string }[] = []
  for (const { index, name } of wide) {
    const read = readDay(name, context, table.column('day').day)
    if ('value' in read) dayColumns.push({ index, day: read.value, name })
    else {
      if (read.isAmbiguous) sink.ambiguous()
      sink.fault(headLine, name, read.reason)
    }
  }
  return ({ line, cells }, out) => {
    const sku = readSku(cells[skuAt], resolve)
    if ('reason' in sku || sku.value === '') {
      out.fault(line, names[skuAt]!, 'reason' in sku ? sku.reason : 'is empty')
      return
    }
    const key = variantKey({ sku: sku.value, name: '' })
    for (const { index, day, name } of dayColumns) {
      const cell = cells[index] ?? ''
      if (cell.trim() === '') continue
      takeUnits(cell, column, {
        sink: out,
        fault: (reason) => out.fault(line, name, reason),
        sale: (units) => out.sale({ line, key, shownAs: sku.value, day, units }),
      })
    }
  }
}

/**
 * Returns the reader of exported orders. It ignores the buyer's name and payment. An order's first row has
 * its times; each row has one line.
 */
function ordersReader({ at, names }: Header, { context, table, resolve }: SalesCells): ReadSalesRecord {
  const toCell = (cells: string[], name: string) => cells[at.get(name) ?? -1]?.trim() ?? ''
  const column = (name: string) => names[at.get(name)!] ?? name
  const days = cachedDays(context, table.column('day').day)
  let order = { name: '', placedAt: '', cancelledAt: '' }
  return ({ line, cells }, sink) => {
    const name = toCell(cells, 'order')
    const isSame = name === order.name
    order = {
      name,
      placedAt: toCell(cells, 'placedAt') || (isSame ? order.placedAt : ''),
      cancelledAt: toCell(cells, 'cancelledAt') || (isSame ? order.cancelledAt : ''),
    }
    if (order.cancelledAt !== '') return
    const [sku, lineName] = [readSku(toCell(cells, 'sku'), resolve), readText(toCell(cells, 'lineName'))]
    if ('reason' in sku) return sink.fault(line, column('sku'), sku.reason)
    if ('reason' in lineName) return sink.fault(line, column('lineName'), lineName.reason)
    const shownAs = sku.value || lineName.value
    if (shownAs === '') return sink.fault(line, column('lineName'), 'is empty')
    const day = days(order.placedAt)
    if ('reason' in day) {
      if (day.isAmbiguous) sink.ambiguous()
      sink.fault(line, column('placedAt'), day.reason)
    }
    takeUnits(toCell(cells, 'units'), table.column('units'), {
      sink,
      fault: (reason) => sink.fault(line, column('units'), reason),
      sale: (units) => {
        if ('reason' in day) return
        const key = variantKey({ sku: sku.value, name: lineName.value })
        sink.sale({ line, key, shownAs, day: day.value, units })
      },
    })
  }
}
