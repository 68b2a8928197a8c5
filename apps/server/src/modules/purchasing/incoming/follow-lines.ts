import { ORDER_GRACE_DAYS } from '@stockcast/contract'
import { epochDay } from '../../../calendar.ts'
import type { StoreReceipt } from '../../projection/index.ts'

/** A line with units that are still to come, or not yet in the stock. */
export interface OpenLine {
  id: number
  order_id: number
  variant_id: number
  is_noted: boolean
  remaining_units: number
  /** Of the remaining units, those that the store already counts, in its stock or as incoming. */
  seen_units: number
  /** Received units that the stock does not show yet. */
  awaited_units: number
  expected_on: string
  /** The stock at the last update; null before the first. */
  available_seen: number | null
  incoming_seen: number | null
}

export type FollowedLine<Line extends OpenLine = OpenLine> = Line & {
  /** Why a noted order ends. Other orders are ended by receipts and by hand. */
  closed: 'arrived' | 'overdue' | null
}

/** The store's present stock of a variant. */
export interface StockNow {
  available: number
  /** Units in transfers that the store knows. */
  incoming: number
  /** What the store says about these units. */
  receipts?: readonly StoreReceipt[]
}

/**
 * Returns a variant's open lines, updated with the present stock. Units that the store now has in a transfer are seen,
 * and so are units that arrived, which is stock that rose by more than transfers shrank. Units that were received are
 * awaited in the stock and come first; then the line that is expected first. A noted order ends once all its units are
 * seen, or `ORDER_GRACE_DAYS` after the day it was expected. Updating twice changes nothing.
 * `today` is an epoch day; `lines` are of one variant, the earliest first.
 */
export function followLines<Line extends OpenLine>(
  lines: readonly Line[],
  now: StockNow,
  today: number,
): FollowedLine<Line>[] {
  const moved = risen(lines, now)
  let arrived = moved.arrived
  const awaited = lines.map((line) => {
    const shown = Math.min(line.awaited_units, arrived)
    arrived -= shown
    return line.awaited_units - shown
  })
  let units = moved.inTransfers + arrived
  return lines.map((line, index) => {
    const served = Math.min(countedUnits(line), units)
    units -= served
    const seen = line.seen_units + served
    const isOver = line.is_noted && line.remaining_units > 0
    const closed = line.remaining_units === seen ? 'arrived' : isOverdue(line, today) ? 'overdue' : null
    return {
      ...line,
      seen_units: seen,
      awaited_units: awaited[index] ?? 0,
      available_seen: now.available,
      incoming_seen: now.incoming,
      closed: isOver ? closed : null,
    }
  })
}

/**
 * Does the same where the store now counts the units of the lines in `matched`. Units that appear in transfers count for
 * these lines first, and all of their remaining units are seen, including those that the store counted before.
 */
export function followMatched<Line extends OpenLine>(
  lines: readonly Line[],
  { matched, now, today }: { matched: ReadonlySet<number>; now: StockNow; today: number },
): FollowedLine<Line>[] {
  const isMatched = (line: Line) => matched.has(line.id)
  const ordered = [...lines.filter(isMatched), ...lines.filter((line) => !isMatched(line))]
  return followLines(ordered, now, today).map((line) =>
    isMatched(line) ? { ...line, seen_units: Math.max(line.seen_units, line.remaining_units) } : line,
  )
}

/** Returns the units of a line that count as incoming. */
export function countedUnits(line: Pick<OpenLine, 'remaining_units' | 'seen_units'>): number {
  return Math.max(0, line.remaining_units - line.seen_units)
}

function risen(lines: readonly OpenLine[], now: StockNow): { inTransfers: number; arrived: number } {
  const before = lines.find((line) => line.available_seen !== null && line.incoming_seen !== null)
  if (!before) return { inTransfers: 0, arrived: 0 }
  const moved = now.incoming - (before.incoming_seen ?? 0)
  const rise = now.available - (before.available_seen ?? 0)
  return { inTransfers: Math.max(0, moved), arrived: Math.max(0, rise - Math.max(0, -moved)) }
}

function isOverdue({ expected_on }: OpenLine, today: number): boolean {
  return today > epochDay(expected_on) + ORDER_GRACE_DAYS
}
