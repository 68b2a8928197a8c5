import type { ToldLevel } from '../inventory/index.ts'
import type { OrderBatch } from '../ledger/index.ts'
import type { InboxRow } from './queries.ts'

/** A batch of deliveries as what is to be done: the newest state of each resource. */
export interface InboxGroups {
  levels: ToldLevel[]
  orders: OrderBatch
  deletedProducts: number[]
  uninstalledAt: Date | null
  /** Done with when the states above are written. */
  settled: InboxRow[]
  /** Of these the rest is to be read from the store. */
  unread: InboxRow[]
}

export function groupInbox(rows: readonly InboxRow[]): InboxGroups {
  const newest = [...newestOfEach(rows).values()]
  const groups: InboxGroups = {
    levels: [],
    orders: { orders: [], lines: [] },
    deletedProducts: [],
    uninstalledAt: null,
    settled: rows.filter((row) => !isToBeRead(row)),
    unread: rows.filter(isToBeRead),
  }
  for (const row of newest) addState(groups, row)
  return groups
}

function isToBeRead({ state }: InboxRow): boolean {
  return state.kind === 'level' || state.kind === 'product' || state.kind === 'shop'
}

function addState(groups: InboxGroups, { state, triggeredAt }: InboxRow): void {
  if (state.kind === 'level') {
    const { kind: _kind, ...level } = state
    groups.levels.push({ ...level, toldAt: triggeredAt })
  } else if (state.kind === 'order') {
    const { kind: _kind, lines, ...order } = state
    groups.orders.orders.push({ ...order, toldAt: triggeredAt })
    for (const { id, variantId, quantity } of lines) {
      const variant = variantId === null ? null : { id: variantId }
      groups.orders.lines.push({ id, quantity, variant, orderId: order.id })
    }
  } else if (state.kind === 'product_deleted') groups.deletedProducts.push(state.id)
  else if (state.kind === 'uninstalled') groups.uninstalledAt = triggeredAt
}

/** By the resource's own clock, then by when it was triggered, which the rows are in the order of. */
function newestOfEach(rows: readonly InboxRow[]): Map<string, InboxRow> {
  const newest = new Map<string, InboxRow>()
  for (const row of rows) {
    const known = newest.get(row.resource)
    if (!known || isLater(row, known)) newest.set(row.resource, row)
  }
  return newest
}

function isLater(row: InboxRow, known: InboxRow): boolean {
  // What is deleted never comes back under its id.
  if (known.state.kind === 'product_deleted') return false
  if (row.state.kind === 'product_deleted') return true
  const later = instantOf(row) - instantOf(known)
  return later === 0 ? row.triggeredAt >= known.triggeredAt : later > 0
}

function instantOf({ state, triggeredAt }: InboxRow): number {
  return state.kind === 'level' || state.kind === 'order' ? state.updatedAt.getTime() : triggeredAt.getTime()
}
