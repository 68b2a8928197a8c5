import type {
  LongRead,
  OnUnreadable,
  ReadLimits,
  ReadPosition,
  ReadStep,
} from '../../kernel/connector/connector.ts'
import type { CatalogueRows } from '../../kernel/connector/rows.ts'
import { isUnreadable, type StoreError } from '../../kernel/connector/store-error.ts'
import {
  BULK_PRODUCTS,
  FIRST_WINDOW,
  nextStart,
  type Page,
  pageStart,
  type ShopClient,
  WINDOW_ROWS,
} from './client/index.ts'
import { cataloguePositionSchema, type PagedCatalogue } from './positions.ts'
import { type BulkSource, ensureBulkStarted, readInBulk } from './read-in-bulk.ts'
import { parseCatalogueLines, storeLevel, storeProduct, storeVariant } from './translate.ts'
import { reporting } from './unreadable.ts'

/** Lines in one step: large enough to be fast and small enough to repeat. */
export const BATCH_LINES = 20_000

type Step = ReadStep<CatalogueRows>

/** Returns the read of a shop's catalogue: by a bulk operation, or page by page where that is unavailable. */
export function catalogueRead(
  client: ShopClient,
  locationIds: readonly number[],
  onUnreadable?: OnUnreadable,
): LongRead<CatalogueRows> {
  return {
    prepare: async (position) => {
      const read = cataloguePositionSchema.parse(position)
      if (read.source === 'paged') return position
      return (await ensureBulkStarted(client, BULK_PRODUCTS, read)) ?? position
    },
    steps: (from) => steps(client, { locationIds, onUnreadable }, from),
  }
}

interface Catalogue {
  locationIds: readonly number[]
  onUnreadable: OnUnreadable | undefined
}

async function* steps(
  client: ShopClient,
  catalogue: Catalogue,
  from: { position: ReadPosition; signal: AbortSignal } & ReadLimits,
): AsyncGenerator<Step> {
  const { signal, batchLines = BATCH_LINES, windowRows = WINDOW_ROWS } = from
  const position = cataloguePositionSchema.parse(from.position)
  if (position.source === 'paged') {
    yield* pages(client, { ...catalogue, windowRows, position })
    return
  }
  const source: BulkSource<CatalogueRows, CatalogueRows> = {
    query: BULK_PRODUCTS,
    parse: (lines) => parseCatalogueLines(lines, catalogue.onUnreadable),
    complete: async (rows) => ({ rows }),
  }
  if (yield* readInBulk(client, source, { position, signal, batchLines })) return
  const first: PagedCatalogue = { source: 'paged', stage: 'variants', ...FIRST_WINDOW }
  yield { position: first, restarts: 'paged' }
  yield* pages(client, { ...catalogue, windowRows, position: first })
}

interface PagesOf extends Catalogue {
  windowRows: number
  position: PagedCatalogue
}

interface ReadPage {
  rows?: CatalogueRows
  next: PagedCatalogue | null
}

/**
 * Yields all variants with their products, then the levels of each location, from a position on. Reports
 * unreadable locations at the end, unless there is no other.
 */
async function* pages(client: ShopClient, of: PagesOf): AsyncGenerator<Step> {
  const unread = new Map<number, StoreError>()
  for (let position: PagedCatalogue | null = of.position; position !== null; ) {
    const { next, ...page }: ReadPage =
      position.stage === 'variants'
        ? await variantsPage(client, of, position)
        : await levelsPageOrNext(client, of, { position, unread })
    yield { ...page, position: next ?? position }
    position = next
  }
  const [first] = unread.values()
  if (first && unread.size === of.locationIds.length) throw first
  for (const [id, error] of unread) of.onUnreadable?.({ kind: 'location', id }, error)
}

type VariantsPosition = Extract<PagedCatalogue, { stage: 'variants' }>
type LevelsPosition = Extract<PagedCatalogue, { stage: 'levels' }>

async function variantsPage(client: ShopClient, of: PagesOf, position: VariantsPosition) {
  const page = await client.variants({ ...pageStart(position), onUnreadable: reporting(of.onUnreadable) })
  const products = [...new Map(page.nodes.map(({ product }) => [product.id, product])).values()]
  const rows = { products: products.map(storeProduct), variants: page.nodes.map(storeVariant), levels: [] }
  return { rows, next: nextInStage(of, position, page) ?? firstLevels(of.locationIds) }
}

/** Reads a page of levels. Goes on at the next location if this one is unreadable and the caller goes on. */
async function levelsPageOrNext(
  client: ShopClient,
  of: PagesOf,
  { position, unread }: { position: LevelsPosition; unread: Map<number, StoreError> },
): Promise<ReadPage> {
  try {
    return await levelsPage(client, of, position)
  } catch (error) {
    if (!of.onUnreadable || !isUnreadable(error)) throw error
    unread.set(position.locationId, error)
    return { next: firstLevels(laterLocations(of, position)) }
  }
}

async function levelsPage(client: ShopClient, of: PagesOf, position: LevelsPosition) {
  const { locationId } = position
  const onUnreadable = reporting(of.onUnreadable, locationId)
  const page = await client.levels(locationId, { ...pageStart(position), onUnreadable })
  const rows = { products: [], variants: [], levels: page.nodes.map(storeLevel) }
  return { rows, next: nextInStage(of, position, page) ?? firstLevels(laterLocations(of, position)) }
}

function laterLocations({ locationIds }: PagesOf, { locationId }: LevelsPosition): number[] {
  return locationIds.filter((id) => id > locationId)
}

/** Returns the position of the next page in the same stage. */
function nextInStage<Position extends PagedCatalogue>(
  { windowRows }: PagesOf,
  position: Position,
  page: Page<{ id: number }>,
): Position | null {
  const start = nextStart(position, page, windowRows)
  return start && { ...position, ...start }
}

function firstLevels(locationIds: readonly number[]): LevelsPosition | null {
  const [locationId] = locationIds.toSorted((a, b) => a - b)
  return locationId === undefined ? null : { source: 'paged', stage: 'levels', locationId, ...FIRST_WINDOW }
}
