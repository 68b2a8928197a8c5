import type { OnUnreadable } from '../../kernel/connector/connector.ts'
import type { StoreThing } from '../../kernel/connector/rows.ts'
import { isUnreadable } from '../../kernel/connector/store-error.ts'
import { type BulkLine, gidsOfBulkLine, type OnUnreadableGid, parseBulkLine } from './client/index.ts'

const THING = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,16})$/
const LEVEL = /^gid:\/\/shopify\/InventoryLevel\/[^?]*(?:\?inventory_item_id=(\d{1,16}))?$/
const kinds: Readonly<Record<string, 'product' | 'variant' | 'location' | 'order'>> = {
  Product: 'product',
  ProductVariant: 'variant',
  Location: 'location',
  Order: 'order',
}

/** Returns the thing that Shopify means. The id of a level does not name its location. */
function getThing(gid: string, locationId: number | null = null): StoreThing {
  const level = LEVEL.exec(gid)
  if (level) return { kind: 'level', itemId: level[1] === undefined ? null : Number(level[1]), locationId }
  const [, type = '', id] = THING.exec(gid) ?? []
  const kind = kinds[type]
  return kind ? { kind, id: Number(id) } : { kind: 'other', name: gid.replace(/^gid:\/\/shopify\//, '') }
}

/** Returns what the client calls with the ids of what it cannot read; `locationId` is where levels are. */
export function reporting(
  onUnreadable: OnUnreadable | undefined,
  locationId?: number,
): OnUnreadableGid | undefined {
  return onUnreadable && ((gid, error) => onUnreadable(getThing(gid, locationId), error))
}

/** Returns the same function, which now also adds each unreadable order to `orderIds`. */
export function notingOrders(onUnreadable: OnUnreadable, orderIds: Set<number>): OnUnreadable {
  return (thing, error) => {
    if (thing.kind === 'order') orderIds.add(thing.id)
    onUnreadable(thing, error)
  }
}

/**
 * Parses lines of a bulk result. Reports a line that cannot be read; for a line of an order it reports the
 * order, which would have fewer units than were sold.
 */
export function parseLines(lines: readonly string[], onUnreadable: OnUnreadable | undefined): BulkLine[] {
  return lines.flatMap((line) => {
    try {
      return [parseBulkLine(line)]
    } catch (error) {
      const gids = gidsOfBulkLine(line)
      if (!onUnreadable || !gids || !isUnreadable(error)) throw error
      const isOfOrder = gids.id.includes('/LineItem/') && gids.parentId !== undefined
      onUnreadable(isOfOrder ? getThing(gids.parentId!) : getThing(gids.id, gids.locationId), error)
      return []
    }
  })
}
