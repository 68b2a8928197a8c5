import { MAX_ORDER_LINES, type PurchaseOrderStatus } from '@stockcast/contract'
import type { ReportLine } from './report.ts'

/** The state of an order by its file: a draft, ended, or still to come. */
export type OrderEnd = 'draft' | 'cancelled' | 'ended' | 'open'

const endOf: ReadonlyMap<string, OrderEnd> = new Map(
  Object.entries({
    draft: ['draft', 'new', 'pending approval'],
    cancelled: ['cancelled', 'canceled', 'void', 'deleted'],
    ended: ['received', 'fully received', 'complete', 'completed', 'closed', 'archived', 'done'],
  }).flatMap(([end, words]) => words.map((word) => [word, end as OrderEnd] as const)),
)

/** Reads the column for the state. With other words than the known ones, the units decide. */
export function readEnd(text: string): OrderEnd {
  return endOf.get(text.trim().toLowerCase()) ?? 'open'
}

/** One line of an order as a file has it. */
export interface OrderRow {
  named: Pick<ReportLine, 'line' | 'supplier' | 'sku' | 'variantId' | 'matchedBy'>
  order: string
  supplierName: string | null
  currency: string
  variantId: number
  units: number
  /** Undefined where the file does not say. */
  received: number | undefined
  rejected: number
  unitCostMinor: number | null
  orderedOn: string | null
  expectedOn: string | null
  receivedOn: string | null
  end: OrderEnd
}

interface PlannedLine {
  variantId: number
  units: number
  received: number
  rejected: number
  /** Units that are not expected any more. */
  cancelled: number
  unitCostMinor: number | null
  receivedOn: string
}

export interface PlannedOrder {
  externalId: string
  supplierId: number | null
  supplierName: string | null
  currency: string
  status: PurchaseOrderStatus
  orderedOn: string | null
  expectedOn: string | null
  lines: PlannedLine[]
  rows: OrderRow[]
}

interface Fault {
  row: OrderRow
  reason: string
}

/**
 * Returns the order that these rows of one number make, without the faulty ones. A receipt without a day counts on the
 * day of the order, so that no lead time is learned from it; the order then has no expected day either, because nobody
 * can tell whether it was kept.
 */
export function planOrder(
  given: readonly OrderRow[],
  today: string,
): { planned: PlannedOrder | null; faults: Fault[] } {
  const first = given.find((row) => row.supplierName !== null) ?? given[0]!
  const orderedOn =
    earliest(given.map((row) => row.orderedOn)) ?? earliest(given.map((row) => row.receivedOn)) ?? today
  const faults: Fault[] = []
  const rowOf = new Map<number, OrderRow>()
  for (const row of given) {
    const reason = faultOf(row, { first, orderedOn, today, rowOf })
    if (reason === null) rowOf.set(row.variantId, row)
    else faults.push({ row, reason })
  }
  const rows = [...rowOf.values()]
  if (rows.length === 0) return { planned: null, faults }
  const end = rows[0]!.end
  const lines = rows.map((row) => lineOf(row, { end, orderedOn }))
  const status = statusOf(end, lines)
  const withRest = status === 'closed' || status === 'cancelled' ? lines.map(withoutRest) : lines
  const isDated = rows.every((row, i) => lines[i]!.received === 0 || row.receivedOn !== null)
  const planned: PlannedOrder = {
    externalId: first.order,
    supplierId: null,
    supplierName: first.supplierName,
    currency: first.currency,
    status,
    orderedOn: status === 'draft' ? null : orderedOn,
    expectedOn: isDated ? latest(rows.map((row) => row.expectedOn)) : null,
    lines: withRest,
    rows,
  }
  return { planned, faults }
}

function faultOf(
  row: OrderRow,
  order: { first: OrderRow; orderedOn: string; today: string; rowOf: ReadonlyMap<number, OrderRow> },
): string | null {
  const { first, orderedOn, today, rowOf } = order
  const name = (each: OrderRow) => each.supplierName?.toLowerCase()
  if (row.supplierName !== null && name(row) !== name(first)) {
    return `The order is from another supplier on line ${first.named.line}.`
  }
  if (rowOf.size === MAX_ORDER_LINES) {
    return `An order has ${MAX_ORDER_LINES.toLocaleString('en-US')} lines at most. Split it into several.`
  }
  const twin = rowOf.get(row.variantId)
  if (twin) return `The same product is on line ${twin.named.line} of this order.`
  if (orderedOn > today) return 'The order is dated in the future.'
  if (row.receivedOn !== null && row.receivedOn > today) return 'The receipt is dated in the future.'
  if (row.receivedOn !== null && row.receivedOn < orderedOn) return 'The receipt is dated before the order.'
  return null
}

function lineOf(row: OrderRow, { end, orderedOn }: { end: OrderEnd; orderedOn: string }): PlannedLine {
  const { variantId, units, rejected, unitCostMinor } = row
  const received =
    row.received ?? (end === 'ended' || row.receivedOn !== null ? Math.max(0, units - rejected) : 0)
  return {
    variantId,
    units,
    received,
    rejected,
    cancelled: 0,
    unitCostMinor,
    receivedOn: row.receivedOn ?? orderedOn,
  }
}

function statusOf(end: OrderEnd, lines: readonly PlannedLine[]): PurchaseOrderStatus {
  const hasReceipts = lines.some(({ received, rejected }) => received > 0 || rejected > 0)
  const isWhole = lines.every((line) => restOf(line) === 0)
  if (isWhole) return 'received'
  if (end === 'cancelled') return hasReceipts ? 'closed' : 'cancelled'
  if (end === 'ended') return 'closed'
  if (hasReceipts) return 'partly_received'
  return end === 'draft' ? 'draft' : 'ordered'
}

function restOf({ units, received, rejected }: PlannedLine): number {
  return Math.max(0, units - received - rejected)
}

function withoutRest(line: PlannedLine): PlannedLine {
  return { ...line, cancelled: restOf(line) }
}

function earliest(days: readonly (string | null)[]): string | null {
  return days.reduce((found, day) => (found === null || (day !== null && day < found) ? day : found), null)
}

function latest(days: readonly (string | null)[]): string | null {
  return days.reduce((found, day) => (found === null || (day !== null && day > found) ? day : found), null)
}
