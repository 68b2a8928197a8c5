import type { StorePurchaseOrder, StoreScheduledReceipt, StoreTransfer } from '../../kernel/connector/rows.ts'
import type { PurchaseOrderNode, TransferNode } from './client/index.ts'

const STATES = {
  DRAFT: 'planned',
  READY_TO_SHIP: 'open',
  IN_PROGRESS: 'open',
  TRANSFERRED: 'ended',
  CANCELED: 'ended',
  OTHER: 'unknown',
} as const satisfies Record<TransferNode['status'], StoreTransfer['state']>

export function storeTransfer(node: TransferNode): StoreTransfer {
  const shipments = node.shipments.filter(({ status }) => status !== 'OTHER')
  return {
    id: node.id,
    name: node.name,
    state: STATES[node.status],
    createdAt: node.dateCreated,
    originId: node.origin?.location?.id ?? null,
    destinationId: node.destination?.location?.id ?? null,
    receipts: [...shipments.flatMap(receiptsOfShipment), ...unshippedReceipts(node)],
    received: shipments.flatMap(({ id, dateReceived, lines }) => {
      const acceptedUnits = lines.reduce((sum, line) => sum + line.acceptedQuantity, 0)
      return dateReceived === null || acceptedUnits === 0
        ? []
        : [{ id, receivedAt: dateReceived, acceptedUnits }]
    }),
    unknownShipments: node.shipments.filter(({ status }) => status === 'OTHER').map(({ id }) => id),
    lines: node.lines.flatMap(({ inventoryItem, totalQuantity: units }) =>
      inventoryItem ? [{ itemId: inventoryItem.id, units }] : [],
    ),
  }
}

/** Returns the units of a shipment that are still to come; rejected ones are no longer incoming, like accepted ones. */
function receiptsOfShipment({ lines, tracking }: TransferNode['shipments'][number]): StoreScheduledReceipt[] {
  return lines.flatMap((line) => {
    const left = line.quantity - line.acceptedQuantity - line.rejectedQuantity
    const units = Math.min(line.unreceivedQuantity, left)
    if (line.inventoryItem === null || units <= 0) return []
    return [
      {
        externalId: `shipment_line/${line.id}`,
        kind: 'shipment',
        itemId: line.inventoryItem.id,
        units,
        expectedAt: tracking?.arrivesAt ?? null,
      },
    ]
  })
}

/** Returns what no shipment has, not even one in an unknown state. */
function unshippedReceipts({ lines, shipments }: TransferNode): StoreScheduledReceipt[] {
  const shipped = new Map<number, number>()
  for (const { inventoryItem, quantity } of shipments.flatMap((shipment) => shipment.lines)) {
    if (inventoryItem) shipped.set(inventoryItem.id, (shipped.get(inventoryItem.id) ?? 0) + quantity)
  }
  return lines.flatMap(({ id, inventoryItem, totalQuantity }) => {
    if (inventoryItem === null) return []
    const taken = Math.min(totalQuantity, shipped.get(inventoryItem.id) ?? 0)
    shipped.set(inventoryItem.id, (shipped.get(inventoryItem.id) ?? 0) - taken)
    const units = totalQuantity - taken
    if (units <= 0) return []
    const line = { externalId: `transfer_line/${id}`, kind: 'transfer', itemId: inventoryItem.id } as const
    return [{ ...line, units, expectedAt: null }]
  })
}

export function storePurchaseOrder(node: PurchaseOrderNode): StorePurchaseOrder {
  const { id, name, orderedAt, transferIds } = node
  return {
    id,
    name,
    supplierName: node.origin?.supplierName?.trim() || null,
    orderedAt,
    destinationId: node.destination?.location?.id ?? null,
    transferIds,
    lines: node.lines.flatMap((line) =>
      line.inventoryItem ? [{ id: line.id, itemId: line.inventoryItem.id, units: line.totalQuantity }] : [],
    ),
  }
}
