import { reopenSettled } from '../../../alerts/index.ts'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { SomeVariants, Tx } from '../../../kernel/database/app-database.ts'
import {
  type IncomingLine,
  listOpenLines,
  type ScheduledReceipts,
  scheduleLines,
} from '../../../planning/index.ts'
import { type FollowedLine, followMatched, type StockNow } from './follow-lines.ts'
import { insertMatches, listMatches } from './match-queries.ts'
import { matchLines, type StoreMatch } from './match-store.ts'
import { endNotedOrders, saveFollowedLines } from './open-line-queries.ts'

/**
 * Updates the open orders with the present stock and returns what is still to come. A noted order that arrived or never
 * came is ended; alerts that were resolved by one that never came may open again. The caller holds the merchant's
 * projection lock.
 */
export async function followOrders(
  tx: Tx,
  args: SomeVariants & { stock: ReadonlyMap<number, StockNow>; today: number; at: Date },
): Promise<ScheduledReceipts> {
  const { merchantId, today, at } = args
  const open = await listOpenLines(tx, args)
  const orderIds = [...new Set(open.map((line) => line.order_id))]
  const known = await listMatches(tx, { merchantId, orderIds })
  const matches = matchAll(open, known, args)
  await insertMatches(tx, { merchantId, matches, at })
  const lines = followAll(open, new Set(matches.map((match) => match.line_id)), args)
  await saveFollowedLines(tx, { merchantId, lines, at })
  await endNotedOrders(tx, { merchantId, at, today: dayFromEpoch(today), lines })
  const variantIds = lines.filter(({ closed }) => closed === 'overdue').map((line) => line.variant_id)
  await reopenSettled(tx, { merchantId, variantIds, at })
  const coming = lines.filter(({ closed }) => closed === null)
  return scheduleLines(tx, { merchantId, today, lines: coming })
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
    const known = lines.map((line) => ({ ...line, is_matched: line.is_matched || matched.has(line.id) }))
    return now ? followMatched(known, { matched, now, today }) : []
  })
}
