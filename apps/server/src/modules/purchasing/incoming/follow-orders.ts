import { DEFAULT_LEAD_TIME_DAYS } from '@stockcast/contract'
import type { Incoming } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../../calendar.ts'
import type { Tx } from '../../../database/app-database.ts'
import { reopenSettled } from '../../alerts/index.ts'
import { arrivalDays, findSuppliers, type SupplierTerms } from '../../lead-times/index.ts'
import { countedUnits, type FollowedLine, followMatched, type StockNow } from './follow-lines.ts'
import { insertMatches, listMatches } from './match-queries.ts'
import { matchLines, type StoreMatch } from './match-store.ts'
import { endNotedOrders, type IncomingLine, listOpenLines, saveFollowedLines } from './open-line-queries.ts'

/** Units on the way by variant, in days from today. */
export type ScheduledReceipts = ReadonlyMap<number, readonly Incoming[]>

/**
 * Updates the open orders with the present stock and returns what is still to come. A noted order that arrived or never
 * came is ended; alerts that were resolved by one that never came may open again. The caller holds the merchant's
 * projection lock.
 */
export async function followOrders(
  tx: Tx,
  args: {
    merchantId: number
    variantIds: readonly number[] | null
    stock: ReadonlyMap<number, StockNow>
    today: number
    at: Date
  },
): Promise<ScheduledReceipts> {
  const { merchantId, today, at } = args
  const open = await listOpenLines(tx, args)
  const orderIds = [...new Set(open.map((line) => line.order_id))]
  const known = await listMatches(tx, { merchantId, orderIds })
  const matches = matchAll(open, known, args)
  await insertMatches(tx, { merchantId, matches, at })
  const lines = followAll(open, new Set(matches.map((match) => match.line_id)), args)
  await saveFollowedLines(tx, { merchantId, lines })
  await endNotedOrders(tx, { merchantId, at, today: dayFromEpoch(today), lines })
  const variantIds = lines.filter(({ closed }) => closed === 'overdue').map((line) => line.variant_id)
  await reopenSettled(tx, { merchantId, variantIds, at })
  const coming = lines.filter(({ closed }) => closed === null)
  return receiptsOf(coming, { today, suppliers: await suppliersOf(tx, { merchantId, today, lines: coming }) })
}

type Arguments = Parameters<typeof followOrders>[1]

function matchAll(
  open: readonly IncomingLine[],
  known: Awaited<ReturnType<typeof listMatches>>,
  { stock, today }: Arguments,
): StoreMatch[] {
  const byVariant = Map.groupBy(open, (line) => line.variant_id)
  const byLine = Map.groupBy(known, (match) => match.line_id)
  return [...byVariant].flatMap(([variantId, lines]) => {
    const { receipts = [], incoming = 0 } = stock.get(variantId) ?? {}
    const own = lines.flatMap((line) => byLine.get(line.id) ?? [])
    return receipts.length > 0 ? matchLines(lines, { receipts, incoming }, { known: own, today }) : []
  })
}

/** Follows each variant's lines. `matched` are lines whose units the store now counts. */
function followAll(
  open: readonly IncomingLine[],
  matched: ReadonlySet<number>,
  { stock, today }: Arguments,
): FollowedLine<IncomingLine>[] {
  const byVariant = Map.groupBy(open, (line) => line.variant_id)
  return [...byVariant].flatMap(([variantId, lines]) => {
    const now = stock.get(variantId)
    return now ? followMatched(lines, { matched, now, today }) : []
  })
}

/** Returns what is still to come of the open orders, as of their last update. */
export async function listScheduledReceipts(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; today: number },
): Promise<ScheduledReceipts> {
  const lines = await listOpenLines(tx, key)
  return receiptsOf(lines, { ...key, suppliers: await suppliersOf(tx, { ...key, lines }) })
}

type Suppliers = ReadonlyMap<number, SupplierTerms>

async function suppliersOf(
  tx: Tx,
  args: { merchantId: number; today: number; lines: readonly IncomingLine[] },
): Promise<Suppliers> {
  const supplierIds = [...new Set(args.lines.flatMap((line) => line.supplier_id ?? []))]
  return findSuppliers(tx, { ...args, supplierIds, shopDays: DEFAULT_LEAD_TIME_DAYS })
}

/**
 * Returns the receipts by variant. Where the lead time of the supplier has a spread, an order arrives on days that
 * follow from it and from the age of the order, around the day that the supplier confirmed if there is one. Otherwise
 * it arrives on its day. A late order is expected tomorrow at the earliest, never today.
 */
function receiptsOf(
  lines: readonly IncomingLine[],
  { today, suppliers }: { today: number; suppliers: Suppliers },
): Map<number, Incoming[]> {
  const arrivalOf = arrivalsFrom(suppliers, today)
  const scheduledReceipts = new Map<number, Incoming[]>()
  for (const line of lines) {
    const units = countedUnits(line)
    if (units === 0) continue
    const receipt = { ...arrivalOf(line), units }
    const ofVariant = scheduledReceipts.get(line.variant_id)
    if (ofVariant) ofVariant.push(receipt)
    else scheduledReceipts.set(line.variant_id, [receipt])
  }
  return scheduledReceipts
}

function arrivalsFrom(
  suppliers: Suppliers,
  today: number,
): (line: IncomingLine) => Pick<Incoming, 'day' | 'days'> {
  const known = new Map<string, Pick<Incoming, 'day' | 'days'>>()
  return (line) => {
    const { supplier_id, ordered_on, is_confirmed, expected_on } = line
    const stated = { day: Math.max(1, epochDay(expected_on) - today) }
    const supplier = suppliers.get(supplier_id ?? 0)
    if (!supplier || ordered_on === null) return stated
    const key = `${supplier_id} ${ordered_on} ${is_confirmed ? expected_on : ''}`
    const found = known.get(key)
    if (found) return found
    const orderedOn = epochDay(ordered_on)
    const confirmedDays = is_confirmed ? epochDay(expected_on) - orderedOn : null
    const days = arrivalDays(supplier, { ageDays: today - orderedOn, confirmedDays })
    const arrival = days === null ? stated : { day: days[Math.floor(days.length / 2)]!, days }
    known.set(key, arrival)
    return arrival
  }
}
