import { z } from 'zod'
import {
  GID,
  gidSchema,
  type LevelNode,
  type LineNode,
  levelSchema,
  lineSchema,
  type OrderNode,
  orderSchema,
  type ProductNode,
  productSchema,
  type VariantNode,
  variantSchema,
} from './answers.ts'
import { ShopifyError } from './shopify-error.ts'

/** One line of a bulk result, by its `__typename`. A line item names its order. */
export type BulkLine =
  | { type: 'Product'; node: ProductNode }
  | { type: 'ProductVariant'; node: VariantNode }
  | { type: 'InventoryLevel'; node: LevelNode }
  | { type: 'Order'; node: OrderNode }
  | { type: 'LineItem'; node: LineNode & { orderId: number } }

export const bulkLineItemSchema = lineSchema
  .extend({ __parentId: gidSchema })
  .transform(({ __parentId, ...line }) => ({
    ...line,
    orderId: __parentId,
  }))

/** Parses one line. Slashes may be escaped, so a line is always parsed, never searched. */
export function parseBulkLine(line: string): BulkLine {
  const value = parse(line)
  switch (value.__typename) {
    case 'LineItem':
      return { type: 'LineItem', node: usualLineItem(value) ?? read(bulkLineItemSchema, value) }
    case 'Order':
      return { type: 'Order', node: read(orderSchema, value) }
    case 'InventoryLevel':
      return { type: 'InventoryLevel', node: read(levelSchema, value) }
    case 'ProductVariant':
      return { type: 'ProductVariant', node: read(variantSchema, value) }
    case 'Product':
      return { type: 'Product', node: read(productSchema, value) }
    default:
      throw new ShopifyError('unexpected_answer', `bulk line of type ${String(value.__typename)}`)
  }
}

/**
 * Returns what the schema returns for a line item of the usual shape, in a fifth of the time: nearly every line
 * of a large result is one. Returns null for any other shape; the schema then says what is wrong with it.
 */
export function usualLineItem(value: Record<string, unknown>): (LineNode & { orderId: number }) | null {
  const { quantity, currentQuantity } = value
  const id = getId(value.id)
  const orderId = getId(value.__parentId)
  const variant = value.variant === null ? null : { id: getId((value.variant as Linked | undefined)?.id) }
  if (id === null || orderId === null || variant?.id === null) return null
  if (!Number.isSafeInteger(quantity) || !Number.isSafeInteger(currentQuantity)) return null
  return {
    id,
    quantity: quantity as number,
    currentQuantity: currentQuantity as number,
    variant: variant as { id: number } | null,
    orderId,
  }
}

interface Linked {
  id?: unknown
}

function getId(gid: unknown): number | null {
  const found = typeof gid === 'string' ? GID.exec(gid) : null
  return found ? Number(found[1]) : null
}

/** What a line is about. A level also has the number of its location. */
export interface BulkLineGids {
  id: string
  parentId?: string | undefined
  locationId?: number | undefined
}

/** Returns what a line is about, even when the rest of it has another shape than expected. */
export function gidsOfBulkLine(line: string): BulkLineGids | undefined {
  try {
    const { id, __parentId, location } = linkedSchema.parse(JSON.parse(line))
    return { id, parentId: __parentId, locationId: location?.id }
  } catch {
    return undefined
  }
}

const linkedSchema = z.object({
  id: z.string(),
  __parentId: z.string().optional(),
  location: z.object({ id: gidSchema }).optional().catch(undefined),
})

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (error) {
    throw new ShopifyError('unexpected_answer', 'bulk line is not JSON', error)
  }
  throw new ShopifyError('unexpected_answer', 'bulk line is not an object')
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ShopifyError('unexpected_answer', 'bulk line', parsed.error)
  return parsed.data
}
