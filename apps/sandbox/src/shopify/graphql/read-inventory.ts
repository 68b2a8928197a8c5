import type { Level, Location, Variant } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { keptListing } from './kept-listing.ts'
import { type Listing, listingByNumber, sortedListing } from './listing.ts'
import type { ListArguments } from './read-products.ts'
import { dateTime, type Readers } from './readers.ts'
import { compileSearch } from './search-query.ts'

const QUANTITIES: Record<string, (level: Level) => number> = {
  available: (level) => level.available,
  committed: (level) => level.committed,
  incoming: (level) => level.incoming,
  on_hand: (level) => level.available + level.committed,
}

/** An inventory item is read from its variant: they are one to one here. */
export const inventoryReaders: Readers = {
  InventoryItem: {
    fields: {
      id: (item: Variant, _args, { store }) => store.ids.toGid('InventoryItem', item.index),
      tracked: (item: Variant) => item.isTracked,
      unitCost: ({ unitCostCents }: Variant, _args, { store }) =>
        unitCostCents === null
          ? null
          : { amount: (unitCostCents / 100).toFixed(2), currencyCode: store.profile.currencyCode },
    },
    connections: {
      inventoryLevels: (item: Variant, args: ListArguments, { store }) =>
        listLevels(store, item.levels, args),
    },
  },
  InventoryLevel: {
    fields: {
      id: (level: Level, _args, { store }) => {
        const item = store.ids.toNumber('InventoryItem', level.variant.index)
        return `${store.ids.toGid('InventoryLevel', levelIndex(store, level))}?inventory_item_id=${item}`
      },
      updatedAt: (level: Level) => dateTime(level.updatedAt),
      item: (level: Level) => level.variant,
      quantities: (level: Level, args: { names: string[] }) =>
        args.names
          .filter((name) => name in QUANTITIES)
          .map((name) => ({ name, quantity: QUANTITIES[name]!(level) })),
    },
  },
  Location: {
    fields: {
      id: (location: Location, _args, { store }) => store.ids.toGid('Location', location.index),
      isActive: () => true,
    },
    connections: {
      inventoryLevels: (location: Location, args: ListArguments, { store }) =>
        keptListing(store, `levels ${location.index} ${args.query}`, () =>
          listLevels(
            store,
            store.liveVariants().map((variant) => variant.levels[location.index]!),
            args,
          ),
        ),
    },
  },
}

export function listLocations(store: ShopStore): Listing<Location> {
  return sortedListing(store.locations, {
    sortValueOf: (location) => location.name,
    numberOf: (location) => store.ids.toNumber('Location', location.index),
  })
}

function listLevels(store: ShopStore, levels: readonly Level[], args: ListArguments): Listing<Level> {
  const numberOf = (level: Level) => store.ids.toNumber('InventoryLevel', levelIndex(store, level))
  const matches = compileSearch<Level>(args.query, {
    id: numberOf,
    updated_at: (level) => level.updatedAt,
  })
  return listingByNumber(levels.filter(matches), numberOf)
}

export function levelIndex(store: ShopStore, level: Level): number {
  return level.variant.index * store.locations.length + level.location.index
}
