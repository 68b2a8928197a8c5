import { hashText } from '../../random.ts'

const SPACES = {
  Shop: { first: 60_000_000_000, perShop: 1 },
  AppInstallation: { first: 500_000_000_000, perShop: 1 },
  Location: { first: 70_000_000_000, perShop: 10 },
  Product: { first: 8_000_000_000_000, perShop: 1_000_000 },
  Collection: { first: 300_000_000_000, perShop: 10_000 },
  ProductVariant: { first: 40_000_000_000_000, perShop: 1_000_000 },
  InventoryItem: { first: 42_000_000_000_000, perShop: 1_000_000 },
  InventoryLevel: { first: 200_000_000_000_000, perShop: 10_000_000 },
  InventoryTransfer: { first: 1_000_000_000, perShop: 10_000 },
  InventoryTransferLineItem: { first: 20_000_000_000, perShop: 100_000 },
  InventoryShipment: { first: 2_000_000_000, perShop: 10_000 },
  InventoryShipmentLineItem: { first: 30_000_000_000, perShop: 100_000 },
  InventoryPurchaseOrder: { first: 3_000_000_000, perShop: 10_000 },
  InventoryPurchaseOrderLineItem: { first: 40_000_000_000, perShop: 100_000 },
  Order: { first: 10_000_000_000_000, perShop: 10_000_000 },
  LineItem: { first: 100_000_000_000_000, perShop: 100_000_000 },
  Refund: { first: 900_000_000_000, perShop: 1_000_000 },
} as const

export type NumberedType = keyof typeof SPACES

/** Numbers the things of one shop: an index in the store becomes an id that no other shop is likely to use. */
export class Identifiers {
  private readonly slot: number

  constructor(seed: string) {
    this.slot = hashText(seed) % 1_000_000
  }

  toNumber(type: NumberedType, index: number): number {
    const space = SPACES[type]
    return space.first + this.slot * space.perShop + index
  }

  toGid(type: NumberedType, index: number): string {
    return `gid://shopify/${type}/${this.toNumber(type, index)}`
  }

  /** The index behind a global id or a bare number; null when it is not one of this shop's ids. */
  indexOf(type: NumberedType, id: string): number | null {
    const number = id.startsWith(`gid://shopify/${type}/`) ? id.slice(`gid://shopify/${type}/`.length) : id
    if (!/^\d{1,16}$/.test(number)) return null
    const index = Number(number) - this.toNumber(type, 0)
    return index >= 0 && index < SPACES[type].perShop ? index : null
  }
}
