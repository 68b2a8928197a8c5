import { MAX_ORDER_LINES, type PurchaseOrderStatus } from '@stockcast/contract'
import { codeKey, type OrderLineState } from '@stockcast/tables'
import type { ReportLine } from './report.ts'

const MAX_UNITS = 1_000_000
const MAX_YEARS_AGO = 10
const MAX_YEARS_AHEAD = 3

/** One line of an order, as read from a file. */
export interface OrderRow {
  named: Pick<ReportLine, 'line' | 'supplier' | 'sku' | 'variantId' | 'matchedBy'>
  order: string
  supplierName: string | null
  currency: string
  variantId: number
  units: number
  /** Undefined if the file does not say. */
  received: number | undefined
  rejected: number
  /** Units that the file says will not come. */
  cancelled: number
  unitCostMinor: number | null
  orderedOn: string | null
  expectedOn: string | null
  receivedOn: string | null
  end: OrderLineState
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
  /** Where it differs from that of the order; null otherwise. */
  expectedOn: string | null
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
  /** What the file says about each line: one row, or the sum of the rows with the product. */
  rows: SummedRow[]
}

export interface SummedRow extends OrderRow {
  /** The further rows of the same product. */
  also: OrderRow[]
}

interface Fault {
  row: OrderRow
  reason: string
}

/**
 * Returns the order that the rows with one order number make, without the faulty rows. Each row has a state of its own, and
 * rows of one product are one line. A receipt without a day counts on the day of the order, so that no lead time is learned
 * from it; an order with nothing left to come then has no expected day either, because it is unknown whether it came on time.
 */
export function planOrder(
  given: readonly OrderRow[],
  today: string,
): { planned: PlannedOrder | null; faults: Fault[] } {
  const first = given.find((row) => row.supplierName !== null) ?? given[0]!
  const orderedOn =
    earliest(given.map((row) => row.orderedOn)) ?? earliest(given.map((row) => row.receivedOn)) ?? today
  const faults: Fault[] = []
  const rowsOf = new Map<number, { rows: OrderRow[]; units: number }>()
  for (const row of given) {
    const reason = getFault(row, { first, orderedOn, today, rowsOf })
    if (reason !== null) {
      faults.push({ row, reason })
      continue
    }
    const own = rowsOf.get(row.variantId) ?? { rows: [], units: 0 }
    own.rows.push(row)
    own.units += row.units
    rowsOf.set(row.variantId, own)
  }
  if (rowsOf.size === 0) return { planned: null, faults }
  const all = [...rowsOf.values()].map(({ rows }) => rows)
  const rows = all.map(summed)
  const lines = all.map((own) => summedLine(own.map((row) => getLine(row, orderedOn))))
  const status = getStatus(all.flat(), lines)
  const isDated = all.flat().every((row) => getLine(row, orderedOn).received === 0 || row.receivedOn !== null)
  const isIncoming = status === 'ordered' || status === 'partly_received'
  const expectedOn = isDated || isIncoming ? latest(rows.map((row) => row.expectedOn)) : null
  const planned: PlannedOrder = {
    externalId: first.order,
    supplierId: null,
    supplierName: first.supplierName,
    currency: first.currency,
    status,
    orderedOn: status === 'draft' ? null : orderedOn,
    expectedOn,
    lines: lines.map((line) => ({
      ...line,
      expectedOn: expectedOn === null || line.expectedOn === expectedOn ? null : line.expectedOn,
    })),
    rows,
  }
  return { planned, faults }
}

function getFault(
  row: OrderRow,
  order: {
    first: OrderRow
    orderedOn: string
    today: string
    rowsOf: ReadonlyMap<number, { units: number }>
  },
): string | null {
  const { first, orderedOn, today, rowsOf } = order
  const name = (each: OrderRow) => codeKey(each.supplierName ?? '')
  if (row.supplierName !== null && name(row) !== name(first)) {
    return `The order is from another supplier on line ${first.named.line}.`
  }
  const units = row.units + (rowsOf.get(row.variantId)?.units ?? 0)
  if (units > MAX_UNITS) return 'The rows of this product add up to more than a million units.'
  if (rowsOf.size === MAX_ORDER_LINES && !rowsOf.has(row.variantId)) {
    return `An order has ${MAX_ORDER_LINES.toLocaleString('en-US')} lines at most. Split it into several.`
  }
  if (orderedOn > today) return 'The order is dated in the future.'
  if (orderedOn < yearsFrom(today, -MAX_YEARS_AGO))
    return `The order is dated more than ${MAX_YEARS_AGO} years ago: ${orderedOn}.`
  if (row.expectedOn !== null && row.expectedOn > yearsFrom(today, MAX_YEARS_AHEAD))
    return `The order is expected more than ${MAX_YEARS_AHEAD} years ahead: ${row.expectedOn}.`
  if (row.expectedOn !== null && row.expectedOn < (row.orderedOn ?? row.expectedOn))
    return `The order is expected on ${row.expectedOn}, before it was ordered.`
  if (row.receivedOn !== null && row.receivedOn > today) return 'The receipt is dated in the future.'
  if (row.receivedOn !== null && row.receivedOn < orderedOn) return 'The receipt is dated before the order.'
  return null
}

const yearsFrom = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

function getLine(row: OrderRow, orderedOn: string): PlannedLine {
  const { variantId, units, rejected, unitCostMinor, end, expectedOn } = row
  const isEnded = end === 'ended' || end === 'cancelled'
  const received =
    row.received ??
    (end === 'ended' || row.receivedOn !== null ? Math.max(0, units - rejected - row.cancelled) : 0)
  const rest = Math.max(0, units - received - rejected)
  return {
    variantId,
    units,
    received,
    rejected,
    cancelled: isEnded ? rest : Math.min(row.cancelled, rest),
    unitCostMinor,
    receivedOn: row.receivedOn ?? orderedOn,
    expectedOn,
  }
}

/** Returns the line of a product that several rows name. Its cost is the mean of theirs, by units. */
function summedLine(lines: readonly PlannedLine[]): PlannedLine {
  const sum = (of: (line: PlannedLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const isUnknown = lines.some(({ unitCostMinor }) => unitCostMinor === null)
  const units = sum((line) => line.units)
  return {
    variantId: lines[0]!.variantId,
    units,
    received: sum((line) => line.received),
    rejected: sum((line) => line.rejected),
    cancelled: sum((line) => line.cancelled),
    unitCostMinor: isUnknown ? null : Math.round(sum((line) => line.units * line.unitCostMinor!) / units),
    receivedOn:
      latest(lines.filter(({ received }) => received > 0).map((line) => line.receivedOn)) ??
      lines[0]!.receivedOn,
    expectedOn: latest(lines.map((line) => line.expectedOn)),
  }
}

function summed(rows: readonly OrderRow[]): SummedRow {
  const [first, ...also] = rows
  const told = rows.filter(({ received }) => received !== undefined)
  return {
    ...first!,
    also,
    units: rows.reduce((sum, { units }) => sum + units, 0),
    received: told.length === 0 ? undefined : told.reduce((sum, { received }) => sum + received!, 0),
    rejected: rows.reduce((sum, { rejected }) => sum + rejected, 0),
    cancelled: rows.reduce((sum, { cancelled }) => sum + cancelled, 0),
    expectedOn: latest(rows.map(({ expectedOn }) => expectedOn)),
    receivedOn: latest(rows.map(({ receivedOn }) => receivedOn)),
  }
}

function getStatus(rows: readonly OrderRow[], lines: readonly PlannedLine[]): PurchaseOrderStatus {
  const hasReceipts = lines.some(({ received, rejected }) => received > 0 || rejected > 0)
  const isToCome = lines.some((line) => restOf(line) > 0)
  if (isToCome && hasReceipts) return 'partly_received'
  if (isToCome) return rows.every(({ end }) => end === 'draft' || end === 'cancelled') ? 'draft' : 'ordered'
  if (!hasReceipts) return 'cancelled'
  return lines.some(({ cancelled }) => cancelled > 0) ? 'closed' : 'received'
}

function restOf({ units, received, rejected, cancelled }: PlannedLine): number {
  return Math.max(0, units - received - rejected - cancelled)
}

function earliest(days: readonly (string | null)[]): string | null {
  return days.reduce((found, day) => (found === null || (day !== null && day < found) ? day : found), null)
}

function latest(days: readonly (string | null)[]): string | null {
  return days.reduce((found, day) => (found === null || (day !== null && day > found) ? day : found), null)
}
