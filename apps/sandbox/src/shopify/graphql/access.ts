import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { getConnection, getNodeType } from './connection-type.ts'

/** One of the scopes opens the type; as listed for the offline tokens of 2026-10. */
const SCOPES_OF_TYPE: Record<string, readonly string[]> = {
  Collection: ['read_products'],
  Product: ['read_products'],
  ProductVariant: ['read_products'],
  InventoryItem: ['read_inventory', 'read_products'],
  InventoryLevel: ['read_inventory'],
  InventoryQuantity: ['read_inventory'],
  Location: ['read_locations', 'read_inventory'],
  InventoryTransfer: ['read_inventory_transfers'],
  InventoryTransferLineItem: ['read_inventory_transfers'],
  InventoryShipment: ['read_inventory_shipments'],
  InventoryShipmentLineItem: ['read_inventory_shipments'],
  InventoryShipmentTracking: ['read_inventory_shipments'],
  InventoryPurchaseOrder: ['read_inventory_purchase_orders'],
  InventoryPurchaseOrderLineItem: ['read_inventory_purchase_orders'],
  Order: ['read_orders'],
  Fulfillment: ['read_orders'],
  LineItem: ['read_orders'],
  Refund: ['read_orders'],
  RefundLineItem: ['read_orders'],
}

const SCOPES_OF_FIELD: Record<string, readonly string[]> = {
  'Location.inventoryLevels': ['read_locations'],
  'Mutation.inventoryAdjustQuantities': ['write_inventory'],
  'Mutation.inventoryTransferCreateAsReadyToShip': ['write_inventory_transfers'],
}

export interface AccessDenial {
  field: string
  requiredAccess: string
}

/** Returns whether the scopes include this one: who may write may also read. */
function opens(scopes: ReadonlySet<string>, scope: string): boolean {
  return scopes.has(scope) || scopes.has(scope.replace('read_', 'write_'))
}

/** Fields of the document that the scopes do not open, the first of each kind. */
export function findDenials(
  schema: GraphQLSchema,
  document: DocumentNode,
  scopes: ReadonlySet<string>,
): AccessDenial[] {
  const denials = new Map<string, AccessDenial>()
  const types = new TypeInfo(schema)
  const enter = () => {
    const field = types.getFieldDef()
    if (!field || field.name.startsWith('__')) return
    const connection = getConnection(field.type)
    const named = connection ? getNodeType(connection) : getNamedType(field.type)
    const ofField = SCOPES_OF_FIELD[`${types.getParentType()?.name}.${field.name}`]
    for (const needed of [ofField, SCOPES_OF_TYPE[named.name]]) {
      if (!needed || needed.some((scope) => opens(scopes, scope))) continue
      const requiredAccess = needed.map((scope) => `\`${scope}\` access scope`).join(' or ')
      if (!denials.has(requiredAccess)) denials.set(requiredAccess, { field: field.name, requiredAccess })
    }
  }
  visit(document, visitWithTypeInfo(types, { Field: enter }))
  return [...denials.values()]
}
