import type { StoreThing } from '../../connectors/rows.ts'

interface Level {
  item_id: number | null
  location_id: number
}

/**
 * Returns whether a stored level may still be in the store, given what could not be read. A level whose item
 * or location is unknown could be any.
 */
export function unreadLevels(unread: readonly StoreThing[]): (level: Level) => boolean {
  const locations = new Set<number>()
  const levels = new Set<string>()
  for (const thing of unread) {
    if (thing.kind === 'location') locations.add(thing.id)
    if (thing.kind === 'level') levels.add(keyOf(thing.itemId, thing.locationId))
  }
  return ({ item_id, location_id }) =>
    locations.has(location_id) ||
    [keyOf(item_id, location_id), keyOf(item_id, null), keyOf(null, location_id), keyOf(null, null)].some(
      (key) => levels.has(key),
    )
}

function keyOf(itemId: number | null, locationId: number | null): string {
  return `${itemId}/${locationId}`
}
