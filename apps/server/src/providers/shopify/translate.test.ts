import { MAX_UNIT_COST_MINOR } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { parseCatalogueLines, storeBundle, storeLevel, storeProduct, storeVariant } from './translate.ts'

const at = new Date('2026-11-19T15:00:00Z')

const product = {
  id: 10,
  title: 'Kettle',
  status: 'ACTIVE',
  isGiftCard: false,
  vendor: '',
  productType: 'Brewing',
  tags: [' Gift  idea', 'gift idea', '', 'a, b', 'Line\nbreak'],
  updatedAt: at,
}

const variant = {
  id: 1,
  title: 'Matte black',
  sku: '',
  barcode: null,
  price: '79.50',
  position: 1,
  inventoryPolicy: 'DENY' as const,
  createdAt: at,
  updatedAt: at,
  product: { id: 10, title: 'Kettle' },
  inventoryItem: { id: 100, tracked: true, unitCost: { amount: '31.255', currencyCode: 'EUR' } },
}

describe('the translation of Shopify’s answers', () => {
  it('a product loses its empty texts and has its status in lower case', () => {
    expect(storeProduct(product)).toEqual({
      id: 10,
      title: 'Kettle',
      status: 'active',
      isGiftCard: false,
      vendor: null,
      productType: 'Brewing',
      tags: ['Gift idea', 'a, b', 'Line break'],
      updatedAt: at,
    })
  })

  it('a variant has the title of its product, a price as a number and the day of its creation', () => {
    expect(storeVariant(variant)).toEqual({
      id: 1,
      productId: 10,
      itemId: 100,
      title: 'Kettle, Matte black',
      sku: null,
      barcode: null,
      price: 79.5,
      unitCost: { amountMinor: 3126, currency: 'EUR' },
      position: 1,
      isTracked: true,
      sellsWithoutStock: false,
      firstSeen: at,
      updatedAt: at,
    })
    expect(storeVariant({ ...variant, price: null, inventoryPolicy: 'CONTINUE' })).toMatchObject({
      price: null,
      sellsWithoutStock: true,
    })
  })

  it('a cost that is negative or impossibly high is unknown', () => {
    const getCost = (amount: string, currencyCode = 'EUR') =>
      storeVariant({
        ...variant,
        inventoryItem: { id: 100, tracked: true, unitCost: { amount, currencyCode } },
      }).unitCost
    expect(getCost('1000000000.00')).toEqual({ amountMinor: MAX_UNIT_COST_MINOR, currency: 'EUR' })
    expect(getCost('1000000000.01')).toBeNull()
    expect(getCost('100000000.001', 'KWD')).toBeNull()
    expect(getCost('-1')).toBeNull()
  })

  it('an only variant is named after its product', () => {
    expect(storeVariant({ ...variant, title: 'Default Title' }).title).toBe('Kettle')
  })

  it('a level has a number for each quantity, 0 where Shopify names none', () => {
    const quantities = [
      { name: 'available', quantity: 6 },
      { name: 'on_hand', quantity: 8 },
      { name: 'incoming', quantity: 30 },
    ]
    expect(storeLevel({ updatedAt: at, item: { id: 100 }, location: { id: 5 }, quantities })).toEqual({
      itemId: 100,
      locationId: 5,
      onHand: 8,
      available: 6,
      committed: 0,
      incoming: 30,
      updatedAt: at,
    })
  })

  it('lines of a bulk result become rows by their type', () => {
    const gid = (type: string, id: number) => `gid://shopify/${type}/${id}`
    const lines = [
      { __typename: 'Product', ...product, id: gid('Product', 10) },
      {
        __typename: 'ProductVariant',
        ...variant,
        id: gid('ProductVariant', 1),
        product: { id: gid('Product', 10), title: 'Kettle' },
        inventoryItem: { ...variant.inventoryItem, id: gid('InventoryItem', 100) },
      },
    ]
    expect(parseCatalogueLines(lines.map((line) => JSON.stringify(line)))).toEqual({
      products: [storeProduct(product)],
      variants: [storeVariant(variant)],
      levels: [],
    })
  })
})

describe('a bundle of Shopify', () => {
  const pageInfo = { hasNextPage: false, endCursor: null }
  const part = (id: number, quantity: number, title = 'Default Title') => ({
    quantity,
    productVariant: { id, title, product: { title: 'Mug' } },
  })
  const bundle = (nodes: ReturnType<typeof part>[], more = {}) =>
    storeBundle({ id: 9, productVariantComponents: { nodes, pageInfo: { ...pageInfo, ...more } } })

  it('has each part once, with its full title', () => {
    expect(bundle([part(1, 2), part(2, 1, 'Red'), part(1, 1)])).toEqual({
      variantId: 9,
      parts: [
        { variantId: 1, quantity: 3, title: 'Mug' },
        { variantId: 2, quantity: 1, title: 'Mug, Red' },
      ],
    })
  })

  it('is null without parts, or if it has more of them than were read', () => {
    expect(bundle([])).toBeNull()
    expect(bundle([part(1, 2)], { hasNextPage: true, endCursor: 'x' })).toBeNull()
  })
})
