import { codeKey } from '@stockcast/tables'
import type { CatalogueRows, StoreLevel, StoreProduct, StoreVariant } from '../../../kernel/connector/rows.ts'
import { getArchivedId, getProductId, MAIN_LOCATION } from '../check/item-ids.ts'
import type { Item } from '../check/item-rows.ts'

/** A stored variant, with its product and its stock by location. */
export interface KnownItem {
  variant: Omit<StoreVariant, 'updatedAt'>
  product: Omit<StoreProduct, 'updatedAt'>
  levels: ReadonlyMap<number, Quantities>
}

type Quantities = Pick<StoreLevel, 'available' | 'onHand' | 'committed' | 'incoming'>

export interface ItemPlan {
  rows: CatalogueRows
  locations: { id: number; name: string }[]
  /** Locations whose stock the file replaces by that of other locations. */
  droppedLevels: { variant_id: number; location_id: number }[]
  newIds: Set<number>
  changedIds: Set<number>
}

export interface ItemTarget {
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
    rows: { products: [], variants: [], levels: [] },
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
  const products = new Map<number, StoreProduct>()
  for (const variantId of new Set(args.items.map((item) => item.variantId))) {
    const { variant, product, levels } = args.now.get(variantId)!
    products.set(product.id, { ...product, updatedAt: args.at })
    plan.rows.variants.push({ ...variant, updatedAt: args.at })
    for (const [locationId, quantities] of levels) {
      plan.rows.levels.push({ itemId: variant.itemId, locationId, ...quantities, updatedAt: args.at })
    }
    for (const locationId of args.known.get(variantId)?.levels.keys() ?? []) {
      if (!levels.has(locationId)) plan.droppedLevels.push({ variant_id: variantId, location_id: locationId })
    }
  }
  plan.rows.products = [...products.values()]
}

function mergeItem(item: Item, before: KnownItem | undefined, target: ItemTarget): KnownItem {
  const product = getProduct(item, before)
  const title = item.product === undefined ? before?.variant.title : fullTitle(item)
  const variant: KnownItem['variant'] = {
    id: item.variantId,
    productId: product.id,
    itemId: item.variantId,
    title: title ?? item.shownAs,
    sku: isSameCode(item.sku, before?.variant.sku) ? before!.variant.sku : item.sku,
    barcode: stated(item.barcode, before?.variant.barcode, null),
    price: stated(item.price, before?.variant.price, null),
    unitCost: stated(item.unitCost, before?.variant.unitCost, null),
    position: before?.variant.position ?? 1,
    isTracked: stated(item.isTracked, before?.variant.isTracked, true),
    sellsWithoutStock: stated(item.sellsWithoutStock, before?.variant.sellsWithoutStock, false),
    firstSeen: before?.variant.firstSeen ?? target.today,
  }
  return { product, variant, levels: getLevels(item, before?.levels ?? new Map()) }
}

function getProduct(item: Item, before: KnownItem | undefined): KnownItem['product'] {
  return {
    id: productIdFor(item, before),
    title:
      before && isWholeTitle(item, before)
        ? before.product.title
        : (item.product ?? before?.product.title ?? item.shownAs),
    vendor: stated(item.vendor, before?.product.vendor, null),
    productType: stated(item.productType, before?.product.productType, null),
    tags: stated(item.tags, before?.product.tags, []),
    status: item.status ?? before?.product.status ?? 'active',
    isGiftCard: before?.product.isGiftCard ?? false,
  }
}

/** Returns whether a file has product and variant in one column, as our own report does. */
const isWholeTitle = ({ product, variant }: Item, before: KnownItem) =>
  variant === '' && product === before.variant.title && product !== before.product.title

const isSameCode = (one: string | null, other: string | null = null) =>
  one !== null && other !== null && codeKey(one) === codeKey(other)

/**
 * Returns the id of an item's product. The state of a file's row is that of its variant alone, so archived variants are a
 * product of their own, which they leave when a file says that they are active.
 */
function productIdFor(item: Item, before: KnownItem | undefined): number {
  const isArchived = before?.product.status === 'archived'
  if (item.status === undefined && isArchived) return before.product.id
  if (!isArchived && item.status !== 'archived' && before && isWholeTitle(item, before))
    return before.product.id
  const id = item.productId ?? (isArchived ? undefined : before?.product.id) ?? getProductId(item.shownAs)
  return item.status === 'archived' ? getArchivedId(id) : id
}

/** Returns the title as the catalogue of a connected store would have it. */
function fullTitle({ product, variant }: Item): string {
  return variant ? `${product}, ${variant}` : (product ?? '')
}

/**
 * Returns the new stock by location. Stock without a location replaces all of it. Stock with a location
 * replaces that of the same location and that of no location.
 */
function getLevels(item: Item, before: ReadonlyMap<number, Quantities>): Map<number, Quantities> {
  const { stock, onHand, incoming } = item
  if (stock === undefined && onHand === undefined && incoming === undefined) return new Map(before)
  const places = item.location === null ? soleLevel(before) : new Map(before)
  if (item.location !== null) places.delete(MAIN_LOCATION.id)
  const place = item.location?.id ?? MAIN_LOCATION.id
  places.set(place, getQuantities(item, places.get(place)))
  return places
}

function soleLevel(before: ReadonlyMap<number, Quantities>): Map<number, Quantities> {
  const main = before.get(MAIN_LOCATION.id)
  return new Map(main ? [[MAIN_LOCATION.id, main]] : [])
}

function getQuantities(item: Item, before: Quantities | undefined): Quantities {
  const committed = item.committed ?? before?.committed ?? 0
  const fromOnHand = item.onHand === undefined ? undefined : item.onHand - committed
  const available = item.stock ?? fromOnHand ?? before?.available ?? 0
  return {
    available,
    onHand: item.onHand ?? available + committed,
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
    JSON.stringify([product, variant, [...levels].sort()])
  return text(a) === text(b)
}
