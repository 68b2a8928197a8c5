import type { PurchaseOrderLine, ReceiveOrder } from '@stockcast/contract'
import { codeKey } from '@stockcast/tables'

/** What was counted of one line. */
export interface Count {
  accepted: number
  rejected: number
}

export type Counts = ReadonlyMap<number, Count>

export const noCount: Count = { accepted: 0, rejected: 0 }

/** Returns the counts with other units for one line, never below zero. */
export function counted(counts: Counts, lineId: number, change: Partial<Count>): Counts {
  const before = counts.get(lineId) ?? noCount
  const next = new Map(counts)
  next.set(lineId, {
    accepted: Math.max(0, change.accepted ?? before.accepted),
    rejected: Math.max(0, change.rejected ?? before.rejected),
  })
  return next
}

/** Returns counts of everything that is still to come. */
export function everything(lines: readonly PurchaseOrderLine[]): Counts {
  return new Map(
    lines
      .filter(({ remaining }) => remaining > 0)
      .map(({ id, remaining }) => [id, { accepted: remaining, rejected: 0 }]),
  )
}

/** Returns the lines of a delivery as they are sent; lines without units are left out. */
export function getDelivery(counts: Counts): ReceiveOrder['lines'] {
  return [...counts]
    .filter(([, { accepted, rejected }]) => accepted > 0 || rejected > 0)
    .map(([lineId, count]) => ({ lineId, ...count }))
}

/**
 * Finds the line of a scanned barcode, or of a typed SKU: by our own codes, otherwise by the supplier's. Open lines come first.
 */
export function lineOfCode(lines: readonly PurchaseOrderLine[], code: string): PurchaseOrderLine | undefined {
  const wanted = codeKey(code)
  if (wanted === '') return undefined
  const isOwn = ({ barcode, sku }: PurchaseOrderLine) =>
    codeKey(sku ?? '') === wanted || withoutZeros(codeKey(barcode ?? '')) === withoutZeros(wanted)
  const own = lines.filter(isOwn)
  const matches = own.length > 0 ? own : lines.filter((line) => codeKey(line.supplierSku ?? '') === wanted)
  return matches.find(({ remaining }) => remaining > 0) ?? matches[0]
}

/** Returns a barcode without leading zeros, some of which spreadsheets and scanners leave out. */
function withoutZeros(code: string): string {
  return /^\d{7,14}$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code
}
