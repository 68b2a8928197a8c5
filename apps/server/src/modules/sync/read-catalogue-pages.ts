import { FIRST_WINDOW, nextStart, type Page, pageStart } from '../../integrations/shopify/index.ts'
import { type CatalogueTarget, clearSeen, findLocationIds, writeCatalogue } from '../inventory/index.ts'
import { emptyCatalogueBatch } from './catalogue-batch.ts'
import type { SyncCursor } from './cursor.ts'
import { commitStep, cursorOf, type SyncRun } from './sync-run.ts'

type PagedCursor = Extract<SyncCursor['catalogue'], { source: 'paged' }>

/**
 * Reads the same as the bulk read, page by page: all variants with their products, then the levels of each
 * location.
 */
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
    const catalogue = { source: 'paged', stage: 'variants', ...FIRST_WINDOW } as const
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
  const page = await run.shop.variants(pageStart(cursor))
  const products = page.nodes.map((node) => node.product)
  let hasMore = true
  await commitStep(run, async (tx) => {
    await writeCatalogue(tx, target, { ...emptyCatalogueBatch(), products, variants: page.nodes })
    const next = nextInStage(run, cursor, page) ?? firstLevels(await findLocationIds(tx, run.merchantId))
    hasMore = next !== null
    return {
      cursor: { ...cursorOf(run), catalogue: next ?? cursor },
      products: run.progress.products + new Set(products.map((node) => node.id)).size,
      variants: run.progress.variants + page.nodes.length,
    }
  })
  return hasMore
}

/** Returns the cursor of the next page in the same stage. */
function nextInStage<Cursor extends PagedCursor>(
  run: SyncRun,
  cursor: Cursor,
  page: Page<{ id: number }>,
): Cursor | null {
  const start = nextStart(cursor, page, run.windowRows)
  return start && { ...cursor, ...start }
}

async function readLevelsPage(run: SyncRun, target: CatalogueTarget, cursor: LevelsCursor): Promise<boolean> {
  const page = await run.shop.levels(cursor.locationId, pageStart(cursor))
  let hasMore = true
  await commitStep(run, async (tx) => {
    await writeCatalogue(tx, target, { ...emptyCatalogueBatch(), levels: page.nodes })
    const later = (await findLocationIds(tx, run.merchantId)).filter((id) => id > cursor.locationId)
    const next = nextInStage(run, cursor, page) ?? firstLevels(later)
    hasMore = next !== null
    return { cursor: { ...cursorOf(run), catalogue: next ?? cursor } }
  })
  return hasMore
}

function firstLevels(locationIds: readonly number[]): LevelsCursor | null {
  const [locationId] = locationIds
  return locationId === undefined ? null : { source: 'paged', stage: 'levels', locationId, ...FIRST_WINDOW }
}
