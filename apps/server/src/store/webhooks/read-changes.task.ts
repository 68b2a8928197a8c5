import type { Shop, ShopProduct } from '../../kernel/connector/connector.ts'
import type { StoreChange } from '../../kernel/connector/rows.ts'
import type { MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { logUnknown, readScheduledReceiptsTask } from '../inbound/read-scheduled-receipts.task.ts'
import { writeTransfer } from '../inbound/write-receipts.ts'
import { findProductsOfItem } from '../inventory/catalogue-queries.ts'
import { deleteCollections, saveCollection, saveCollectionsOf } from '../inventory/collection-queries.ts'
import { deleteOtherVariants, deleteProducts } from '../inventory/removal-queries.ts'
import { writeCatalogue } from '../inventory/write-catalogue.ts'
import { deriveSalesOfNewVariants } from '../ledger/derived-sales-queries.ts'
import { applyOrders } from '../ledger/write-orders.ts'
import { isStillShop, mayRead, type OpenShop, openShop } from '../shops/open-shop.ts'
import { checkScopes } from '../shops/reconnect.ts'
import { findTimeZone } from '../sync/queries.ts'
import { saveShopDetails } from '../sync/read-shop.ts'
import { ensureSubscriptionsTask } from './ensure-subscriptions.task.ts'
import { type InboxRow, listInbox, markInbox } from './queries.ts'
import { isFaultOfResource, setAside } from './set-aside.ts'
import { CHANGE_KINDS } from './webhook-state.ts'

/**
 * Reads what webhooks reported as changed without saying how: products, shop details, permissions. Runs one
 * at a time: two would read the same and share the shop's request limit.
 */
export const readChangesTask = defineMerchantTask({
  name: 'read-changes',
  one: 'queued',
  // Waits grow to five minutes, so these retries last a day, longer than an outage of a store.
  retryLimit: 300,
  // Most of the time is spent waiting for a store: a few slow stores must not block the others.
  concurrency: 4,
})

const ROWS_PER_STEP = 500
/** Things read in one turn, about half a minute at a store's pace. */
const READS_PER_TURN = 50
/** The orders of several new transfers are read once. */
const ORDERS_DELAY_SECONDS = 20

/**
 * Reads from the store what webhooks did not contain or could not prove: each product, each order and the
 * shop once.
 */
export async function readChanges(
  kernel: Kernel,
  { merchantId }: MerchantKey,
  signal: AbortSignal,
): Promise<void> {
  if (!(await mayRead(kernel, merchantId))) return
  const opened = await openShop(kernel, merchantId)
  const pace = opened.store.createPace(signal)
  for (let reads = 0; ; ) {
    const rows = await kernel.db.withTenant(merchantId, (tx) =>
      listInbox(tx, { merchantId, status: 'unread', kinds: CHANGE_KINDS, limit: ROWS_PER_STEP }),
    )
    if (rows.length === 0) return
    const ofResource = Map.groupBy(rows, (row) => row.resource)
    for (const sameRows of ofResource.values()) {
      if (reads++ === READS_PER_TURN) return kernel.jobs.send(readChangesTask, { merchantId })
      await pace()
      const isRead = await readOrSetAside(kernel, opened, { merchantId, rows: sameRows })
      if (!isRead) return
    }
  }
}

/**
 * Reads one thing and sets aside what can never be read, so that the rest continues. Returns false when the
 * merchant has left this shop meanwhile.
 */
async function readOrSetAside(
  kernel: Kernel,
  opened: OpenShop,
  of: { merchantId: number; rows: readonly InboxRow[] },
): Promise<boolean> {
  try {
    return await readOne(kernel, opened, of)
  } catch (error) {
    if (!isFaultOfResource(error)) throw error
    await setAside(kernel, { ...of, status: 'unread', error })
    return true
  }
}

async function readOne(
  kernel: Kernel,
  opened: OpenShop,
  { merchantId, rows }: { merchantId: number; rows: readonly InboxRow[] },
): Promise<boolean> {
  const write = await getWriter(kernel, opened, { merchantId, state: rows[0]!.state })
  return kernel.db.withTenant(merchantId, async (tx) => {
    if (!(await isStillShop(tx, merchantId, opened.shopGid))) return false
    await write(tx)
    await markInbox(tx, { merchantId, status: 'applied' }, rows)
    return true
  })
}

type Write = (tx: Tx) => Promise<void>

function getWriter(
  kernel: Kernel,
  opened: OpenShop,
  { merchantId, state }: { merchantId: number; state: StoreChange },
): Promise<Write> {
  const { shop } = opened
  if (state.kind === 'product') return productWriter(kernel, shop, { merchantId, productId: state.id })
  if (state.kind === 'item') return itemWriter(kernel, shop, { merchantId, itemId: state.id })
  if (state.kind === 'collection') return collectionWriter(shop, { merchantId, collectionId: state.id })
  if (state.kind === 'transfer') return transferWriter(kernel, shop, { merchantId, transferId: state.id })
  if (state.kind === 'order') return orderWriter(kernel, shop, { merchantId, orderId: state.id })
  return shopWriter(kernel, opened, merchantId)
}

/** Reads the products of an item, because its cost has no version of its own. */
async function itemWriter(
  kernel: Kernel,
  shop: Shop,
  { merchantId, itemId }: { merchantId: number; itemId: number },
): Promise<Write> {
  const productIds = await kernel.db.withTenant(merchantId, (tx) =>
    findProductsOfItem(tx, merchantId, itemId),
  )
  const writers: Write[] = []
  for (const productId of productIds)
    writers.push(await productWriter(kernel, shop, { merchantId, productId }))
  return async (tx) => {
    for (const write of writers) await write(tx)
  }
}

async function collectionWriter(
  shop: Shop,
  { merchantId, collectionId }: { merchantId: number; collectionId: number },
): Promise<Write> {
  const found = await shop.collection(collectionId)
  return (tx) =>
    found
      ? saveCollection(tx, merchantId, found)
      : deleteCollections(tx, merchantId, { deleted: collectionId })
}

/** Events omit the supplier and other shipments of a transfer, so that each has the whole transfer read again. */
async function transferWriter(
  kernel: Kernel,
  shop: Shop,
  { merchantId, transferId }: { merchantId: number; transferId: number },
): Promise<Write> {
  const readAt = kernel.clock.now()
  const found = await shop.transfer(transferId)
  if (found) logUnknown({ kernel, merchantId }, found)
  return async (tx) => {
    const isUnlinked = await writeTransfer(kernel, tx, { merchantId, transferId, found, readAt })
    const options = { tx, delaySeconds: ORDERS_DELAY_SECONDS }
    if (isUnlinked) await kernel.jobs.send(readScheduledReceiptsTask, { merchantId }, options)
  }
}

/** Reads an order and returns how to write it. An order that the store does not have is not of this shop. */
async function orderWriter(
  kernel: Kernel,
  shop: Shop,
  { merchantId, orderId }: { merchantId: number; orderId: number },
): Promise<Write> {
  const found = await shop.order(orderId)
  if (found === null) return async () => undefined
  return async (tx) => {
    const timeZone = (await findTimeZone(tx, merchantId)) ?? 'UTC'
    const touched = await applyOrders(tx, { merchantId, timeZone }, found)
    const variantIds = [...new Set(touched.map((each) => each.variant_id))]
    if (variantIds.length > 0) await queueRefresh(kernel, tx, { merchantId, variantIds })
  }
}

async function shopWriter(
  kernel: Kernel,
  { shop, connectedAt }: OpenShop,
  merchantId: number,
): Promise<Write> {
  const info = await shop.details()
  return async (tx) => {
    await saveShopDetails(kernel, tx, { merchantId, shop: info })
    const haveChanged = await checkScopes(kernel, tx, { merchantId, granted: info.scopes, connectedAt })
    if (!haveChanged) return
    const options = { tx }
    await kernel.jobs.send(ensureSubscriptionsTask, { merchantId }, options)
    await kernel.jobs.send(readScheduledReceiptsTask, { merchantId }, options)
  }
}

async function productWriter(
  kernel: Kernel,
  shop: Shop,
  { merchantId, productId }: { merchantId: number; productId: number },
): Promise<Write> {
  const found = await shop.product(productId)
  return (tx) => writeProduct(kernel, tx, { merchantId, productId, shopDomain: shop.domain, found })
}

/** Makes a product equal to the store's; null deletes it. */
export async function writeProduct(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  args: {
    merchantId: number
    productId: number
    shopDomain: string
    found: ShopProduct | null
  },
): Promise<void> {
  const { merchantId, productId, shopDomain, found } = args
  if (found === null) {
    if (await deleteProducts(tx, merchantId, [productId]))
      await queueRefresh(kernel, tx, { merchantId, variantIds: null })
    return
  }
  const timeZone = (await findTimeZone(tx, merchantId)) ?? 'UTC'
  const { product, variants, collections } = found
  await writeCatalogue(
    tx,
    { merchantId, shopDomain, timeZone },
    { products: [product], variants, levels: [] },
  )
  if (collections) await saveCollectionsOf(tx, { merchantId, productId, collections })
  const variantIds = variants.map((variant) => variant.id)
  const isSmaller = await deleteOtherVariants(tx, { merchantId, productId, keptIds: variantIds })
  await deriveSalesOfNewVariants(tx, merchantId)
  await queueRefresh(kernel, tx, { merchantId, variantIds: isSmaller ? null : variantIds })
}
