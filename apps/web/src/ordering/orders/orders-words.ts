import type { PurchaseOrderList, PurchaseOrderRow, SentOrderMail } from '@stockcast/contract'
import { daysBetween, formatDay } from '../../ui/format/days.ts'
import { formatCount, formatDayCount, formatUnits } from '../../ui/format/numbers.ts'

/** Returns what is open: `3 open, 1 of them late. 2 drafts.` */
export function ordersWords({ open, late, draft }: PurchaseOrderList['counts']): string {
  const waiting =
    late === 0 ? `${formatUnits(open)} open` : `${formatUnits(open)} open, ${formatUnits(late)} of them late`
  return `${waiting}. ${formatCount(draft, 'draft')}.`
}

/** Returns the expected day and how far away it is, for orders with units still to come. */
export function expectedWords(
  { expectedOn, isConfirmed, isLate, status }: PurchaseOrderRow,
  today: string,
): { text: string; note: string } {
  if (expectedOn === null) return { text: '–', note: '' }
  const isOpen = status === 'ordered' || status === 'partly_received'
  const inDays = daysBetween(today, expectedOn)
  if (isOpen && inDays < 0)
    return { text: formatDay(expectedOn), note: `${formatDayCount(-inDays)} ${isLate ? 'late' : 'past'}` }
  if (isOpen && inDays === 0) return { text: 'Today', note: isConfirmed ? 'confirmed' : '' }
  return { text: formatDay(expectedOn), note: isConfirmed && !isFinished(status) ? 'confirmed' : '' }
}

const isFinished = (status: PurchaseOrderRow['status']) =>
  status === 'received' || status === 'closed' || status === 'cancelled'

/** Returns what is to know about the last mail; null if it has gone, or where the order is finished. */
export function mailNote({
  mailStatus,
  status,
}: Pick<PurchaseOrderRow, 'mailStatus' | 'status'>): { text: string; isFault: boolean } | null {
  if (mailStatus === null || mailStatus === 'sent' || isFinished(status)) return null
  return { text: mailStatusWords[mailStatus], isFault: mailStatus !== 'waiting' }
}

/** Returns how many units are still to come. */
export function unitsWords({ status, remaining }: PurchaseOrderRow): string {
  if (status === 'partly_received') return `${formatUnits(remaining)} to come`
  return ''
}

/** The state of a mail to a supplier, for lists. */
export const mailStatusWords: Record<SentOrderMail['status'], string> = {
  waiting: 'Email is being sent',
  sent: 'Email sent',
  failed: 'Email not delivered',
  uncertain: 'Email may not have been sent',
}
