import type { Incoming } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../../calendar.ts'
import type { Tx } from '../../../database/app-database.ts'
import { reopenSettled } from '../../alerts/index.ts'
import {
  countedUnits,
  type FollowedLine,
  followMatched,
  type OpenLine,
  type StockNow,
} from './follow-lines.ts'
import { insertMatches, listMatches } from './match-queries.ts'
import { matchLines, type StoreMatch } from './match-store.ts'
import { endNotedOrders, type IncomingLine, listOpenLines, saveFollowedLines } from './open-line-queries.ts'

/** Units on the way by variant, in days from today. */
export type ScheduledReceipts = ReadonlyMap<number, readonly Incoming[]>

/**
 * Updates the open orders with the present stock and returns what of them is still to come. A noted order that arrived or
 * never came is ended, and alerts that a missing one resolved may open again. The caller holds the merchant's projection
 * lock.
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
  return receiptsOf(
    lines.filter(({ closed }) => closed === null),
    today,
  )
}

type Arguments = Parameters<typeof followOrders>[1]

function matchAll(
  open: readonly IncomingLine[],
  known: Awaited<ReturnType<typeof listMatches>>,
  { stock, today }: Arguments,
): StoreMatch[] {
  const byVariant = Map.groupBy(open, (line) => line.variant_id)
  return [...byVariant].flatMap(([variantId, lines]) => {
    const { receipts = [], incoming = 0 } = stock.get(variantId) ?? {}
    const ids = new Set(lines.map((line) => line.id))
    const own = known.filter((match) => ids.has(match.line_id))
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

/** Returns what of the open orders is still to come, as of their last update. */
export async function listScheduledReceipts(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; today: number },
): Promise<ScheduledReceipts> {
  return receiptsOf(await listOpenLines(tx, key), key.today)
}

/** Expects a late order tomorrow at the earliest, never today. */
function receiptsOf(lines: readonly OpenLine[], today: number): Map<number, Incoming[]> {
  const scheduledReceipts = new Map<number, Incoming[]>()
  for (const line of lines) {
    const units = countedUnits(line)
    if (units === 0) continue
    const receipt = { day: Math.max(1, epochDay(line.expected_on) - today), units }
    scheduledReceipts.set(line.variant_id, [...(scheduledReceipts.get(line.variant_id) ?? []), receipt])
  }
  return scheduledReceipts
}
