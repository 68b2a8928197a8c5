import type { OnUnreadableGid, Page, PageStart } from './pages.ts'

/** Shopify ends a listing at 25,000 rows; a new one begins well before that. */
export const WINDOW_ROWS = 20_000

/**
 * Where the next page of a listing by id starts: after the last page, or in a new listing above its last id.
 */
export interface WindowStart {
  aboveId: number
  after: string | null
  seenInWindow: number
}

export const FIRST_WINDOW: WindowStart = { aboveId: 0, after: null, seenInWindow: 0 }

/**
 * Returns null at the end. A listing that turns out not to be sorted by id stays one listing, because there
 * may be gaps above its last id.
 */
export function nextStart(
  start: WindowStart,
  page: Page<{ id: number }>,
  windowRows = WINDOW_ROWS,
): WindowStart | null {
  if (page.next === null) return null
  const seenInWindow = start.seenInWindow + page.nodes.length
  const ids = page.nodes.map((node) => node.id)
  const last = ids.at(-1)
  const isById = ids.every((id, at) => id > (ids[at - 1] ?? start.aboveId))
  if (seenInWindow < windowRows || last === undefined || !isById) {
    return { ...start, after: page.next, seenInWindow }
  }
  return { aboveId: last, after: null, seenInWindow: 0 }
}

/** Returns the request for a page of this window, with the other search terms. */
export function pageStart({ aboveId, after }: WindowStart, search?: string): PageStart {
  const terms = [...(search === undefined ? [] : [search]), ...(aboveId > 0 ? [idsAbove(aboveId)] : [])]
  return { after, ...(terms.length > 0 ? { query: terms.join(' AND ') } : {}) }
}

/** Yields every page of a listing by id, however long it is. */
export async function* pagesInWindows<Node extends { id: number }>(
  read: (start: PageStart) => Promise<Page<Node>>,
  args: { search?: string; windowRows?: number; onUnreadable?: OnUnreadableGid | undefined } = {},
): AsyncGenerator<Node[]> {
  const { search, windowRows, onUnreadable } = args
  for (let start: WindowStart | null = FIRST_WINDOW; start !== null; ) {
    const page: Page<Node> = await read({ ...pageStart(start, search), onUnreadable })
    yield page.nodes
    start = nextStart(start, page, windowRows)
  }
}

/** Terms of Shopify's search syntax, for the `query` of a list. */

export function createdSince(since: Date): string {
  return `created_at:>='${instant(since)}'`
}

export function updatedSince(since: Date): string {
  return `updated_at:>='${instant(since)}'`
}

export function idsAbove(id: number): string {
  return `id:>${id}`
}

function instant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
