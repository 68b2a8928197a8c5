import { z } from 'zod'
import { isStoreFault, isUnreadable, type StoreError } from '../../../kernel/connector/store-error.ts'
import {
  bundleSchema,
  changedProductPageSchema,
  changedProductSchema,
  collectionByIdSchema,
  collectionPageSchema,
  levelPageSchema,
  listedLevelSchema,
  listedOrderSchema,
  listedVariantSchema,
  locationPageSchema,
  orderByIdSchema,
  orderLinesSchema,
  orderPageSchema,
  productByIdSchema,
  type VariantNode,
  variantPageSchema,
} from './answers.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import {
  BUNDLES_PAGE,
  COLLECTION_BY_ID,
  COLLECTIONS_PAGE,
  LEVELS_PAGE,
  LOCATIONS_PAGE,
  ORDER_BY_ID,
  ORDER_LINES,
  ORDERS_PAGE,
  PRODUCT_BY_ID,
  PRODUCTS_PAGE,
  VARIANTS_PAGE,
} from './operations.ts'
import { ShopifyError } from './shopify-error.ts'

export interface Page<Node> {
  nodes: Node[]
  /** Cursor of the next page, null after the last. */
  next: string | null
}

/** Where a page starts: `after` is a cursor of the page before, `query` Shopify's search syntax. */
export interface PageStart {
  after: string | null
  query?: string
  /**
   * Called with the id of each node that has another shape than expected, which is then left out. Without it
   * such a node fails the page.
   */
  onUnreadable?: OnUnreadableGid | undefined
}

export type OnUnreadableGid = (gid: string, error: StoreError) => void

const GID = 'gid://shopify'

export async function locationsPage(options: GraphqlOptions, start: PageStart) {
  const answer = await runSizedQuery(options, LOCATIONS_PAGE, 100, start, locationPageSchema)
  return getPage(answer.locations)
}

export async function variantsPage(options: GraphqlOptions, start: PageStart) {
  const answer = await runSizedQuery(options, VARIANTS_PAGE, 240, start, variantPageSchema)
  return checkedPage(answer.productVariants, listedVariantSchema, start)
}

/** Reads a page of the bundles that the store sells as their parts. */
export async function bundlesPage(options: GraphqlOptions, start: PageStart) {
  const asked = { ...start, query: 'requires_components:true' }
  const answer = await runSizedQuery(options, BUNDLES_PAGE, 5, asked, variantPageSchema)
  return checkedPage(answer.productVariants, bundleSchema, start)
}

export async function changedProductsPage(options: GraphqlOptions, start: PageStart) {
  const answer = await runSizedQuery(options, PRODUCTS_PAGE, 250, start, changedProductPageSchema)
  return checkedPage(answer.products, changedProductSchema, start)
}

/** Reads the product with all its variants; returns null when the shop no longer has it. */
export async function readProduct(options: GraphqlOptions, productId: number) {
  const variants: VariantNode[] = []
  for (let after: string | null = null; ; ) {
    const variables: object = { id: `${GID}/Product/${productId}`, after }
    const answer: z.infer<typeof productByIdSchema> = await runQuery(
      options,
      PRODUCT_BY_ID,
      variables,
      productByIdSchema,
    )
    if (!answer.product) return null
    const { variants: page, collections, ...product } = answer.product
    variants.push(...page.nodes)
    after = getPage(page).next
    if (after === null) {
      const isWhole = collections !== undefined && !collections.pageInfo.hasNextPage
      return { product, variants, collections: isWhole ? collections.nodes : null }
    }
  }
}

export async function collectionsPage(options: GraphqlOptions, start: PageStart) {
  const answer = await runSizedQuery(options, COLLECTIONS_PAGE, 250, start, collectionPageSchema)
  return getPage(answer.collections)
}

/** Reads a collection with all its products; returns null when the shop no longer has it. */
export async function readCollection(options: GraphqlOptions, collectionId: number) {
  const productIds: number[] = []
  for (let after: string | null = null; ; ) {
    const variables: object = { id: `${GID}/Collection/${collectionId}`, after }
    const { collection }: z.infer<typeof collectionByIdSchema> = await runQuery(
      options,
      COLLECTION_BY_ID,
      variables,
      collectionByIdSchema,
    )
    if (!collection) return null
    const { products, ...named } = collection
    productIds.push(...products.nodes.map(({ id }) => id))
    after = getPage(products).next
    if (after === null) return { ...named, productIds }
  }
}

export async function levelsPage(options: GraphqlOptions, locationId: number, start: PageStart) {
  const variables = { ...start, locationId: `${GID}/Location/${locationId}` }
  const answer = await runSizedQuery(options, LEVELS_PAGE, 100, variables, levelPageSchema)
  if (!answer.location) return { nodes: [], next: null }
  return checkedPage(answer.location.inventoryLevels, listedLevelSchema, start)
}

/** Reads a page of orders with all their lines, however many. */
export async function ordersPage(options: GraphqlOptions, start: PageStart) {
  const answer = await runSizedQuery(options, ORDERS_PAGE, 19, start, orderPageSchema)
  const page = checkedPage(answer.orders, listedOrderSchema, start)
  const nodes = []
  for (const order of page.nodes) {
    const complete = await unlessUnreadable(order.id, start, () => withAllLines(options, order))
    if (complete) nodes.push(complete)
  }
  return { nodes, next: page.next }
}

/** Reads the order with all its lines; returns null when the shop has no such order. */
export async function readOrder(options: GraphqlOptions, orderId: number) {
  const answer = await runQuery(options, ORDER_BY_ID, { id: `${GID}/Order/${orderId}` }, orderByIdSchema)
  return answer.order && withAllLines(options, answer.order)
}

type ListedOrder = z.infer<typeof listedOrderSchema>

/** Reads more of an order; if Shopify refuses and the caller can go on without the order, reports it instead. */
export async function unlessUnreadable<T>(
  orderId: number,
  { onUnreadable }: Pick<PageStart, 'onUnreadable'>,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!onUnreadable || !isUnreadable(error)) throw error
    onUnreadable(`${GID}/Order/${orderId}`, error)
    return null
  }
}

async function withAllLines(options: GraphqlOptions, { lineItems, ...order }: ListedOrder) {
  const first = getPage(lineItems)
  const rest = first.next === null ? [] : await restOfLines(options, order.id, first.next)
  return { ...order, lines: [...first.nodes, ...rest] }
}

async function restOfLines(options: GraphqlOptions, orderId: number, after: string) {
  const lines = []
  for (let next: string | null = after; next !== null; ) {
    const variables: object = { id: `${GID}/Order/${orderId}`, after: next }
    const answer: z.infer<typeof orderLinesSchema> = await runQuery(
      options,
      ORDER_LINES,
      variables,
      orderLinesSchema,
    )
    if (!answer.order) return lines
    lines.push(...answer.order.lineItems.nodes)
    next = getPage(answer.order.lineItems).next
  }
  return lines
}

/** Requests `first` nodes, then half as many each time Shopify finds that too costly. */
export async function runSizedQuery<T>(
  options: GraphqlOptions,
  document: string,
  first: number,
  { onUnreadable: _, ...variables }: Partial<PageStart>,
  schema: z.ZodType<T>,
): Promise<T> {
  for (let size = first; ; size = Math.floor(size / 2)) {
    try {
      return await runQuery(options, document, { ...variables, first: size }, schema)
    } catch (error) {
      if (size < 2 || !isStoreFault(error, 'too_costly')) throw error
    }
  }
}

interface UncheckedPage {
  nodes: unknown[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** Checks each node on its own, so that the caller can go on without those that have another shape. */
function checkedPage<Node>(
  page: UncheckedPage,
  schema: z.ZodType<Node>,
  { onUnreadable }: PageStart,
): Page<Node> {
  const { nodes, next } = getPage(page)
  const read = nodes.flatMap((node) => {
    const parsed = schema.safeParse(node)
    if (parsed.success) return [parsed.data]
    const error = new ShopifyError('unexpected_answer', 'GraphQL data', parsed.error)
    const named = namedSchema.safeParse(node)
    if (!onUnreadable || !named.success) throw error
    onUnreadable(named.data.id, error)
    return []
  })
  return { nodes: read, next }
}

const namedSchema = z.object({ id: z.string() })

export function getPage<Node>(page: {
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}): Page<Node> {
  const { hasNextPage, endCursor } = page.pageInfo
  if (hasNextPage && endCursor === null)
    throw new ShopifyError('unexpected_answer', 'a page without the cursor of the next one')
  return { nodes: page.nodes, next: hasNextPage ? endCursor : null }
}
