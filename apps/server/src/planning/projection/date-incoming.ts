import { chanceOfArrival, usualLeadTime } from '@stockcast/forecasting'
import { assumedReceipts, type Incoming } from '@stockcast/forecasting/decisions'
import type { StoreReceipt } from '../../store/index.ts'

/** A variant's stock as the store has it, and as open orders are compared with it (`stockOfOrders`). */
export interface VariantStock {
  available: number
  incoming: number
  ofOrders: { available: number; incoming: number; receipts: readonly StoreReceipt[] }
}

/**
 * Returns the days on which the store's incoming units arrive; their sum is `incoming`. A receipt arrives on the day that the
 * store names, otherwise a lead time after its order; a receipt from one of the shop's own locations without a known day
 * arrives tomorrow. None arrives today. After its day, the probability of arrival falls (`chanceOfArrival`). Units without a
 * receipt arrive as in `assumedReceipts`. If the receipts exceed `incoming`, which alone says what the store counts, shipments
 * count before transfers, transfers before orders, and earlier receipts before later ones.
 */
export function dateIncoming(
  incoming: number,
  receipts: readonly StoreReceipt[],
  leadTimeDays: number,
): Incoming[] {
  const dated = receipts.flatMap((receipt) => {
    const day = dayOfReceipt(receipt, leadTimeDays)
    const probability = getChance(receipt, leadTimeDays)
    return day === null ? [] : [{ day, units: receipt.units, probability, rank: RANKS[receipt.kind] }]
  })
  let left = Math.max(0, incoming)
  const counted: Incoming[] = []
  for (const { day, units, probability } of dated.sort((a, b) => a.rank - b.rank || a.day - b.day)) {
    const taken = Math.min(units, left)
    left -= taken
    if (taken > 0) counted.push({ day, units: taken, ...(probability < 1 && { probability }) })
  }
  return [...counted, ...assumedReceipts(left, leadTimeDays)]
}

const RANKS: Readonly<Record<StoreReceipt['kind'], number>> = { shipment: 0, transfer: 1, purchase_order: 2 }

function dayOfReceipt(
  { isInternal, expectedInDays, orderedDaysAgo }: StoreReceipt,
  leadTimeDays: number,
): number | null {
  if (expectedInDays !== null) return Math.max(1, expectedInDays)
  if (isInternal) return 1
  return orderedDaysAgo === null ? null : Math.max(1, Math.ceil(leadTimeDays) - orderedDaysAgo)
}

/** Returns the probability that overdue units arrive; between the shop's own locations it is 1. */
function getChance(
  { isInternal, expectedInDays, orderedDaysAgo }: StoreReceipt,
  leadTimeDays: number,
): number {
  if (isInternal) return 1
  const ageDays = orderedDaysAgo ?? (expectedInDays === null ? 0 : leadTimeDays - expectedInDays)
  const expectedDays = expectedInDays === null ? leadTimeDays : ageDays + expectedInDays
  return chanceOfArrival(usualLeadTime(expectedDays), { ageDays, expectedDays })
}

/**
 * Returns the stock to which orders are compared. Units between the shop's own locations were never ordered:
 * while they are on the way they count as available, as they did before and will afterwards.
 */
export function stockOfOrders(
  { available, incoming }: { available: number; incoming: number },
  receipts: readonly StoreReceipt[],
): VariantStock['ofOrders'] {
  const between = receipts.reduce((sum, { isInternal, units }) => sum + (isInternal ? units : 0), 0)
  const moved = Math.min(between, Math.max(0, incoming))
  return { available: available + moved, incoming: incoming - moved, receipts }
}
