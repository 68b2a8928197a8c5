import type { OnUnreadable, Shop } from '../../kernel/connector/connector.ts'
import type { StoreBundle, StoreLevel, StoreLocation } from '../../kernel/connector/rows.ts'
import { isStoreFault } from '../../kernel/connector/store-error.ts'
import { catalogueRead } from './catalogue-read.ts'
import { changedOrders } from './changed-orders.ts'
import { pagesInWindows, type ShopClient, updatedSince } from './client/index.ts'
import { ordersRead } from './orders-read.ts'
import { NOT_STARTED } from './positions.ts'
import { orderRows, storeBundle, storeLevel, storeProduct, storeVariant } from './translate.ts'
import { storePurchaseOrder, storeTransfer } from './translate-inbound.ts'
import { reporting } from './unreadable.ts'
import { keepSubscriptions } from './webhooks/subscriptions.ts'

/** Returns a shop of Shopify that answers in our rows. */
export function connectedShop(client: ShopClient, now: () => Date): Shop {
  return {
    domain: client.domain,
    start: NOT_STARTED,
    details: client.info,
    locations: () => allLocations(client),
    catalogue: (locationIds, onUnreadable) => catalogueRead(client, locationIds, onUnreadable),
    orders: (range) => ordersRead(client, range),
    changedProducts: (since, onUnreadable) => changedProducts(client, since, onUnreadable),
    changedLevels: (locationId, since, onUnreadable) =>
      changedLevels(client, { locationId, since, onUnreadable }),
    changedOrders: (since, options) => changedOrders(client, { since, now: now(), ...options }),
    bundles: () => allBundles(client),
    product: async (productId) => {
      const found = await client.product(productId)
      if (!found) return null
      const { product, variants, collections } = found
      return { product: storeProduct(product), variants: variants.map(storeVariant), collections }
    },
    order: async (orderId) => {
      const found = await client.order(orderId)
      if (found === null) return null
      const lines = found.lines.map((line) => ({ ...line, orderId }))
      return orderRows(client, { orders: [found], lines })
    },
    collectionIds: () => allCollections(client),
    collection: client.collection,
    openTransfers: client.openTransfers,
    transfer: async (transferId) => {
      const found = await client.transfer(transferId)
      return found && storeTransfer(found)
    },
    purchaseOrders: client.purchaseOrders,
    purchaseOrder: async (orderId) => {
      const found = await client.purchaseOrder(orderId)
      return found && storePurchaseOrder(found)
    },
    createTransfer: client.createTransfer,
    addStock: client.addStock,
    isInstalled: () => isInstalled(client),
    subscribe: (address) => keepSubscriptions(client, address),
    uninstall: client.uninstall,
  }
}

/** Leaves out a bundle whose answer cannot be used: its parts stay as order lines, which is how it is counted. */
async function allBundles(client: ShopClient): Promise<StoreBundle[]> {
  const bundles: StoreBundle[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<ShopClient['bundles']>> = await client.bundles({
      after,
      onUnreadable: () => {},
    })
    bundles.push(...page.nodes.flatMap((node) => storeBundle(node) ?? []))
    after = page.next
  }
  return bundles
}

async function allCollections(client: ShopClient): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<ShopClient['collections']>> = await client.collections({ after })
    ids.push(...page.nodes.map(({ id }) => id))
    after = page.next
  }
  return ids
}

async function allLocations(client: ShopClient): Promise<StoreLocation[]> {
  const locations: StoreLocation[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: { nodes: StoreLocation[]; next: string | null } = await client.locations({ after })
    locations.push(...page.nodes)
    after = page.next
  }
  return locations
}

async function* changedProducts(client: ShopClient, since: Date, onUnreadable: OnUnreadable) {
  const query = updatedSince(since)
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<ShopClient['changedProducts']>> = await client.changedProducts({
      after,
      query,
      onUnreadable: reporting(onUnreadable),
    })
    after = page.next
    yield page.nodes
  }
}

/** Reads pages of a hundred levels, so many changes cost little more than one. */
async function changedLevels(
  client: ShopClient,
  of: { locationId: number; since: Date; onUnreadable: OnUnreadable | undefined },
): Promise<StoreLevel[]> {
  const levels: StoreLevel[] = []
  const pages = pagesInWindows((start) => client.levels(of.locationId, start), {
    search: updatedSince(of.since),
    onUnreadable: reporting(of.onUnreadable, of.locationId),
  })
  for await (const page of pages) levels.push(...page.map(storeLevel))
  return levels
}

async function isInstalled(client: ShopClient): Promise<boolean> {
  try {
    await client.info()
    return true
  } catch (error) {
    if (isStoreFault(error, 'unauthorized', 'shop_not_found')) return false
    throw error
  }
}
