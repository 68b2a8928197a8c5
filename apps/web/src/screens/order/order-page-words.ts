import type { PurchaseOrder, Receipt } from '@stockcast/contract'
import { daysBetween, formatDay } from '../../format/days.ts'
import { formatCount, formatDayCount, formatUnits } from '../../format/numbers.ts'

/** Returns when the order was placed and when it is expected. */
export function headWords(order: PurchaseOrder): string {
  const { status, orderedOn, expectedOn, isConfirmed, locationName } = order
  const to = locationName === null ? '' : `, to ${locationName}`
  const placed = orderedOn === null ? `Not ordered yet${to}.` : `Ordered ${formatDay(orderedOn)}${to}.`
  if (expectedOn === null || status === 'cancelled') return placed
  const notes = [...(isConfirmed ? ['confirmed'] : []), ...lateNote(order, expectedOn)]
  return `${placed} ${[`Expected ${formatDay(expectedOn)}`, ...notes].join(', ')}.`
}

function lateNote({ status, today }: PurchaseOrder, expectedOn: string): string[] {
  const days = daysBetween(expectedOn, today)
  const isOpen = status === 'ordered' || status === 'partly_received'
  return isOpen && days > 0 ? [`${formatDayCount(days)} ago`] : []
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
