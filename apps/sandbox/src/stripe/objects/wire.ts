import type Stripe from 'stripe'

/** The version whose shapes these objects have. */
export const API_VERSION = '2026-10-28.endive'

/** Returns a decimal as the wire has it, which is text; only the library makes an object of it. */
export function wireDecimal(text: string): Stripe.Decimal {
  return text as unknown as Stripe.Decimal
}

export function listOf<Each>(data: Each[], url: string, hasMore = false): Stripe.ApiList<Each> {
  return { object: 'list', data, has_more: hasMore, url }
}

/** Returns the first page of a list, newest first. */
export function getPage<Each>(
  oldestFirst: readonly Each[],
  { limit }: { limit: number },
  url: string,
): Stripe.ApiList<Each> {
  return listOf(oldestFirst.toReversed().slice(0, limit), url, oldestFirst.length > limit)
}

/** Returns the id of what is referred to; references are stored as ids. */
export function getId(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}
