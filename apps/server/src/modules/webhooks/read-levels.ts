import type { LevelNode } from '../../integrations/shopify/index.ts'
import { pagesInWindows, type Shop, updatedSince } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import { findVariantsOfItems, writeCatalogue } from '../inventory/index.ts'
import { refreshOutlooks } from '../projection/index.ts'
import { isStillShop, openShop } from '../shops/index.ts'
import { findTimeZone } from '../sync/index.ts'
import { type InboxRow, listInbox, markInbox } from './queries.ts'

const ROWS_PER_STEP = 5000

/**
 * Reads whole the levels that webhooks told about: a page a hundred changed levels of a location, so that many changes
 * cost little more than one.
 */
export async function readToldLevels(kernel: Kernel, merchantId: number): Promise<void> {
  const { shop, shopGid } = await openShop(kernel, merchantId)
  const rows = await kernel.db.withTenant(merchantId, (tx) =>
    listInbox(tx, { merchantId, status: 'unread', kinds: ['level'], limit: ROWS_PER_STEP }),
  )
  const levels: LevelNode[] = []
  for (const [locationId, since] of firstChanges(rows)) {
    levels.push(...(await levelsSince(shop, locationId, since)))
  }
  await kernel.db.withTenant(merchantId, async (tx) => {
    if (rows.length === 0 || !(await isStillShop(tx, merchantId, shopGid))) return
    const timeZone = (await findTimeZone(tx, merchantId)) ?? 'UTC'
    const target = { merchantId, shopDomain: shop.domain, timeZone }
    await writeCatalogue(tx, target, { products: [], variants: [], levels })
    await markInbox(tx, { merchantId, status: 'applied' }, rows)
    const itemIds = levels.map((level) => level.item.id)
    const variantIds = [...(await findVariantsOfItems(tx, merchantId, itemIds)).values()].flat()
    if (variantIds.length === 0) return
    const isFew = variantIds.length <= ROWS_PER_STEP
    await kernel.jobs.send(refreshOutlooks, isFew ? { merchantId, variantIds } : { merchantId }, { tx })
  })
}

/** Since when each location has changed. */
function firstChanges(rows: readonly InboxRow[]): Map<number, Date> {
  const first = new Map<number, Date>()
  for (const { state } of rows) {
    if (state.kind !== 'level') continue
    const known = first.get(state.locationId)
    if (!known || state.updatedAt < known) first.set(state.locationId, state.updatedAt)
  }
  return first
}

/** The levels of a location that changed at `since` or later. */
export async function levelsSince(shop: Shop, locationId: number, since: Date): Promise<LevelNode[]> {
  const levels: LevelNode[] = []
  const pages = pagesInWindows((start) => shop.levels(locationId, start), { search: updatedSince(since) })
  for await (const page of pages) levels.push(...page)
  return levels
}
