import type { z } from 'zod'
import { isStoreFault } from '../../../kernel/connector/store-error.ts'
import {
  purchaseOrderByIdSchema,
  purchaseOrderPageSchema,
  shipmentByIdSchema,
  transferByIdSchema,
  transferPageSchema,
} from './answers.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import {
  PURCHASE_ORDER_BY_ID,
  PURCHASE_ORDERS_PAGE,
  SHIPMENT_BY_ID,
  TRANSFER_BY_ID,
  TRANSFERS_PAGE,
} from './operations.ts'
import { getPage, runSizedQuery } from './pages.ts'

const GID = 'gid://shopify'
/** Transfers that may still bring units. Drafts do not count yet. */
const OPEN_STATUSES = ['ready_to_ship', 'in_progress', 'other']

type Nullable<T, K extends keyof T> = NonNullable<T[K]>
type ListedTransfer = Nullable<z.infer<typeof transferByIdSchema>, 'inventoryTransfer'>
type ListedShipment = Nullable<z.infer<typeof shipmentByIdSchema>, 'inventoryShipment'>
type ListedOrder = Nullable<z.infer<typeof purchaseOrderByIdSchema>, 'inventoryPurchaseOrder'>

/** A shipment with all its lines. */
type ShipmentNode = Omit<ListedShipment, 'lineItems'> & {
  lines: NonNullable<ListedShipment['lineItems']>['nodes']
}

/** A transfer with all its lines and shipments. */
export type TransferNode = Omit<ListedTransfer, 'lineItems' | 'shipments'> & {
  lines: ListedTransfer['lineItems']['nodes']
  shipments: ShipmentNode[]
}

/** A purchase order with all its lines and transfers. */
export type PurchaseOrderNode = Omit<ListedOrder, 'lineItems' | 'transfers'> & {
  lines: ListedOrder['lineItems']['nodes']
  transferIds: number[]
}

/** Returns the ids of open transfers; null if the shop has not granted access to them. */
export async function listOpenTransfers(options: GraphqlOptions): Promise<number[] | null> {
  const ids = new Set<number>()
  try {
    for (const status of OPEN_STATUSES) {
      const found = await readAllPages(async (after) => {
        const start = { after, query: `status:${status}` }
        const answer = await runSizedQuery(options, TRANSFERS_PAGE, 250, start, transferPageSchema)
        return answer.inventoryTransfers
      })
      for (const { id } of found) ids.add(id)
    }
  } catch (error) {
    if (isStoreFault(error, 'access_denied')) return null
    throw error
  }
  return [...ids]
}

/** Reads a transfer with all its lines and shipments; returns null when the shop no longer has it. */
export async function readTransfer(
  options: GraphqlOptions,
  transferId: number,
): Promise<TransferNode | null> {
  const found = await readTwoLists(async (afterLine, afterShipment) => {
    const variables = { id: `${GID}/InventoryTransfer/${transferId}`, afterLine, afterShipment }
    const { inventoryTransfer } = await runQuery(options, TRANSFER_BY_ID, variables, transferByIdSchema)
    if (!inventoryTransfer) return null
    const { lineItems, shipments, ...node } = inventoryTransfer
    return { node, first: lineItems, second: shipments }
  })
  if (found === null) return null
  const shipments: ShipmentNode[] = []
  for (const { id } of found.second) {
    const shipment = await readShipment(options, id)
    if (shipment) shipments.push(shipment)
  }
  return { ...found.node, lines: found.first, shipments }
}

async function readShipment(options: GraphqlOptions, shipmentId: number): Promise<ShipmentNode | null> {
  let node: ListedShipment | null = null
  const lines = await readAllPages(async (after) => {
    const variables = { id: `${GID}/InventoryShipment/${shipmentId}`, after }
    node = (await runQuery(options, SHIPMENT_BY_ID, variables, shipmentByIdSchema)).inventoryShipment
    return node?.lineItems ?? NO_PAGE
  })
  if (node === null) return null
  const { lineItems: _, ...rest } = node as ListedShipment
  return { ...rest, lines }
}

/** Returns the ids of placed orders; null if the shop has not granted access to them. */
export async function listPlacedOrders(options: GraphqlOptions): Promise<number[] | null> {
  try {
    const found = await readAllPages(async (after) => {
      const answer = await runSizedQuery(
        options,
        PURCHASE_ORDERS_PAGE,
        250,
        { after },
        purchaseOrderPageSchema,
      )
      return answer.inventoryPurchaseOrders
    })
    return found.filter(({ status }) => status === 'ORDERED').map(({ id }) => id)
  } catch (error) {
    if (isStoreFault(error, 'access_denied')) return null
    throw error
  }
}

/** Reads a purchase order with all its lines; returns null when the shop no longer has it. */
export async function readPurchaseOrder(
  options: GraphqlOptions,
  orderId: number,
): Promise<PurchaseOrderNode | null> {
  const found = await readTwoLists(async (afterLine, afterTransfer) => {
    const variables = { id: `${GID}/InventoryPurchaseOrder/${orderId}`, afterLine, afterTransfer }
    const answer = await runQuery(options, PURCHASE_ORDER_BY_ID, variables, purchaseOrderByIdSchema)
    if (!answer.inventoryPurchaseOrder) return null
    const { lineItems, transfers, ...node } = answer.inventoryPurchaseOrder
    return { node, first: lineItems, second: transfers }
  })
  return found && { ...found.node, lines: found.first, transferIds: found.second.map(({ id }) => id) }
}

interface ListedPage<Node> {
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const NO_PAGE: ListedPage<never> = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }

async function readAllPages<Node>(
  read: (after: string | null) => Promise<ListedPage<Node>>,
): Promise<Node[]> {
  const all: Node[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: { nodes: Node[]; next: string | null } = getPage(await read(after))
    all.push(...page.nodes)
    after = page.next
  }
  return all
}

/** Reads two lists of a node side by side. The list that ends first keeps its last cursor, after which nothing follows. */
async function readTwoLists<Node, First, Second>(
  read: (
    afterFirst: string | null,
    afterSecond: string | null,
  ) => Promise<{ node: Node; first: ListedPage<First>; second: ListedPage<Second> } | null>,
): Promise<{ node: Node; first: First[]; second: Second[] } | null> {
  const all: { first: First[]; second: Second[] } = { first: [], second: [] }
  for (let firstEnd: string | null = null, secondEnd: string | null = null; ; ) {
    const page = await read(firstEnd, secondEnd)
    if (page === null) return null
    all.first.push(...page.first.nodes)
    all.second.push(...page.second.nodes)
    const next = { first: getPage(page.first).next, second: getPage(page.second).next }
    if (next.first === null && next.second === null) return { node: page.node, ...all }
    firstEnd = next.first ?? page.first.pageInfo.endCursor ?? firstEnd
    secondEnd = next.second ?? page.second.pageInfo.endCursor ?? secondEnd
  }
}
