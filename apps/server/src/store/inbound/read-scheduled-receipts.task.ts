import type { Shop } from '../../kernel/connector/connector.ts'
import type { StorePurchaseOrder, StoreTransfer } from '../../kernel/connector/rows.ts'
import { isStoreFault, isUnreadable } from '../../kernel/connector/store-error.ts'
import type { MerchantKey } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isStillShop, mayRead, openShop } from '../shops/open-shop.ts'
import { listReceipts, listTransferOrders } from './queries.ts'
import { orderSource } from './receipt-rows.ts'
import { type InboundState, writeAllReceipts } from './write-receipts.ts'

/** Reads everything that is on its way to a shop. */
export const readScheduledReceiptsTask = defineMerchantTask({
  name: 'read-scheduled-receipts',
  one: 'queued',
  retryLimit: 20,
  // Most of the time is spent waiting for a store: a few slow stores must not block the others.
  concurrency: 4,
})

/**
 * Reads the open transfers and the purchase orders of a shop, and replaces what was stored. A merchant who has not granted them
 * keeps incoming units without a day.
 */
export async function readScheduledReceipts(
  kernel: Kernel,
  { merchantId }: MerchantKey,
  signal: AbortSignal,
): Promise<void> {
  if (!(await mayRead(kernel, merchantId))) return
  const { shop, shopGid, store } = await openShop(kernel, merchantId)
  const finished = await findFinishedOrders(kernel, merchantId)
  const reader: Reader = {
    kernel,
    merchantId,
    shop,
    pace: store.createPace(signal),
    readAt: kernel.clock.now(),
  }
  const inbound = await readInbound(reader, finished)
  await kernel.db.withTenant(merchantId, async (tx) => {
    if (await isStillShop(tx, merchantId, shopGid))
      await writeAllReceipts(kernel, tx, { merchantId, inbound })
  })
}

interface Reader {
  kernel: Kernel
  merchantId: number
  shop: Shop
  /** Awaited before each thing that is read individually. */
  pace: () => Promise<void>
  readAt: Date
}

/** Returns the orders with no units still to come, which need not be read again. */
async function findFinishedOrders(kernel: Kernel, merchantId: number): Promise<ReadonlySet<number>> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const links = await listTransferOrders(tx, merchantId)
    const open = new Set((await listReceipts(tx, { merchantId, sources: null })).map(({ source }) => source))
    const byOrder = Map.groupBy(links, (link) => link.order_id)
    const finished = [...byOrder].filter(
      ([id, transfers]) => transfers.every((each) => each.is_done) && !open.has(orderSource(id)),
    )
    return new Set(finished.map(([id]) => id))
  })
}

async function readInbound(reader: Reader, finished: ReadonlySet<number>): Promise<InboundState> {
  const { shop, readAt } = reader
  const denied: InboundState = { transfers: null, orders: [], readAt }
  const openIds = await shop.openTransfers()
  if (openIds === null) return denied
  const orderIds = ((await shop.purchaseOrders()) ?? []).filter((id) => !finished.has(id))
  // Without this permission, units have days all the same, but no supplier.
  const orders =
    (await readEach(reader, orderIds, {
      kind: 'purchase_order',
      read: (id): Promise<StorePurchaseOrder | null> => shop.purchaseOrder(id),
    })) ?? []
  const ids = [...new Set([...openIds, ...orders.flatMap(({ transferIds }) => transferIds)])]
  const transfers = await readEach(reader, ids, {
    kind: 'transfer',
    read: (id): Promise<StoreTransfer | null> => shop.transfer(id),
  })
  if (transfers === null) return denied
  for (const transfer of transfers) logUnknown(reader, transfer)
  return { transfers, orders, readAt }
}

/**
 * Reads each, and leaves out one whose answer cannot be used: its units stay without a day. Returns null when the permission
 * is missing.
 */
async function readEach<T>(
  { kernel, merchantId, pace }: Reader,
  ids: readonly number[],
  { kind, read }: { kind: string; read: (id: number) => Promise<T | null> },
): Promise<T[] | null> {
  const all: T[] = []
  for (const id of ids) {
    await pace()
    try {
      const found = await read(id)
      if (found !== null) all.push(found)
    } catch (error) {
      if (isStoreFault(error, 'access_denied')) return null
      if (!isUnreadable(error)) throw error
      kernel.log.warn({ err: error, merchantId, kind, id }, 'left without a day: it cannot be read')
    }
  }
  return all
}

/** Logs the units on the way whose state is unknown. */
export function logUnknown(
  { kernel, merchantId }: { kernel: Pick<Kernel, 'log'>; merchantId: number },
  { id, state, unknownShipments }: StoreTransfer,
): void {
  if (state === 'unknown' || unknownShipments.length > 0)
    kernel.log.warn(
      { merchantId, transferId: id, state, shipmentIds: unknownShipments },
      'units on the way are in an unknown state: they stay without a day',
    )
}
