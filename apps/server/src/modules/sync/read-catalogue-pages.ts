import { idsAbove } from '../../integrations/shopify/index.ts'
import { type CatalogueTarget, clearSeen, findLocationIds, writeCatalogue } from '../inventory/index.ts'
import { emptyCatalogueBatch } from './catalogue-batch.ts'
import type { SyncCursor } from './cursor.ts'
import { commitStep, cursorOf, type SyncRun } from './sync-run.ts'

type PagedCursor = Extract<SyncCursor['catalogue'], { source: 'paged' }>

/** The same as the bulk read, page by page: all variants with their products, then the levels of each location. */
export async function readCataloguePages(run: SyncRun, target: CatalogueTarget): Promise<void> {
  if (cursorOf(run).catalogue.source === 'bulk') await startPaging(run)
  for (;;) {
    const cursor = cursorOf(run).catalogue as PagedCursor
    const hasMore =
      cursor.stage === 'variants'
        ? await readVariantsPage(run, target, cursor)
        : await readLevelsPage(run, target, cursor)
    if (!hasMore) return
  }
}

async function startPaging(run: SyncRun): Promise<void> {
  await commitStep(run, async (tx) => {
    await clearSeen(tx, run.merchantId)
    const start = { aboveId: 0, after: null, seenInWindow: 0 }
    const catalogue = { source: 'paged', stage: 'variants', ...start } as const
    return { method: 'paged', products: 0, variants: 0, cursor: { ...cursorOf(run), catalogue } }
  })
}

type VariantsCursor = Extract<PagedCursor, { stage: 'variants' }>
type LevelsCursor = Extract<PagedCursor, { stage: 'levels' }>

async function readVariantsPage(
  run: SyncRun,
  target: CatalogueTarget,
  cursor: VariantsCursor,
): Promise<boolean> {
  const page = await run.shop.variants({ after: cursor.after, query: idsAbove(cursor.aboveId) })
  const products = page.nodes.map((node) => node.product)
  let hasMore = true
  await commitStep(run, async (tx) => {
    await writeCatalogue(tx, target, { ...emptyCatalogueBatch(), products, variants: page.nodes })
    const next: PagedCursor | null =
      page.next === null
        ? firstLevels(await findLocationIds(tx, run.merchantId))
        : nextVariants(cursor, { next: page.next, ids: page.nodes.map((node) => node.id) }, run.windowRows)
    hasMore = next !== null
    return {
      cursor: { ...cursorOf(run), catalogue: next ?? cursor },
      products: run.progress.products + new Set(products.map((node) => node.id)).size,
      variants: run.progress.variants + page.nodes.length,
    }
  })
  return hasMore
}

/** Listed by id, so that a new window can start above the last one. */
function nextVariants(
  cursor: VariantsCursor,
  page: { next: string; ids: readonly number[] },
  windowRows: number,
): VariantsCursor {
  const seenInWindow = cursor.seenInWindow + page.ids.length
  const last = page.ids.at(-1)
  if (seenInWindow < windowRows || last === undefined) return { ...cursor, after: page.next, seenInWindow }
  return { ...cursor, aboveId: last, after: null, seenInWindow: 0 }
}

async function readLevelsPage(run: SyncRun, target: CatalogueTarget, cursor: LevelsCursor): Promise<boolean> {
  const page = await run.shop.levels(cursor.locationId, { after: cursor.after })
  let hasMore = true
  await commitStep(run, async (tx) => {
    await writeCatalogue(tx, target, { ...emptyCatalogueBatch(), levels: page.nodes })
    const later = (await findLocationIds(tx, run.merchantId)).filter((id) => id > cursor.locationId)
    const next: PagedCursor | null = page.next === null ? firstLevels(later) : { ...cursor, after: page.next }
    hasMore = next !== null
    return { cursor: { ...cursorOf(run), catalogue: next ?? cursor } }
  })
  return hasMore
}

function firstLevels(locationIds: readonly number[]): LevelsCursor | null {
  const [locationId] = locationIds
  return locationId === undefined ? null : { source: 'paged', stage: 'levels', locationId, after: null }
}
