import { amountText, isIncoming, type PurchaseOrderStatus } from '@stockcast/contract'
import type { ImportedChange } from '../../purchasing/orders/update-imported.ts'
import type { PlannedOrder, SummedRow } from './plan-order.ts'
import { changesBetween, type ReportLine } from './report.ts'

/** A line of an order that was imported before, with the receipts of it that were not undone. */
export interface ImportedLine {
  lineId: number
  variantId: number
  units: number
  /** What the supplier confirmed; null: everything. */
  confirmed: number | null
  received: number
  rejected: number
  /** Units that are not expected any more. */
  cancelled: number
  unitCostMinor: number | null
  receipts: readonly { receiptId: number; day: string; accepted: number; rejected: number }[]
}

export interface ImportedOrder {
  orderId: number
  status: PurchaseOrderStatus
  orderedOn: string | null
  expectedOn: string | null
  isConfirmed: boolean
  currency: string
  lines: ImportedLine[]
}

/** What a file changes of the order line of one row, or why it cannot. */
export type RowUpdate =
  | { row: SummedRow; reason: string }
  | {
      row: SummedRow
      reason: null
      changes: ReportLine['changes']
      /** Whether the file says that nothing more of the order comes. */
      isEnded: boolean
      receipt: { day: string; lineId: number; accepted: number; rejected: number } | null
      /** A receipt whose day the file corrects. */
      redated: { receiptId: number; lineId: number; day: string } | null
      /** The line, if nothing more of it comes while other lines are on their way. */
      cancelledLine: number | null
      /** The units or the cost that the file corrects; of a product that the order did not have, `lineId` is null. */
      resized: ImportedChange['resized'][number] | null
    }

/**
 * Returns what a later file changes in an order that was imported before: corrected units and costs, further units received or
 * rejected, days, lines with no further units to come, and whether the order has ended. Values that the file leaves out stay
 * unchanged, and so does a day that the supplier confirmed. Fewer received units than before are a fault, because receipts are
 * undone on the order's page. The same file again changes nothing.
 */
export function planUpdate(
  known: ImportedOrder,
  planned: PlannedOrder,
): { updates: RowUpdate[]; change: ImportedChange | null } {
  const isPlaced = known.status === 'draft' && planned.orderedOn !== null && planned.status !== 'cancelled'
  const days = isPlaced ? placedDays(planned) : changedDays(known, planned)
  const orderedOn = days.orderedOn ?? known.orderedOn
  const lineOf = firstLines(known)
  const updates = planned.rows.map((row, i) => {
    const line = lineOf.get(row.variantId)
    return updateOf(row, { known, line, planned, index: i, orderedOn, days })
  })
  const good = updates.flatMap((update) => (update.reason === null ? [update] : []))
  const receipts = good.flatMap(({ receipt }) => receipt ?? [])
  const redated = good.flatMap((update) => update.redated ?? [])
  const end = good.length === updates.length ? endOf(known, planned) : null
  const cancelledLines = end === null ? good.flatMap((update) => update.cancelledLine ?? []) : []
  const resized = good.flatMap((update) => update.resized ?? [])
  const isChanged =
    good.length > 0 &&
    (receipts.length + redated.length + cancelledLines.length + resized.length > 0 ||
      end !== null ||
      Object.values(days).some(Boolean))
  return {
    updates,
    change: isChanged
      ? { orderId: known.orderId, ...days, resized, receipts, redated, cancelledLines, end }
      : null,
  }
}

function firstLines({ lines }: ImportedOrder): Map<number, ImportedLine> {
  return new Map(lines.toReversed().map((line) => [line.variantId, line]))
}

interface ChangedDays {
  orderedOn: string | null
  expectedOn: string | null
}

/** Returns the days of a draft that is ordered by now, as the file has it. */
function placedDays({ orderedOn, expectedOn }: PlannedOrder): ChangedDays {
  return { orderedOn, expectedOn }
}

function changedDays(known: ImportedOrder, planned: PlannedOrder): ChangedDays {
  const stated = planned.rows.some(({ orderedOn }) => orderedOn !== null)
  const firstReceipt = known.lines
    .flatMap(({ receipts }) => receipts.map(({ day }) => day))
    .reduce((first: string | null, day) => (first === null || day < first ? day : first), null)
  const orderedOn =
    stated &&
    known.orderedOn !== null &&
    planned.orderedOn !== null &&
    (firstReceipt === null || planned.orderedOn <= firstReceipt)
      ? planned.orderedOn
      : known.orderedOn
  const expectedOn =
    isIncoming(known.status) && !known.isConfirmed && planned.expectedOn
      ? planned.expectedOn
      : known.expectedOn
  return {
    orderedOn: orderedOn === known.orderedOn ? null : orderedOn,
    expectedOn: expectedOn === known.expectedOn ? null : expectedOn,
  }
}

function updateOf(
  row: SummedRow,
  args: {
    known: ImportedOrder
    /** The line of the row's product, if the order has one. */
    line: ImportedLine | undefined
    planned: PlannedOrder
    index: number
    orderedOn: string | null
    days: ChangedDays
  },
): RowUpdate {
  const { known, planned, index, orderedOn, days } = args
  const wanted = planned.lines[index]!
  const isResized = args.line?.units !== row.units
  const obstacle = isResized ? obstacleToResize(known, args.line, row) : null
  if (obstacle !== null) return fault(row, obstacle)
  const line = args.line ?? { ...noLine, variantId: row.variantId }
  const isTold = row.received !== undefined || wanted.received > 0
  const accepted = isTold ? wanted.received - line.received : 0
  const rejected = Math.max(0, row.rejected - line.rejected)
  if (accepted < 0)
    return fault(row, 'has more received units here than in the file. Undo the receipt on its page.')
  const receipt =
    accepted > 0 || rejected > 0
      ? { day: row.receivedOn ?? orderedOn ?? '', lineId: line.lineId, accepted, rejected }
      : null
  const redated = receipt === null ? getRedated(row, line) : null
  const day = receipt?.day ?? redated?.day
  if (day !== undefined) {
    if (known.status === 'closed' || known.status === 'cancelled')
      return fault(row, `is ${known.status} here. Open it again on its page first.`)
    if (orderedOn === null || day < orderedOn) return fault(row, 'was received before it was ordered.')
  }
  const isCancelled = isIncoming(known.status) && wanted.cancelled > line.cancelled
  if (isCancelled && wanted.units > wanted.received + wanted.rejected + wanted.cancelled)
    return fault(row, 'has a part of this product cancelled in the file. Change it on its page.')
  const unitCostMinor = newCost(wanted, { known, planned, line })
  const isFixed = unitCostMinor !== null && !isResized && isCostFixed(known, line)
  if (isFixed && receipt === null && redated === null && !isCancelled && endOf(known, planned) === null) {
    const cost = line.unitCostMinor === null ? 'no cost' : amountText(line.unitCostMinor, known.currency)
    return fault(row, `has ${cost} a unit here, which a file changes only before it arrives or is confirmed.`)
  }
  const isCorrected = isResized || (unitCostMinor !== null && !isFixed)
  const changes = changesBetween(
    {
      units: String(line.units),
      orderedOn: days.orderedOn === null ? '' : (known.orderedOn ?? ''),
      expectedOn: days.expectedOn === null ? '' : (known.expectedOn ?? ''),
      received: String(line.received),
      rejected: String(line.rejected),
      cancelled: String(line.cancelled),
      receivedOn: redated === null ? '' : line.receipts[0]!.day,
      unitCost: costText(isCorrected ? line.unitCostMinor : null, known.currency),
    },
    {
      units: String(row.units),
      orderedOn: days.orderedOn ?? '',
      expectedOn: days.expectedOn ?? '',
      received: String(line.received + accepted),
      rejected: String(line.rejected + rejected),
      cancelled: String(isCancelled ? wanted.cancelled : line.cancelled),
      receivedOn: redated?.day ?? '',
      unitCost: costText(isCorrected ? (unitCostMinor ?? line.unitCostMinor) : null, known.currency),
    },
  )
  return {
    row,
    reason: null,
    changes,
    isEnded: endOf(known, planned) !== null,
    receipt,
    redated,
    cancelledLine: isCancelled ? line.lineId : null,
    resized: isCorrected
      ? {
          lineId: args.line?.lineId ?? null,
          variantId: row.variantId,
          units: row.units,
          unitCostMinor,
        }
      : null,
  }
}

/** Returns the cost that a file corrects; null if it gives none, the same, or one in another currency. */
function newCost(
  { unitCostMinor }: PlannedOrder['lines'][number],
  args: { known: ImportedOrder; planned: PlannedOrder; line: Omit<ImportedLine, 'variantId'> },
): number | null {
  const { known, planned, line } = args
  return planned.currency === known.currency && unitCostMinor !== line.unitCostMinor ? unitCostMinor : null
}

/** Returns whether a line keeps its cost: the order has ended, or the supplier confirmed it. */
function isCostFixed(
  { status, isConfirmed }: ImportedOrder,
  { confirmed }: Omit<ImportedLine, 'variantId'>,
): boolean {
  return (status !== 'draft' && !isIncoming(status)) || isConfirmed || confirmed !== null
}

const costText = (minor: number | null, currency: string) =>
  minor === null ? '' : amountText(minor, currency)

/** The values of a line that the stored order does not have yet. */
const noLine: Omit<ImportedLine, 'variantId'> = {
  lineId: 0,
  units: 0,
  confirmed: null,
  received: 0,
  rejected: 0,
  cancelled: 0,
  unitCostMinor: null,
  receipts: [],
}

/** Returns why the units of a line cannot be corrected; null if they can. */
function obstacleToResize(
  { status, isConfirmed }: ImportedOrder,
  line: ImportedLine | undefined,
  row: SummedRow,
): string | null {
  const has = line === undefined ? 'without this product' : `with ${line.units} units`
  if (status !== 'draft' && !isIncoming(status)) return `is ${status} here, ${has}. Change it on its page.`
  if (isConfirmed || line?.confirmed != null)
    return `was confirmed by the supplier, ${has}. Change it on its page.`
  if (line === undefined && ((row.received ?? 0) > 0 || row.end === 'ended'))
    return 'has a further product that was received. Add it on its page.'
  const arrived = line === undefined ? 0 : line.received + line.rejected
  return row.units < arrived ? `has ${arrived} units of this product that have arrived already.` : null
}

/** Compares our own file of an order with that order, which is changed on its page alone. */
export function compareOwn(known: ImportedOrder, planned: PlannedOrder): RowUpdate[] {
  const lineOf = firstLines(known)
  return planned.rows.map((row) => {
    const line = lineOf.get(row.variantId)
    if (line === undefined || (line.confirmed ?? line.units) !== row.units)
      return fault(row, 'is an order of yours here, with other units. Change it on its page.')
    const nothing = { isEnded: false, receipt: null, redated: null, cancelledLine: null, resized: null }
    return { row, reason: null, changes: [], ...nothing }
  })
}

/** Returns the receipt that has all units of the line on another day than the file. */
function getRedated(row: SummedRow, { lineId, receipts }: ImportedLine) {
  const [only] = receipts
  if (row.receivedOn === null || receipts.length !== 1 || only === undefined) return null
  return only.day === row.receivedOn ? null : { receiptId: only.receiptId, lineId, day: row.receivedOn }
}

/** Returns how an open order ends, if the file has it as ended; null otherwise. */
function endOf({ status }: ImportedOrder, planned: PlannedOrder): ImportedChange['end'] {
  const isEnded = planned.status === 'closed' || planned.status === 'cancelled'
  if (!isEnded || !['draft', 'ordered', 'partly_received'].includes(status)) return null
  return planned.status === 'closed' ? 'closed' : 'cancelled'
}

function fault(row: SummedRow, what: string): RowUpdate {
  return { row, reason: what }
}
