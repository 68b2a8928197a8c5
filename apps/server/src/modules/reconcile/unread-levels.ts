interface Level {
  item_id: number | null
  location_id: number
}

const LEVEL = /^InventoryLevel\/[^?]*(?:\?inventory_item_id=(\d+))?$/
const LOCATION = /^Location\/(\d+)$/

/**
 * Returns whether a stored level may still be in the store, given what could not be read. A level whose item
 * is unknown could be any.
 */
export function unreadLevels(unread: readonly string[]): (level: Level) => boolean {
  const locations = new Set<number>()
  const items = new Set<number>()
  let isAny = false
  for (const resource of unread) {
    const location = LOCATION.exec(resource)
    const level = LEVEL.exec(resource)
    if (location) locations.add(Number(location[1]))
    if (level?.[1] !== undefined) items.add(Number(level[1]))
    else if (level) isAny = true
  }
  return ({ item_id, location_id }) =>
    isAny || locations.has(location_id) || (item_id !== null && items.has(item_id))
}
