import type { BulkOutcome } from '@stockcast/contract'
import { formatCount } from '../../ui/format/numbers.ts'
import type { Message } from '../../ui/messages/error-messages.ts'

export type BulkKind = 'supplier' | 'leadTimeDays' | 'coverDays' | 'mute' | 'unmute' | 'draft'

/** What an action did, or would do. */
export type Outcome = Partial<BulkOutcome> & { matched: number; changed: number; undoId?: number | null }

export const titles: Record<BulkKind, string> = {
  supplier: 'Set supplier',
  leadTimeDays: 'Set lead time',
  coverDays: 'Set days of cover',
  mute: 'Mute alerts',
  unmute: 'Unmute alerts',
  draft: 'Add to draft orders',
}

/** Says what an action would do: `Set lead time of 214 products to 21 days. 3 have it already.` */
export function bulkWords(
  kind: BulkKind,
  { matched, changed, leftOut }: Outcome,
  value: { days: string; supplier: string | undefined },
): string {
  const products = formatCount(changed, 'product')
  if (kind === 'draft')
    return `Add ${products} to draft orders, as the order list suggests.${leftOutWords(leftOut)}`
  const others = matched - changed
  const same =
    others === 0
      ? ''
      : ` ${formatCount(others, 'product stays', 'products stay')} as ${others === 1 ? 'it is' : 'they are'}.`
  if (changed === 0)
    return `Nothing changes: ${formatCount(matched, 'product is', 'products are')} like this already.`
  const days = formatCount(Number(value.days), 'day')
  switch (kind) {
    case 'supplier':
      return `Set ${value.supplier ?? 'this supplier'} as the first supplier of ${products}.${same}`
    case 'leadTimeDays':
      return `Set lead time of ${products} to ${days}.${same}`
    case 'coverDays':
      return `Set cover of ${products} to ${days}.${same}`
    case 'mute':
      return `Mute alerts of ${products}. Open alerts are resolved.${same}`
    case 'unmute':
      return `Unmute alerts of ${products}. What still holds opens again.`
  }
}

function leftOutWords(leftOut: Outcome['leftOut']): string {
  if (!leftOut) return ''
  const { notNeeded, inDraft, noSupplier } = leftOut
  const parts = [
    ...(notNeeded > 0 ? [`${notNeeded} need no order now`] : []),
    ...(inDraft > 0 ? [`${inDraft} are in a draft already`] : []),
    ...(noSupplier > 0 ? [`${noSupplier} have no supplier`] : []),
  ]
  return parts.length === 0 ? '' : ` Of the others, ${parts.join(', ')}.`
}

/** Says what was done. */
export function doneWords(kind: BulkKind, { changed, orders = [] }: Outcome): Message {
  const products = formatCount(changed, 'product')
  if (kind !== 'draft') return { title: `${products} changed`, message: '' }
  return {
    title: `${products} added to ${formatCount(orders.length, 'draft order')}`,
    message: orders.map(({ number, supplierName }) => `${number}, ${supplierName}`).join('; '),
  }
}
