import type { OrderRows } from '../../kernel/connector/rows.ts'
import { isFaultOfData } from '../../kernel/database/write-faults.ts'
import { listProducts } from '../inventory/catalogue-queries.ts'
import { findLocationIds } from '../inventory/queries.ts'
import { findDifferingOrders } from '../ledger/find-differing-orders.ts'
import { applyOrders } from '../ledger/write-orders.ts'
import { writeProduct } from '../webhooks/read-changes.task.ts'
import { isFaultOfResource } from '../webhooks/set-aside.ts'
import { type Check, countSettled, inShop } from './check.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { collectUnreadable, compareInHalves, type Fault, setAside } from './set-aside.ts'

/** Compares what the store reports as changed since `since`. */
export async function checkRecent(check: Check, since: Date): Promise<void> {
  await checkChangedProducts(check, since)
  await checkChangedLevels(check, since)
  await checkChangedOrders(check, since)
}

async function checkChangedLevels(check: Check, since: Date): Promise<void> {
  const locationIds = await inShop(check, (tx) => findLocationIds(tx, check.merchantId))
  const unreadable = collectUnreadable(check)
  await readEachLocation(check, locationIds, async (locationId) => {
    const levels = await check.opened.shop.changedLevels(locationId, since, unreadable.onUnreadable)
    await unreadable.setAside()
    await checkCatalogue(check, { products: [], variants: [], levels })
  })
  await unreadable.setAside()
}

/** Compares the orders that changed at `since` or later. */
export async function checkChangedOrders(check: Check, since: Date): Promise<void> {
  const { signal } = check
  const { onUnreadable, setAside: setUnreadableAside } = collectUnreadable(check)
  for await (const rows of check.opened.shop.changedOrders(since, { signal, onUnreadable })) {
    await setUnreadableAside()
    await checkOrders(check, rows)
  }
  await setUnreadableAside()
}

/**
 * Reads each location, and sets aside one that cannot be read. Throws when none can, because no stock at all
 * is compared then.
 */
async function readEachLocation(
  check: Check,
  locationIds: readonly number[],
  read: (locationId: number) => Promise<void>,
): Promise<void> {
  const faults: Fault[] = []
  for (const locationId of locationIds) {
    try {
      await read(locationId)
    } catch (error) {
      if (!isFaultOfResource(error)) throw error
      faults.push({ thing: { kind: 'location', id: locationId }, error })
    }
  }
  if (faults.length > 0 && faults.length === locationIds.length) throw faults[0]!.error
  for (const fault of faults) await setAside(check, fault)
}

/** Reads each changed product as a whole, because only then are the variants that it lost known. */
async function checkChangedProducts(check: Check, since: Date): Promise<void> {
  const unreadable = collectUnreadable(check)
  for await (const products of check.opened.shop.changedProducts(since, unreadable.onUnreadable)) {
    await unreadable.setAside()
    check.checked += products.length
    const ids = products.map((product) => product.id)
    const rows = await inShop(check, (tx) => listProducts(tx, check.merchantId, ids))
    const stored = new Map(rows.map((row) => [row.product_id, row.updated_at]))
    const differing = products.filter(({ id, updatedAt }) => (stored.get(id) ?? new Date(0)) < updatedAt)
    check.differences.products += countSettled(check, differing)
    for (const { id } of differing) await repairProduct(check, id)
  }
  await unreadable.setAside()
}

/** Makes one product equal to the store's. Sets it aside when it can never be read or stored. */
export async function repairProduct(check: Check, productId: number): Promise<void> {
  try {
    await writeFoundProduct(check, productId)
  } catch (error) {
    if (!isFaultOfResource(error)) throw error
    await setAside(check, { thing: { kind: 'product', id: productId }, error })
  }
}

async function writeFoundProduct(check: Check, productId: number): Promise<void> {
  const { shop } = check.opened
  const { merchantId } = check
  await check.pace()
  const found = await shop.product(productId)
  await inShop(check, (tx) =>
    writeProduct(check.kernel, tx, { merchantId, productId, shopDomain: shop.domain, found }),
  )
}

/** Compares whole orders and writes those that differ. Sets aside what can never be stored. */
async function checkOrders(check: Check, rows: OrderRows): Promise<void> {
  check.checked += rows.orders.length
  const linesOf = Map.groupBy(rows.lines, (line) => line.orderId)
  await compareInHalves(check, rows.orders, {
    compare: (orders) => {
      const lines = orders.flatMap((order) => linesOf.get(order.id) ?? [])
      return compareOrders(check, { orders: [...orders], lines })
    },
    isFault: isFaultOfData,
    getThing: ({ id }) => ({ kind: 'order', id }),
  })
}

async function compareOrders(check: Check, batch: OrderRows): Promise<void> {
  await inShop(check, async (tx, target) => {
    const differing = await findDifferingOrders(tx, target, batch)
    if (differing.orders.length === 0) return
    const touched = await applyOrders(tx, target, differing)
    check.differences.orders += countSettled(check, differing.sold)
    check.hasNewSales ||= touched.length > 0
    for (const { variant_id } of touched) check.touched.add(variant_id)
  })
}
