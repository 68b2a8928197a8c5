import { minorDigits } from '@stockcast/contract'
import {
  type CsvRecord,
  codeText,
  isShortened,
  type OrderLineState,
  readFlag,
  readOrderState,
  shown,
} from '@stockcast/tables'
import { inTurns } from '../../../kernel/in-turns.ts'
import type { ImportedChange } from '../../purchasing/orders/update-imported.ts'
import type { StoredSupplier } from '../queries.ts'
import {
  amountIn,
  type CellReader,
  codeUpTo,
  dayCell,
  flagCell,
  type RowCells,
  textUpTo,
  toCells,
  wholeBetween,
} from './cells.ts'
import { createFileSuppliers, type FileSuppliers } from './file-suppliers.ts'
import type { MatchedVariant } from './match-variant.ts'
import { type OrderRow, type PlannedOrder, planOrder } from './plan-order.ts'
import { compareOwn, type ImportedOrder, planUpdate, type RowUpdate } from './plan-update.ts'
import type { Table } from './read-table.ts'
import { changesBetween, createReport, type Report, shownCode } from './report.ts'
import { readName } from './supplier-file.ts'

const MAX_UNITS = 1_000_000
/** What holds several units, or says how many. */
const SEVERAL =
  /case|^cs$|pack|^pk|box|carton|ctn|do[zs]|^dz$|pallet|karton|palette|^ve$|caja|caixa|colis|scatol|doos|[2-9]|\d\d/i
const NUMBER_LENGTH = 100
/** Types of orders that bring nothing from a supplier. */
const WITHIN_SHOP = ['transfer', 'assembly']

interface OrderFilePlan {
  report: Report
  suppliers: FileSuppliers
  orders: PlannedOrder[]
  /** What changes of orders that were imported before. */
  changes: ImportedChange[]
}

interface OrderFileArgs {
  table: Table
  stored: readonly StoredSupplier[]
  shopCurrency: string
  today: string
  /** Whether it is our own file of an order. */
  isOwn: boolean
  match: (codes: { sku: string; barcode: string }) => MatchedVariant
  /** The orders that were imported before, by the number in their file. */
  getImported: (orders: readonly string[]) => Promise<Map<string, ImportedOrder>>
}

/**
 * Returns the orders that a file adds, and what it changes of orders that were imported before. Rows with one number are one
 * order.
 */
export async function planOrderFile(args: OrderFileArgs): Promise<OrderFilePlan> {
  const report = createReport()
  const suppliers = createFileSuppliers(args.stored, args.shopCurrency)
  const rows: OrderRow[] = []
  const continued = carryDown(args.table)
  for await (const record of inTurns(args.table.records)) {
    const cells = toCells(args.table, continued(record))
    const { row, named, unmatched } = readRow(cells, { ...args, suppliers })
    const reason = cells.reason()
    if (reason !== null) report.add({ ...named, state: 'faulty', reason })
    else if (unmatched !== null) report.add({ ...named, state: 'unmatched', reason: unmatched })
    else if (row) rows.push(row)
  }
  const byOrder = Map.groupBy(rows, ({ order }) => order)
  const imported = await args.getImported([...byOrder.keys()])
  const orders: PlannedOrder[] = []
  const changes: ImportedChange[] = []
  for await (const [order, given] of inTurns(byOrder, { getSize: toRows })) {
    const known = imported.get(order)
    const { planned, faults } = planOrder(given, args.today)
    for (const { row, reason } of faults) report.add({ ...row.named, state: 'faulty', reason })
    if (planned === null) continue
    if (known && args.isOwn) {
      for (const update of compareOwn(known, planned)) reportUpdate(report, update, false)
      continue
    }
    if (known) {
      const { updates, change } = planUpdate(known, planned)
      for (const update of updates) reportUpdate(report, update, change !== null)
      if (change) changes.push(change)
      continue
    }
    const { supplierName, currency } = planned
    const supplierId = supplierName === null ? null : suppliers.take(supplierName, currency)
    orders.push({ ...planned, supplierId })
    for (const row of planned.rows.flatMap((each) => [each, ...each.also]))
      report.add({ ...row.named, state: 'added' }, () => changesBetween(null, getTexts(row)))
  }
  return { report, suppliers, orders, changes }
}

/** What the first row of an order says for all of its rows. */
const OF_ORDER = [
  'order',
  'orderId',
  'supplier',
  'currency',
  'orderedOn',
  'expectedOn',
  'status',
  'orderType',
]

/**
 * Returns the function that gives a row without a number and a supplier those of the row above, as printed orders and merged cells
 * have them.
 */
function carryDown({ columns: { at } }: Table): (record: CsvRecord) => CsvRecord {
  const places = OF_ORDER.flatMap((field) => at.get(field) ?? [])
  const named = ['order', 'orderId', 'supplier'].flatMap((field) => at.get(field) ?? [])
  let above: CsvRecord | null = null
  return (record) => {
    const isContinued = above !== null && named.every((place) => record.cells[place] === '')
    const cells = record.cells.map((cell, place) =>
      isContinued && cell === '' && places.includes(place) ? above!.cells[place]! : cell,
    )
    above = { ...record, cells }
    return above
  }
}

const toRows = ([, given]: [string, readonly OrderRow[]]) => given.length

function reportUpdate(report: Report, update: RowUpdate, isChanged: boolean): void {
  const { row, reason } = update
  for (const { named } of [row, ...row.also]) {
    if (reason !== null)
      report.add({ ...named, state: 'faulty', reason: `Order ${shown(row.order)} ${reason}` })
    else if (isChanged && (update.changes.length > 0 || update.isEnded))
      report.add({ ...named, state: 'changed' }, () => update.changes)
    else report.add({ ...named, state: 'unchanged' })
  }
}

function getTexts(row: OrderRow): Record<string, string> {
  return {
    order: row.order,
    units: String(row.units),
    received: String(row.received ?? ''),
    orderedOn: row.orderedOn ?? '',
    expectedOn: row.expectedOn ?? '',
    receivedOn: row.receivedOn ?? '',
  }
}

const stateCell: CellReader<OrderLineState> = (text) => readOrderState(text)
/** Reads how many units will not come; `yes` is all of them. */
const cancelledCell: CellReader<number> = (text, column, head) => {
  const flag = /^\d/.test(text) ? null : readFlag(text)
  if (flag && 'value' in flag) return { value: flag.value ? MAX_UNITS : 0 }
  return wholeBetween(0, MAX_UNITS)(text, column, head)
}
const STATES: readonly OrderLineState[] = ['cancelled', 'ended', 'draft', 'open']

/** Returns the state of a line: that of the order or its own, whichever lets fewer units come. */
function readState(cells: RowCells): OrderLineState {
  const given = [cells.value('status', stateCell), cells.value('lineStatus', stateCell)]
  if (cells.value('removed', flagCell)) return 'cancelled'
  return STATES.find((state) => given.includes(state)) ?? 'open'
}

function readRow(
  cells: RowCells,
  { suppliers, match, shopCurrency }: OrderFileArgs & { suppliers: FileSuppliers },
): { row: OrderRow | null; named: OrderRow['named']; unmatched: string | null } {
  const supplierName = cells.value('supplier', readName) ?? null
  const sku = cells.text('sku') ?? ''
  const barcode = cells.text('barcode') ?? ''
  const matched = match({ sku, barcode })
  const named = {
    line: cells.line,
    supplier: supplierName,
    sku: shownCode({ sku, barcode }),
    variantId: matched.variantId,
    matchedBy: matched.variantId === null ? null : matched.matchedBy,
  }
  const currency = supplierName === null ? shopCurrency : suppliers.find(supplierName, cells).currency
  const numberCell: CellReader<string> = (text, column, head) =>
    (isShortened(text) ? codeUpTo : textUpTo)(NUMBER_LENGTH)(codeText(text), column, head)
  const order = cells.value('order', numberCell) ?? cells.value('orderId', numberCell)
  if (order === undefined) cells.fail('order', 'is empty')
  const type = cells.text('orderType')?.toLowerCase() ?? ''
  if (WITHIN_SHOP.includes(type)) cells.fail('orderType', `is a ${type}, not an order to a supplier`)
  const units = cells.value('units', wholeBetween(1, MAX_UNITS))
  if (units === undefined && cells.reason() === null) cells.fail('units', 'is empty')
  const countedIn = cells.text('countedIn') ?? ''
  if (SEVERAL.test(countedIn))
    cells.fail(
      'countedIn',
      `${shown(countedIn)} may be several units; write how many units were ordered, and Each`,
    )
  const unitCostMinor = cells.value('unitCost', amountIn({ currency, digits: minorDigits(currency) })) ?? null
  const fields = {
    received: cells.value('received', wholeBetween(0, MAX_UNITS)),
    rejected: cells.value('rejected', wholeBetween(0, MAX_UNITS)) ?? 0,
    cancelled: cells.value('cancelled', cancelledCell) ?? 0,
    orderedOn: cells.value('orderedOn', dayCell) ?? null,
    expectedOn: cells.value('expectedOn', dayCell) ?? null,
    receivedOn: cells.value('receivedOn', dayCell) ?? null,
    end: readState(cells),
  }
  const remaining = cells.value('remaining', wholeBetween(0, MAX_UNITS))
  if (units !== undefined && remaining !== undefined && fields.received === undefined) {
    if (remaining > units) cells.fail('remaining', `${remaining} are more than the ${units} ordered`)
    else if (fields.end === 'open')
      fields.received = Math.max(0, units - remaining - fields.rejected - fields.cancelled)
  }
  if (matched.variantId === null) return { row: null, named, unmatched: matched.reason }
  if (order === undefined || units === undefined) return { row: null, named, unmatched: null }
  const { variantId } = matched
  return {
    row: { named, order, supplierName, currency, variantId, units, unitCostMinor, ...fields },
    named,
    unmatched: null,
  }
}
