import { GraphQLError } from 'graphql'

type SortValue = number | string

/** Everything behind a connection field, in order; pages of it are cut by cursor, bulk operations take all. */
export interface Listing<Node> {
  nodes: readonly Node[]
  sortValueOf(node: Node): SortValue
  /** Breaks ties; unique in the list. */
  numberOf(node: Node): number
}

export interface PageArguments {
  first?: number | null
  after?: string | null
}

export interface Page<Node> {
  nodes: Node[]
  edges: { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const LARGEST_PAGE = 250

export function sortedListing<Node>(
  nodes: readonly Node[],
  by: Pick<Listing<Node>, 'sortValueOf' | 'numberOf'>,
): Listing<Node> {
  const keyed = nodes.map((node) => ({ node, value: by.sortValueOf(node), number: by.numberOf(node) }))
  keyed.sort(compareKeys)
  return { ...by, nodes: keyed.map((each) => each.node) }
}

/** Lists nodes by their own numbers. */
export function listingByNumber<Node>(
  nodes: readonly Node[],
  numberOf: (node: Node) => number,
): Listing<Node> {
  return sortedListing(nodes, { sortValueOf: numberOf, numberOf })
}

export function getPage<Node>(listing: Listing<Node>, args: PageArguments): Page<Node> {
  const first = args.first
  if (first === null || first === undefined) {
    throw pageError('you must provide one of first or last')
  }
  if (first < 1 || first > LARGEST_PAGE)
    throw pageError(`first must be between 1 and ${LARGEST_PAGE}, got ${first}`)
  const start = args.after ? positionAfter(listing, decodeCursor(args.after)) : 0
  const nodes = listing.nodes.slice(start, start + first)
  const last = nodes.at(-1)
  return {
    nodes,
    edges: nodes.map((node) => ({ node })),
    pageInfo: {
      hasNextPage: start + first < listing.nodes.length,
      endCursor: last === undefined ? null : toCursor(listing, last),
    },
  }
}

interface Key {
  value: SortValue
  number: number
}

function compareKeys(a: Key, b: Key): number {
  if (a.value === b.value) return a.number - b.number
  return a.value < b.value ? -1 : 1
}

function positionAfter<Node>(listing: Listing<Node>, key: Key): number {
  let low = 0
  let high = listing.nodes.length
  while (low < high) {
    const middle = (low + high) >> 1
    const node = listing.nodes[middle]!
    const other = { value: listing.sortValueOf(node), number: listing.numberOf(node) }
    if (compareKeys(other, key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function toCursor<Node>(listing: Listing<Node>, node: Node): string {
  const key = { last_id: listing.numberOf(node), last_value: listing.sortValueOf(node) }
  return Buffer.from(JSON.stringify(key)).toString('base64')
}

function decodeCursor(cursor: string): Key {
  try {
    const { last_id: number, last_value: value } = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8'))
    if (typeof number === 'number' && (typeof value === 'number' || typeof value === 'string'))
      return { number, value }
  } catch {
    // Falls through to the one answer for every unreadable cursor.
  }
  throw pageError('Invalid cursor for current pagination sort')
}

function pageError(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })
}
