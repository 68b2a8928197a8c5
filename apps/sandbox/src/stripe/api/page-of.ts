import type Stripe from 'stripe'
import { listOf } from '../objects/wire.ts'
import { invalid } from '../refusal.ts'

export interface PageWanted {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** Returns a page of a list, newest first. */
export function pageOf<Each extends { id: string }>(
  newestFirst: readonly Each[],
  { limit, starting_after: after, ending_before: before }: PageWanted,
  url: string,
): Stripe.ApiList<Each> {
  if (before !== undefined) {
    const end = indexOf(newestFirst, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return listOf(newestFirst.slice(start, end), url, start > 0)
  }
  const start = after === undefined ? 0 : indexOf(newestFirst, after, 'starting_after') + 1
  return listOf(newestFirst.slice(start, start + limit), url, newestFirst.length > start + limit)
}

function indexOf(list: readonly { id: string }[], id: string, param: string): number {
  const index = list.findIndex((each) => each.id === id)
  if (index < 0) throw invalid(`No such object: '${id}'`, param, 'resource_missing')
  return index
}
