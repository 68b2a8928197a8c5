import { minorDigits, SUPPLIER_LEAD_TIME_MAX_DAYS } from '@stockcast/contract'
import { inTurns } from '../../../kernel/in-turns.ts'
import type { StoredItem } from '../item-queries.ts'
import { faultOfItem, type ItemChange, planItems } from '../plan-items.ts'
import type { StoredSupplier } from '../queries.ts'
import { itemTexts } from '../texts.ts'
import {
  amountIn,
  type CellReader,
  codeUpTo,
  daysBetween,
  flagCell,
  type RowCells,
  toCells,
  wholeBetween,
} from './cells.ts'
import { createFileSuppliers, type FileSuppliers } from './file-suppliers.ts'
import type { MatchedVariant } from './match-variant.ts'
import type { Table } from './read-table.ts'
import { changesBetween, createReport, type Report, type ReportLine, shownCode } from './report.ts'
import { readPriceBreaks } from './supplier-cells.ts'
import { readName } from './supplier-file.ts'

const MAX_UNITS = 1_000_000
const MAX_RANK = 100
const SKU_LENGTH = 200

interface ItemRow {
  named: Pick<ReportLine, 'line' | 'supplier' | 'sku' | 'variantId' | 'matchedBy'>
  change: ItemChange
}

interface ItemFilePlan {
  report: Report
  suppliers: FileSuppliers
  written: StoredItem[]
}

/**
 * Returns what a file of suppliers' products changes. A supplier that does not exist yet is added by its name. Lines whose
 * product is not found, and faulty ones, are listed and left out.
 */
export async function planItemFile(args: {
  table: Table
  stored: readonly StoredSupplier[]
  shopCurrency: string
  match: (codes: { sku: string; barcode: string }) => MatchedVariant
  getItems: (variantIds: readonly number[]) => Promise<StoredItem[]>
}): Promise<ItemFilePlan> {
  const { table, match } = args
  const report = createReport()
  const suppliers = createFileSuppliers(args.stored, args.shopCurrency)
  const rows: ItemRow[] = []
  const lines = new Map<string, number>()
  for await (const record of inTurns(table.records)) {
    const cells = toCells(table, record)
    const read = readRow(cells, { suppliers, match })
    const twin = read.row && claim(lines, read.row, cells)
    const reason = twin ?? cells.reason()
    if (reason !== null) report.add({ ...read.named, state: 'faulty', reason })
    else if (read.unmatched !== null)
      report.add({ ...read.named, state: 'unmatched', reason: read.unmatched })
    else if (read.row) rows.push(read.row)
  }
  const stored = await args.getItems([...new Set(rows.map(({ change }) => change.variantId))])
  const planned = await planRows(rows, stored)
  for await (const { row, fault } of inTurns(planned.rows))
    if (fault !== null) report.add({ ...row.named, state: 'faulty', reason: fault })
  for await (const { row, outcome } of inTurns(planned.rows)) {
    if (outcome === null) continue
    const { before, after, state } = outcome
    if (state !== 'added' && state !== 'changed') {
      report.add({ ...row.named, state: 'unchanged' })
      continue
    }
    report.add({ ...row.named, state }, () => getChanges(row, { before, after, suppliers }))
  }
  return { report, suppliers, written: planned.written }
}

type Outcome = ReturnType<typeof planItems>['outcomes'][number]

interface PlannedRow {
  row: ItemRow
  /** Why the row is left out; then it has no outcome. */
  fault: string | null
  outcome: Outcome | null
}

function getChanges(
  { named, change }: ItemRow,
  { before, after, suppliers }: Pick<Outcome, 'before' | 'after'> & { suppliers: FileSuppliers },
): ReportLine['changes'] {
  const { currency } = suppliers.of(change.supplierId)
  const changes = changesBetween(
    before && itemTexts(before, currency),
    after ? itemTexts(after, currency) : {},
  )
  if (!suppliers.isNew(change.supplierId)) return changes
  return [{ field: 'supplier', before: null, after: named.supplier }, ...changes]
}

/** Plans product by product, since the items of one do not depend on those of another. Keeps the order of the rows. */
async function planRows(
  rows: readonly ItemRow[],
  stored: readonly StoredItem[],
): Promise<{ rows: PlannedRow[]; written: StoredItem[] }> {
  const planned: PlannedRow[] = []
  const products = new Map<number, PlannedRow[]>()
  for await (const row of inTurns(rows)) {
    const each: PlannedRow = { row, fault: null, outcome: null }
    const { variantId } = row.change
    planned.push(each)
    products.set(variantId, products.get(variantId) ?? [])
    products.get(variantId)!.push(each)
  }
  const storedOf = Map.groupBy(stored, (item) => item.variantId)
  const written: StoredItem[] = []
  for await (const [variantId, given] of inTurns(products, { getSize: toRows })) {
    const before = storedOf.get(variantId) ?? []
    const fitting = leaveOutUnfit(given, before)
    const plan = planItems(
      fitting.map(({ row }) => row.change),
      before,
    )
    for (const [i, each] of fitting.entries()) each.outcome = plan.outcomes[i] ?? null
    written.push(...plan.written)
  }
  return { rows: planned, written }
}

const toRows = ([, given]: [number, readonly PlannedRow[]]) => given.length

/** Leaves out rows whose item would have a maximum below its minimum, and notes why. */
function leaveOutUnfit(given: readonly PlannedRow[], before: readonly StoredItem[]): PlannedRow[] {
  const { outcomes } = planItems(
    given.map(({ row }) => row.change),
    before,
  )
  return given.filter((each, i) => {
    const after = outcomes[i]?.after
    each.fault = after ? (faultOfItem(after)?.reason ?? null) : null
    return each.fault === null
  })
}

interface ReadRow {
  named: ItemRow['named']
  row: ItemRow | null
  unmatched: string | null
}

function readRow(
  cells: RowCells,
  args: { suppliers: FileSuppliers; match: (codes: { sku: string; barcode: string }) => MatchedVariant },
): ReadRow {
  const { suppliers, match } = args
  const name = cells.value('supplier', readName) ?? null
  if (name === null && cells.reason() === null) cells.fail('supplier', 'is empty')
  const sku = cells.text('sku') ?? ''
  const barcode = cells.text('barcode') ?? ''
  const matched = match({ sku, barcode })
  const { variantId } = matched
  const matchedBy = matched.variantId === null ? null : matched.matchedBy
  const named = { line: cells.line, supplier: name, sku: shownCode({ sku, barcode }), variantId, matchedBy }
  if (name === null) return { named, row: null, unmatched: null }
  const supplier = suppliers.find(name, cells)
  const fields = readFields(cells, supplier.currency)
  if (matched.variantId === null) return { named, row: null, unmatched: matched.reason }
  if (cells.reason() !== null) return { named, row: null, unmatched: null }
  const change = {
    supplierId: suppliers.take(name, supplier.currency),
    variantId: matched.variantId,
    ...fields,
  }
  return { named, row: { named, change }, unmatched: null }
}

function readFields(cells: RowCells, currency: string): Omit<ItemChange, 'supplierId' | 'variantId'> {
  const isPreferred = cells.value('preferred', readPreferred) ?? false
  const money = { currency, digits: minorDigits(currency) }
  const priceBreaks = cells.clearable('priceBreaks', readPriceBreaks(money))
  return {
    supplierSku: cells.clearable('supplierSku', codeUpTo(SKU_LENGTH)),
    unitCostMinor: cells.clearable('unitCost', amountIn(money)),
    packSize: cells.value('packSize', readPack),
    minimumUnits: zeroIsNone(cells.clearable('minimumUnits', wholeBetween(0, MAX_UNITS))),
    maximumUnits: zeroIsNone(cells.clearable('maximumUnits', wholeBetween(0, MAX_UNITS))),
    priceBreaks: priceBreaks === null ? [] : priceBreaks,
    leadTimeDays: zeroIsNone(cells.clearable('leadTimeDays', daysBetween(0, SUPPLIER_LEAD_TIME_MAX_DAYS))),
    rank: isPreferred ? 1 : cells.value('rank', wholeBetween(1, MAX_RANK)),
  }
}

/** A pack and its units, such as `Box of 12`, `12/case`, `x12` or `12ct`. */
const PACK_OF =
  /^(?:\p{L}+ (?:of |à )?(\d+)|(\d+) ?(?:\/|per) ?\p{L}+|(\d+)[- ]?(?:pack|pk|ct|er)|[x×] ?(\d+))$/iu
const SINGLE = /^(?:ea\.?|each|pcs?\.?|pieces?|units?|single|stk\.?|stück)$/i

const readPack: CellReader<number> = (text, column, head) => {
  const [, ...counts] = PACK_OF.exec(text) ?? []
  const count = SINGLE.test(text) ? '1' : counts.find((each) => each !== undefined)
  return wholeBetween(1, MAX_UNITS)(count ?? text, column, head)
}

const readPreferred: CellReader<boolean> = (text, column, head) => {
  if (/^(?:primary|preferred|main|default|1st)$/i.test(text)) return { value: true }
  return /^(?:secondary|backup|alternative|2nd)$/i.test(text)
    ? { value: false }
    : flagCell(text, column, head)
}

/** Reads 0 as no limit, because other programs write it for a limit that is not set. */
function zeroIsNone(value: number | null | undefined): number | null | undefined {
  return value === 0 ? null : value
}

/** Remembers on which line the file names this supplier and product; returns the fault of a row that contradicts an earlier one. */
function claim(lines: Map<string, number>, { change }: ItemRow, { line }: RowCells): string | null {
  const { supplierId, variantId, rank } = change
  const item = `${variantId}/${supplierId}`
  const place = `${variantId} rank ${rank}`
  const twin = lines.get(item)
  if (twin !== undefined) return `The same supplier and product are on line ${twin} already.`
  const rival = rank === undefined ? undefined : lines.get(place)
  if (rival !== undefined) return `Line ${rival} gives the same rank to another supplier of this product.`
  lines.set(item, line)
  if (rank !== undefined) lines.set(place, line)
  return null
}
