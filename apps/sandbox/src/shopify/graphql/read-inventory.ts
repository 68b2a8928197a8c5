import type { Level, Location, Variant } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { keptListing } from './kept-listing.ts'
import { type Listing, sortedListing } from './listing.ts'
import type { ListArguments } from './read-products.ts'
import { dateTime, type Readers } from './readers.ts'
import { compileSearch } from './search-query.ts'

const QUANTITIES: Record<string, (level: Level) => number> = {
  available: (level) => level.available,
  committed: (level) => level.committed,
  incoming: (level) => level.incoming,
  on_hand: (level) => level.available + level.committed,
  reserved: () => 0,
  damaged: () => 0,
  safety_stock: () => 0,
  quality_control: () => 0,
}

/** An inventory item is read from its variant: they are one to one here. */
export const inventoryReaders: Readers = {
  InventoryItem: {
    fields: {
      id: (item: Variant, _args, { store }) => store.ids.gidOf('InventoryItem', item.index),
      tracked: (item: Variant) => item.isTracked,
      createdAt: (item: Variant) => dateTime(item.product.createdAt),
      // A change of stock does not touch the item: only its levels know.
      updatedAt: (item: Variant) => dateTime(item.product.updatedAt),
      inventoryLevel: (item: Variant, args: { locationId: string }, { store }) =>
        item.levels[store.ids.indexOf('Location', args.locationId) ?? -1] ?? null,
    },
    connections: {
      variants: (item: Variant, _args, { store }) => listItems(store, [item], {}),
      inventoryLevels: (item: Variant, args: ListArguments, { store }) =>
        listLevels(store, item.levels, args),
    },
  },
  InventoryLevel: {
    fields: {
      id: (level: Level, _args, { store }) => {
        const item = store.ids.numberOf('InventoryItem', level.variant.index)
        return `${store.ids.gidOf('InventoryLevel', levelIndex(store, level))}?inventory_item_id=${item}`
      },
      createdAt: (level: Level) => dateTime(level.variant.product.createdAt),
      updatedAt: (level: Level) => dateTime(level.updatedAt),
      item: (level: Level) => level.variant,
      quantities: (level: Level, args: { names: string[] }) =>
        args.names
          .filter((name) => name in QUANTITIES)
          .map((name) => ({
            name,
            quantity: QUANTITIES[name]!(level),
            updatedAt: dateTime(level.updatedAt),
          })),
    },
  },
  Location: {
    fields: {
      id: (location: Location, _args, { store }) => store.ids.gidOf('Location', location.index),
      isActive: () => true,
      fulfillsOnlineOrders: () => true,
      shipsInventory: () => true,
      isFulfillmentService: () => false,
      updatedAt: (location: Location) => dateTime(location.updatedAt),
    },
    connections: {
      inventoryLevels: (location: Location, args: ListArguments, { store }) =>
        keptListing(store, `levels ${location.index} ${JSON.stringify([args.query, args.reverse])}`, () =>
          listLevels(
            store,
            store.liveVariants().map((variant) => variant.levels[location.index]!),
            args,
          ),
        ),
    },
  },
}

export function listLocations(store: ShopStore, args: ListArguments): Listing<Location> {
  const numberOf = (location: Location) => store.ids.numberOf('Location', location.index)
  const sortValueOf = args.sortKey === 'ID' ? numberOf : (location: Location) => location.name
  return sortedListing(store.locations, { sortValueOf, numberOf, isReversed: args.reverse === true })
}

export function listItems(
  store: ShopStore,
  items: readonly Variant[],
  args: ListArguments,
): Listing<Variant> {
  const numberOf = (item: Variant) => store.ids.numberOf('InventoryItem', item.index)
  const matches = compileSearch<Variant>(args.query, {
    id: numberOf,
    sku: (item) => item.sku,
    tracked: (item) => item.isTracked,
    created_at: (item) => item.product.createdAt,
    updated_at: (item) => item.product.updatedAt,
  })
  const by = { sortValueOf: numberOf, numberOf, isReversed: args.reverse === true }
  return sortedListing(items.filter(matches), by)
}

function listLevels(store: ShopStore, levels: readonly Level[], args: ListArguments): Listing<Level> {
  const numberOf = (level: Level) => store.ids.numberOf('InventoryLevel', levelIndex(store, level))
  const matches = compileSearch<Level>(args.query, {
    id: numberOf,
    created_at: (level) => level.variant.product.createdAt,
    updated_at: (level) => level.updatedAt,
  })
  const by = { sortValueOf: numberOf, numberOf, isReversed: args.reverse === true }
  return sortedListing(levels.filter(matches), by)
}

export function levelIndex(store: ShopStore, level: Level): number {
  return level.variant.index * store.locations.length + level.location.index
}
