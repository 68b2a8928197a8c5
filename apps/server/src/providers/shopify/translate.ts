import { MAX_UNIT_COST_MINOR, minorAmount } from '@stockcast/contract'
import type { OnUnreadable } from '../../kernel/connector/connector.ts'
import type {
  CatalogueRows,
  Money,
  OrderRows,
  StoreBundle,
  StoreLevel,
  StoreOrder,
  StoreProduct,
  StoreVariant,
} from '../../kernel/connector/rows.ts'
import { tidyTags } from '../../kernel/connector/tags.ts'
import type {
  BundleNode,
  LevelNode,
  LineNode,
  MoneyNode,
  OrderNode,
  ProductNode,
  ShopClient,
  VariantNode,
} from './client/index.ts'
import { notingOrders, parseLines, reporting } from './unreadable.ts'

export function storeProduct(node: ProductNode): StoreProduct {
  return {
    id: node.id,
    title: node.title,
    vendor: node.vendor || null,
    productType: node.productType || null,
    status: node.status.toLowerCase(),
    isGiftCard: node.isGiftCard,
    tags: tidyTags(node.tags),
    updatedAt: node.updatedAt,
  }
}

export function storeVariant(node: VariantNode): StoreVariant {
  return {
    id: node.id,
    productId: node.product.id,
    itemId: node.inventoryItem.id,
    title: fullTitle(node),
    sku: node.sku || null,
    barcode: node.barcode || null,
    price: node.price === null ? null : Number(node.price),
    unitCost: getCost(node.inventoryItem.unitCost ?? null),
    position: node.position,
    isTracked: node.inventoryItem.tracked,
    sellsWithoutStock: node.inventoryPolicy === 'CONTINUE',
    firstSeen: node.createdAt,
    updatedAt: node.updatedAt,
  }
}

const DECIMAL = /^\d{1,12}(\.\d{1,6})?$/

/** Returns null for an amount that is no cost, such as a negative or a huge one: unknown is better than wrong. */
function getCost(node: MoneyNode | null): Money | null {
  if (node === null || !DECIMAL.test(node.amount) || !/^[A-Z]{3}$/.test(node.currencyCode)) return null
  const amountMinor = minorAmount(Number(node.amount), node.currencyCode)
  return amountMinor > MAX_UNIT_COST_MINOR ? null : { amountMinor, currency: node.currencyCode }
}

/** Returns the full title. Shopify calls the only variant of a product "Default Title". */
function fullTitle({ title, product }: { title: string; product: { title: string } }): string {
  return title === 'Default Title' ? product.title : `${product.title}, ${title}`
}

export function storeLevel(node: LevelNode): StoreLevel {
  const quantity = (name: string) => node.quantities.find((each) => each.name === name)?.quantity ?? 0
  return {
    itemId: node.item.id,
    locationId: node.location.id,
    onHand: quantity('on_hand'),
    available: quantity('available'),
    committed: quantity('committed'),
    incoming: quantity('incoming'),
    updatedAt: node.updatedAt,
  }
}

/** Returns a bundle; null if the store names none of its parts. */
export function storeBundle({
  id,
  productVariantComponents: { nodes, pageInfo },
}: BundleNode): StoreBundle | null {
  if (nodes.length === 0 || pageInfo.hasNextPage) return null
  const parts = new Map<number, StoreBundle['parts'][number]>()
  for (const { quantity, productVariant } of nodes) {
    const before = parts.get(productVariant.id)?.quantity ?? 0
    const variantId = productVariant.id
    parts.set(variantId, { variantId, quantity: before + quantity, title: fullTitle(productVariant) })
  }
  return { variantId: id, parts: [...parts.values()] }
}

function storeOrder(node: OrderNode): StoreOrder {
  const { id, createdAt, processedAt, updatedAt, cancelledAt, test } = node
  const sentFrom = node.fulfillments.map(({ status, location }) => ({ status, locationId: location?.id }))
  const locationId = locationOfOrder(node.retailLocation?.id, sentFrom)
  return { id, createdAt, processedAt, updatedAt, cancelledAt, test, locationId }
}

/** Returns the part of a catalogue that these lines of a bulk result contain. */
export function parseCatalogueLines(lines: readonly string[], onUnreadable?: OnUnreadable): CatalogueRows {
  const rows: CatalogueRows = { products: [], variants: [], levels: [] }
  for (const { type, node } of parseLines(lines, onUnreadable)) {
    if (type === 'Product') rows.products.push(storeProduct(node))
    else if (type === 'ProductVariant') rows.variants.push(storeVariant(node))
    else if (type === 'InventoryLevel') rows.levels.push(storeLevel(node))
  }
  return rows
}

/** Orders and lines as Shopify lists them, before quantities removed by edits are known. */
export interface ListedOrders {
  orders: OrderNode[]
  lines: (LineNode & { orderId: number })[]
}

export function parseOrderLines(lines: readonly string[], onUnreadable?: OnUnreadable): ListedOrders {
  const listed: ListedOrders = { orders: [], lines: [] }
  for (const { type, node } of parseLines(lines, onUnreadable)) {
    if (type === 'LineItem') listed.lines.push(node)
    else if (type === 'Order') listed.orders.push(node)
  }
  return listed
}

/** Returns the same orders with their lines in units as ordered, without those that it reports as unreadable. */
export async function orderRows(
  client: ShopClient,
  { orders, lines }: ListedOrders,
  onUnreadable?: OnUnreadable,
): Promise<OrderRows> {
  const unread = new Set<number>()
  const report = reporting(onUnreadable && notingOrders(onUnreadable, unread))
  const ordered = await client.orderedLines(orders, lines, report)
  return {
    orders: orders.filter((order) => !unread.has(order.id)).map(storeOrder),
    lines: ordered.map(({ id, orderId, variant, quantity, lineItemGroup }) => ({
      id,
      orderId,
      variantId: variant?.id ?? null,
      quantity,
      bundleId: lineItemGroup?.variantId ?? null,
    })),
  }
}

/** How many deliveries of an order are checked for whether it left from one location. */
const READ_FULFILMENTS = 3

/**
 * Returns the location that served an order: the shop's register, otherwise the one location from which it was sent. Null
 * before it is sent, and when several locations sent it, since a bulk read does not tell which of them sent which line.
 */
export function locationOfOrder(
  retailLocationId: number | null | undefined,
  fulfilments: readonly { status: string | null; locationId: number | null | undefined }[],
): number | null {
  if (retailLocationId) return retailLocationId
  const sent = fulfilments
    .slice(0, READ_FULFILMENTS)
    .filter(({ status }) => status?.toLowerCase() !== 'cancelled')
  const [first, ...others] = new Set(sent.map(({ locationId }) => locationId ?? null))
  return others.length === 0 ? (first ?? null) : null
}
