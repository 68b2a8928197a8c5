import type { Location, Variant } from './model.ts'

export type TransferStatus = 'DRAFT' | 'READY_TO_SHIP' | 'IN_PROGRESS' | 'TRANSFERRED' | 'CANCELED' | 'OTHER'
export type ShipmentStatus = 'DRAFT' | 'IN_TRANSIT' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'OTHER'

export interface InboundLine {
  index: number
  variant: Variant
  quantity: number
}

export interface Transfer {
  index: number
  name: string
  /** The idempotency key of the API call that created the transfer. */
  key?: string | undefined
  status: TransferStatus
  /** Null: from a supplier. */
  origin: Location | null
  destination: Location
  createdAt: number
  lines: InboundLine[]
  shipments: Shipment[]
}

export interface ShipmentLine extends InboundLine {
  accepted: number
  rejected: number
}

export interface Shipment {
  index: number
  transfer: Transfer
  status: ShipmentStatus
  receivedAt: number | null
  arrivesAt: number | null
  lines: ShipmentLine[]
}

export interface PurchaseOrder {
  index: number
  name: string
  status: 'DRAFT' | 'ORDERED'
  orderedAt: number
  supplierName: string
  destination: Location
  lines: InboundLine[]
  transfers: Transfer[]
}

/** What is on its way to a shop. Nothing is removed, so that an index stays an id. */
export class InboundBook {
  readonly transfers: Transfer[] = []
  readonly shipments: Shipment[] = []
  readonly purchaseOrders: PurchaseOrder[] = []
  readonly lineCounts = { transfer: 0, shipment: 0, purchaseOrder: 0 }

  getLines(
    kind: keyof InboundBook['lineCounts'],
    lines: readonly Pick<InboundLine, 'variant' | 'quantity'>[],
  ): InboundLine[] {
    return lines.map(({ variant, quantity }) => ({ index: this.lineCounts[kind]++, variant, quantity }))
  }
}

/** Returns the units of a transfer's line that no shipment has. */
export function unshipped(transfer: Transfer, line: InboundLine): number {
  const shipped = transfer.shipments.flatMap(({ lines }) =>
    lines.filter((each) => each.variant === line.variant),
  )
  return line.quantity - shipped.reduce((sum, { quantity }) => sum + quantity, 0)
}

export function unreceived({ quantity, accepted, rejected }: ShipmentLine): number {
  return quantity - accepted - rejected
}
