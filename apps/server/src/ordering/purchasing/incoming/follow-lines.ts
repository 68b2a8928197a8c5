import { ORDER_GRACE_DAYS } from '@stockcast/contract'
import { epochDay } from '../../../kernel/calendar.ts'
import { countedUnits, type OpenLine } from '../../../planning/index.ts'
import type { StoreReceipt } from '../../../store/index.ts'

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
 * Returns a variant's open lines, updated with the present stock. Units are seen once the store has them in a transfer, or
 * once they arrived: the stock rose by more than transfers shrank. What arrived goes first to units that were received and
 * are awaited in the stock, for which units sold since then count as arrived too; then to the line that is expected first.
 * Received units that were seen at another line go back to their own. A noted order ends once all its units are
 * seen, or `ORDER_GRACE_DAYS` after the day it was expected. Updating twice changes nothing.
 * `today` is an epoch day; `lines` are of one variant, the earliest first.
 */
export function followLines<Line extends OpenLine>(
  lines: readonly Line[],
  now: StockNow,
  today: number,
): FollowedLine<Line>[] {
  const moved = risen(lines, now)
  const own = withOwnUnits(lines)
  const sold = moved.arrived > 0 ? Math.max(...own.map((line) => line.sold_since)) : 0
  let shownLeft = moved.arrived + sold
  const awaited = own.map((line) => {
    const shown = Math.min(line.awaited_units, shownLeft)
    shownLeft -= shown
    return line.awaited_units - shown
  })
  let units = moved.inTransfers + Math.max(0, shownLeft - sold)
  const served = own.map((line) => {
    const taken = Math.min(countedUnits(line), units)
    units -= taken
    return taken
  })
  // A transfer of more than is open brings units that were received before the store knew of them.
  let inTransfer = Math.min(units, moved.inTransfers)
  return own.map((line, index) => {
    const known = Math.min(awaited[index] as number, inTransfer)
    inTransfer -= known
    const seen = line.seen_units + (served[index] as number)
    const canEnd = line.is_noted && line.remaining_units > 0
    const closed = line.remaining_units === seen ? 'arrived' : isOverdue(line, today) ? 'overdue' : null
    return {
      ...line,
      seen_units: seen,
      ...withAwaited(line, (awaited[index] as number) - known),
      available_seen: now.available,
      incoming_seen: now.incoming,
      closed: canEnd ? closed : null,
    }
  })
}

/**
 * Updates lines like `followLines`, where the store now counts the units of those in `matched`. Units that appear in transfers
 * count for these lines first, and all of their remaining units are seen, including those that the store counted before.
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

/** Returns the figures of a line with this number of units still awaited; the oldest units were found in the stock first. */
function withAwaited<Line extends OpenLine>(line: Line, awaited_units: number) {
  return {
    awaited_units,
    not_in_store: Math.min(line.not_in_store, awaited_units),
    booked_units: Math.min(line.booked_units, awaited_units),
    sold_since: 0,
  }
}

/**
 * Gives lines back the units that came into the stock before their receipt was entered and were counted for another line; the
 * other line awaits its own units again.
 */
function withOwnUnits<Line extends OpenLine>(lines: readonly Line[]): Line[] {
  const inStock = (line: Line) =>
    line.is_matched ? 0 : Math.max(0, line.seen_units - (line.incoming_seen ?? 0))
  let wanted = lines.reduce((sum, line) => sum + line.not_in_store, 0)
  let given = 0
  const lenders = lines.map((line) => {
    const units = Math.min(line.awaited_units > 0 ? 0 : inStock(line), wanted)
    wanted -= units
    given += units
    return { ...line, seen_units: line.seen_units - units }
  })
  return lenders.map((line) => {
    const units = Math.min(line.not_in_store, given)
    given -= units
    return { ...line, ...withAwaited(line, line.awaited_units - units), sold_since: line.sold_since }
  })
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
