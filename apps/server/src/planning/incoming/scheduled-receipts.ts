import { DEFAULT_LEAD_TIME_DAYS } from '@stockcast/contract'
import type { Incoming } from '@stockcast/forecasting/decisions'
import { epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { type Arrival, expectedDay, getArrival } from '../lead-times/arrival-days.ts'
import { findSuppliers, type SupplierTerms } from '../lead-times/find-suppliers.ts'
import { findSettings } from '../settings/queries.ts'
import { type IncomingLine, listOpenLines, type OpenLine } from './open-line-queries.ts'

/** Returns the units of a line that count as incoming. */
export function countedUnits(line: Pick<OpenLine, 'remaining_units' | 'seen_units'>): number {
  return Math.max(0, line.remaining_units - line.seen_units)
}

/** Units on the way by variant, in days from today. Those of day 0 were received, and the store does not show them yet. */
export type ScheduledReceipts = ReadonlyMap<number, readonly Incoming[]>

/** Returns when the units of open lines that still count as incoming arrive. */
export async function scheduleLines(
  tx: Tx,
  args: { merchantId: number; today: number; lines: readonly IncomingLine[] },
): Promise<ScheduledReceipts> {
  return getReceipts(args.lines, await findKnown(tx, args))
}

/** Returns ordered and moved receipts together, by variant. */
export function mergeReceipts(ordered: ScheduledReceipts, moved: ScheduledReceipts): ScheduledReceipts {
  if (moved.size === 0) return ordered
  const merged = new Map(ordered)
  for (const [variantId, own] of moved) merged.set(variantId, [...(ordered.get(variantId) ?? []), ...own])
  return merged
}

/** Returns the share of an order's remaining units that counts, by its least certain line; null if nothing remains. */
export async function countedShare(
  tx: Tx,
  key: { merchantId: number; orderId: number; variantIds: readonly number[]; today: number },
): Promise<number | null> {
  const open = await listOpenLines(tx, key)
  const lines = open.filter((line) => line.order_id === key.orderId && countedUnits(line) > 0)
  const known = await findKnown(tx, { ...key, lines })
  const shares = lines.map((line) => getLineArrival(line, known).probability ?? 1)
  return shares.length === 0 ? null : Math.min(...shares)
}

interface Known {
  today: number
  suppliers: ReadonlyMap<number, SupplierTerms>
  /** The shop's lead time. */
  shopDays: number
}

async function findKnown(
  tx: Tx,
  { merchantId, today, lines }: { merchantId: number; today: number; lines: readonly IncomingLine[] },
): Promise<Known> {
  const supplierIds = [...new Set(lines.flatMap((line) => line.supplier_id ?? []))]
  const settings = supplierIds.length === 0 ? null : await findSettings(tx, merchantId)
  const shopDays = settings?.defaultLeadTimeDays ?? DEFAULT_LEAD_TIME_DAYS
  return { today, suppliers: await findSuppliers(tx, { merchantId, today, supplierIds, shopDays }), shopDays }
}

/** Returns the receipts by variant, each on its own day, and received units that the store does not show yet as those of today. */
function getReceipts(lines: readonly IncomingLine[], known: Known): Map<number, Incoming[]> {
  const scheduledReceipts = new Map<number, Incoming[]>()
  // Most lines of an order share one day, and computing its spread takes as long as all the rest.
  const arrivals = new Map<string, Arrival>()
  const add = (variantId: number, receipt: Incoming) => {
    const ofVariant = scheduledReceipts.get(variantId)
    if (ofVariant) ofVariant.push(receipt)
    else scheduledReceipts.set(variantId, [receipt])
  }
  for (const line of lines) {
    const place = line.location_id === null ? {} : { locationId: line.location_id }
    if (line.not_in_store > 0) add(line.variant_id, { day: 0, units: line.not_in_store, ...place })
    const units = countedUnits(line)
    if (units === 0) continue
    const { order_id, expected_on, itemDays, variantDays } = line
    const key = `${order_id} ${expected_on} ${itemDays} ${variantDays}`
    const arrival = arrivals.get(key) ?? getLineArrival(line, known)
    arrivals.set(key, arrival)
    add(line.variant_id, { ...arrival, units, ...place })
  }
  return scheduledReceipts
}

/** Returns when a line arrives: around the day that somebody named, or around the one that follows from the lead time. */
function getLineArrival(line: IncomingLine, { today, suppliers, shopDays }: Known): Arrival {
  const supplier = suppliers.get(line.supplier_id ?? 0) ?? null
  const named = epochDay(line.expected_on)
  const orderedOn = line.ordered_on === null ? Math.min(today, named) : epochDay(line.ordered_on)
  const expectedOn = line.is_dated || !supplier ? named : expectedDay(supplier, line, { orderedOn, shopDays })
  return getArrival(supplier, { orderedOn, expectedOn, today })
}
