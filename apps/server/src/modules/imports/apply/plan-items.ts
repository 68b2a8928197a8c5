import type { LevelRow, ProductRow, VariantRow } from '../../inventory/index.ts'
import { MAIN_LOCATION, productIdOf } from '../check/item-ids.ts'
import type { Item } from '../check/item-rows.ts'

/** A stored variant, with its product and its stock by location. */
export interface KnownItem {
  variant: Omit<VariantRow, 'updated_at'>
  product: Omit<ProductRow, 'updated_at'>
  levels: ReadonlyMap<number, Quantities>
}

type Quantities = Pick<LevelRow, 'available' | 'on_hand' | 'committed' | 'incoming'>

export interface ItemPlan {
  products: ProductRow[]
  variants: VariantRow[]
  levels: LevelRow[]
  locations: { id: number; name: string }[]
  /** Locations whose stock the file replaces by that of other locations. */
  droppedLevels: { variant_id: number; location_id: number }[]
  newIds: Set<number>
  changedIds: Set<number>
}

export interface ItemTarget {
  shopDomain: string
  today: string
  at: Date
}

/**
 * Returns the rows to write for these items. Values that an item leaves out stay; a new variant gets the
 * usual defaults.
 */
export function planItems(
  items: readonly Item[],
  known: ReadonlyMap<number, KnownItem>,
  target: ItemTarget,
): ItemPlan {
  const now = new Map(known)
  const plan: ItemPlan = {
    products: [],
    variants: [],
    levels: [],
    locations: [],
    droppedLevels: [],
    newIds: new Set(),
    changedIds: new Set(),
  }
  const locations = new Map<number, string>()
  for (const item of items) {
    const before = now.get(item.variantId)
    const after = mergeItem(item, before, target)
    now.set(item.variantId, after)
    if (item.location) locations.set(item.location.id, item.location.name)
    else if (after.levels.has(MAIN_LOCATION.id)) locations.set(MAIN_LOCATION.id, MAIN_LOCATION.name)
    if (!known.has(item.variantId)) plan.newIds.add(item.variantId)
    else if (before && !isSame(before, after)) plan.changedIds.add(item.variantId)
  }
  plan.locations = [...locations].map(([id, name]) => ({ id, name }))
  addRows(plan, { items, known, now, at: target.at })
  return plan
}

function addRows(
  plan: ItemPlan,
  args: {
    items: readonly Item[]
    known: ReadonlyMap<number, KnownItem>
    now: ReadonlyMap<number, KnownItem>
    at: Date
  },
): void {
  const products = new Map<number, ProductRow>()
  for (const variantId of new Set(args.items.map((item) => item.variantId))) {
    const { variant, product, levels } = args.now.get(variantId)!
    products.set(product.product_id, { ...product, updated_at: args.at })
    plan.variants.push({ ...variant, updated_at: args.at })
    for (const [locationId, quantities] of levels) {
      const key = { variant_id: variantId, location_id: locationId }
      plan.levels.push({ ...key, ...quantities, updated_at: args.at, event_at: null })
    }
    for (const locationId of args.known.get(variantId)?.levels.keys() ?? []) {
      if (!levels.has(locationId)) plan.droppedLevels.push({ variant_id: variantId, location_id: locationId })
    }
  }
  plan.products = [...products.values()]
}

function mergeItem(item: Item, before: KnownItem | undefined, target: ItemTarget): KnownItem {
  const product = productOf(item, before)
  const title = item.product === undefined ? before?.variant.title : fullTitle(item)
  const variant: KnownItem['variant'] = {
    variant_id: item.variantId,
    product_id: product.product_id,
    inventory_item_id: item.variantId,
    shop_domain: target.shopDomain,
    title: title ?? item.shownAs,
    sku: item.sku,
    barcode: before?.variant.barcode ?? null,
    price: stated(item.price, before?.variant.price, null),
    position: before?.variant.position ?? 1,
    is_tracked: stated(item.isTracked, before?.variant.is_tracked, true),
    sells_without_stock: stated(item.sellsWithoutStock, before?.variant.sells_without_stock, false),
    first_seen_on: before?.variant.first_seen_on ?? target.today,
  }
  return { product, variant, levels: levelsOf(item, before?.levels ?? new Map()) }
}

function productOf(item: Item, before: KnownItem | undefined): KnownItem['product'] {
  const productId = item.productId ?? before?.product.product_id ?? productIdOf(item.shownAs)
  return {
    product_id: productId,
    title: item.product ?? before?.product.title ?? item.shownAs,
    vendor: stated(item.vendor, before?.product.vendor, null),
    product_type: stated(item.productType, before?.product.product_type, null),
    status: item.status ?? before?.product.status ?? 'active',
    is_gift_card: before?.product.is_gift_card ?? false,
  }
}

/** Returns the title as the catalogue of a connected store would have it. */
function fullTitle({ product, variant }: Item): string {
  return variant ? `${product}, ${variant}` : (product ?? '')
}

/**
 * Returns the new stock by location. Stock without a location replaces all of it. Stock with a location
 * replaces that of the same location and that of no location.
 */
function levelsOf(item: Item, before: ReadonlyMap<number, Quantities>): Map<number, Quantities> {
  const { stock, onHand, incoming } = item
  if (stock === undefined && onHand === undefined && incoming === undefined) return new Map(before)
  const places = item.location === null ? soleLevel(before) : new Map(before)
  if (item.location !== null) places.delete(MAIN_LOCATION.id)
  const place = item.location?.id ?? MAIN_LOCATION.id
  places.set(place, quantitiesOf(item, places.get(place)))
  return places
}

function soleLevel(before: ReadonlyMap<number, Quantities>): Map<number, Quantities> {
  const main = before.get(MAIN_LOCATION.id)
  return new Map(main ? [[MAIN_LOCATION.id, main]] : [])
}

function quantitiesOf(item: Item, before: Quantities | undefined): Quantities {
  const committed = item.committed ?? before?.committed ?? 0
  const fromOnHand = item.onHand === undefined ? undefined : item.onHand - committed
  const available = item.stock ?? fromOnHand ?? before?.available ?? 0
  return {
    available,
    on_hand: item.onHand ?? available + committed,
    committed,
    incoming: item.incoming ?? before?.incoming ?? 0,
  }
}

function stated<T>(now: T | undefined, before: T | undefined, usual: T): T {
  if (now !== undefined) return now
  return before === undefined ? usual : before
}

function isSame(a: KnownItem, b: KnownItem): boolean {
  const text = ({ product, variant, levels }: KnownItem) =>
    JSON.stringify([product, { ...variant, shop_domain: '' }, [...levels].sort()])
  return text(a) === text(b)
}
