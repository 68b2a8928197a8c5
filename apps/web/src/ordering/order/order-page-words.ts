import { getOriginalNumber, isIncoming, type PurchaseOrder, type Receipt } from '@stockcast/contract'
import { daysBetween, formatDay } from '../../ui/format/days.ts'
import { formatCount, formatDayCount, formatUnits } from '../../ui/format/numbers.ts'
import { formatUnitCost } from '../money.ts'

/** Returns the number under which the order was imported, when it was placed and when it is expected. */
export function headWords(order: PurchaseOrder): string {
  const originalNumber = getOriginalNumber(order)
  return originalNumber === null ? dayWords(order) : `Earlier number ${originalNumber}. ${dayWords(order)}`
}

/** Returns the day of the last delivery that was not undone; null without one. */
export function lastReceipt({ receipts }: Pick<PurchaseOrder, 'receipts'>): string | null {
  const days = receipts.filter(({ isReversed, reverses }) => !isReversed && reverses === null)
  return (
    days
      .map(({ receivedOn }) => receivedOn)
      .toSorted()
      .at(-1) ?? null
  )
}

function dayWords(order: PurchaseOrder): string {
  const { status, orderedOn, expectedOn, isConfirmed, locationName } = order
  const to = locationName === null ? '' : ` for ${locationName}`
  const placed = orderedOn === null ? `Draft${to}, not ordered yet.` : `Ordered ${formatDay(orderedOn)}${to}.`
  const receivedOn = lastReceipt(order)
  if (!isIncoming(status) && receivedOn !== null) return `${placed} Received ${formatDay(receivedOn)}.`
  if (expectedOn === null || status === 'cancelled') return placed
  const expected = `${isConfirmed ? 'Confirmed' : 'Expected'} for ${formatDay(expectedOn)}`
  return `${placed} ${[expected, ...overdueNote(order, expectedOn)].join(', ')}.`
}

function overdueNote({ status, isLate, today }: PurchaseOrder, expectedOn: string): string[] {
  const days = daysBetween(expectedOn, today)
  const isOpen = status === 'ordered' || status === 'partly_received'
  if (!isOpen || days <= 0) return []
  return [isLate ? `${formatDayCount(days)} late` : `${formatDayCount(days)} ago`]
}

/** Returns whether projections count less than what is still to come. */
export function hasDoubt({ isLate, countedShare }: Pick<PurchaseOrder, 'isLate' | 'countedShare'>): boolean {
  return isLate || (countedShare !== null && countedShare < 1)
}

/** Returns what becomes of an order that is late, and what to do. */
export function doubtWords({ countedShare }: Pick<PurchaseOrder, 'countedShare'>): string {
  if (countedShare === 0)
    return 'It is so late that stock projections no longer count it. If it is still coming, enter the new date in the order details.'
  if (countedShare !== null && countedShare < 1)
    return 'Stock projections count less of it each day. If the supplier names a new date, enter it in the order details.'
  return 'If the supplier names a new date, enter it in the order details.'
}

/** Returns how far a draft is below the minimum of its supplier; null if nothing is known to be missing. */
export function belowMinimumWords(order: PurchaseOrder): string | null {
  const { status, supplierMinimum: minimum, supplierName, currency, units, lines, linesWithoutCost } = order
  if (status !== 'draft' || minimum.kind === 'none') return null
  const isValue = minimum.kind === 'value'
  if (isValue && linesWithoutCost > 0) return null
  const goodsMinor = lines.reduce((sum, { costMinor }) => sum + (costMinor ?? 0), 0)
  const missing = isValue ? minimum.amountMinor - goodsMinor : minimum.units - units
  if (missing <= 0) return null
  const words = isValue ? formatUnitCost(missing, currency) : formatCount(missing, 'unit')
  return `This draft is ${words} below the minimum of ${supplierName}.`
}

/** Returns what a delivery brought: `24 accepted, 2 rejected`. */
export function receiptWords({ lines, reverses }: Pick<Receipt, 'lines' | 'reverses'>): string {
  const accepted = lines.reduce((sum, line) => sum + line.accepted, 0)
  const rejected = lines.reduce((sum, line) => sum + line.rejected, 0)
  if (reverses !== null) return `undoes a delivery of ${formatUnits(-accepted)}`
  const parts = [
    `${formatUnits(accepted)} accepted`,
    ...(rejected === 0 ? [] : [`${formatUnits(rejected)} rejected`]),
  ]
  return `${parts.join(', ')}, ${formatCount(lines.length, 'product')}`
}
