import type { ReportedLevel } from '../inventory/queries.ts'
import type { OrderBatch } from '../ledger/write-orders.ts'
import type { InboxRow } from './queries.ts'

/** A batch of deliveries as work to do: the newest state of each resource. */
export interface InboxGroups {
  levels: ReportedLevel[]
  orders: OrderBatch
  /** Rows that are finished once the states above are written. */
  settled: InboxRow[]
  /** Rows about which the store must be asked. */
  unread: InboxRow[]
}

/**
 * Groups a batch of rows. `ownVariants` are those variants in the rows that belong to the merchant's shop.
 */
export function groupInbox(rows: readonly InboxRow[], ownVariants: ReadonlySet<number>): InboxGroups {
  const isToBeRead = (row: InboxRow) => !isSettled(row, ownVariants)
  const groups: InboxGroups = {
    levels: [],
    orders: { orders: [], lines: [] },
    settled: rows.filter((row) => !isToBeRead(row)),
    unread: rows.filter(isToBeRead),
  }
  const isReported = (row: InboxRow) => row.state.kind === 'level' || !isToBeRead(row)
  for (const row of newestOfEach(rows.filter(isReported)).values()) addState(groups, row)
  return groups
}

export function getVariants(rows: readonly InboxRow[]): number[] {
  const ids = rows.flatMap(({ state }) =>
    state.kind === 'order' ? state.lines.flatMap(({ variantId }) => variantId ?? []) : [],
  )
  return [...new Set(ids)]
}

/**
 * Returns whether a row needs no reading from the store. An order is trusted when one of its variants is the
 * shop's, because a store's ids belong to one shop each. Any other order may be of another shop whose name
 * was replaced by this one's.
 */
function isSettled({ state }: InboxRow, ownVariants: ReadonlySet<number>): boolean {
  if (state.kind === 'noted') return true
  return (
    state.kind === 'order' &&
    state.lines.some(({ variantId }) => variantId !== null && ownVariants.has(variantId))
  )
}

function addState(groups: InboxGroups, { state, triggeredAt }: InboxRow): void {
  if (state.kind === 'level') {
    const { kind: _kind, ...level } = state
    groups.levels.push({ ...level, eventAt: triggeredAt })
  } else if (state.kind === 'order') {
    const { kind: _kind, lines, ...order } = state
    groups.orders.orders.push({ ...order, eventAt: triggeredAt })
    for (const { id, variantId, quantity } of lines) {
      groups.orders.lines.push({ id, quantity, variantId, orderId: order.id })
    }
  }
}

/**
 * Returns the newest row of each resource: by the resource's own time, then by the time of the trigger, in
 * whose order the rows come.
 */
function newestOfEach(rows: readonly InboxRow[]): Map<string, InboxRow> {
  const newest = new Map<string, InboxRow>()
  for (const row of rows) {
    const known = newest.get(row.resource)
    if (!known || isLater(row, known)) newest.set(row.resource, row)
  }
  return newest
}

function isLater(row: InboxRow, known: InboxRow): boolean {
  const later = toInstant(row) - toInstant(known)
  return later === 0 ? row.triggeredAt >= known.triggeredAt : later > 0
}

function toInstant({ state, triggeredAt }: InboxRow): number {
  return state.kind === 'level' || state.kind === 'order' ? state.updatedAt.getTime() : triggeredAt.getTime()
}
