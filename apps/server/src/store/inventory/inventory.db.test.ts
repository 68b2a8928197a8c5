import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ensureMerchant } from '../../accounts/merchants/ensure-merchant.ts'
import type { CatalogueRows } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { newForEachTest, withTestKernel } from '../../testing/index.ts'
import { replaceLocations } from './queries.ts'
import { clearSeen, deleteUnseen } from './removal-queries.ts'
import { upsertStockOfDay } from './stock-days-queries.ts'
import { writeCatalogue } from './write-catalogue.ts'

const day = '2026-11-20'
const at = new Date('2026-11-20T03:00:00Z')

const kernel = withTestKernel()

interface Item {
  variant: number
  product?: number
  item?: number
  title?: string
  isTracked?: boolean
  /** Available units by location. */
  stock?: Record<number, number>
  /** Incoming units, for each location. */
  incoming?: number
}

function getCatalogue(items: readonly Item[]): CatalogueRows {
  const getProductId = ({ variant, product }: Item) => product ?? variant * 10
  const getItemId = ({ variant, item }: Item) => item ?? variant * 100
  const details = { title: 'Kettle', vendor: null, productType: 'Brewing', isGiftCard: false, tags: [] }
  return {
    products: items.map((item) => ({ id: getProductId(item), ...details, status: 'active', updatedAt: at })),
    variants: items.map((item) => ({
      id: item.variant,
      productId: getProductId(item),
      itemId: getItemId(item),
      title: item.title ?? 'Kettle',
      sku: null,
      barcode: null,
      price: 79.5,
      unitCost: null,
      position: 1,
      isTracked: item.isTracked ?? true,
      sellsWithoutStock: false,
      firstSeen: at,
      updatedAt: at,
    })),
    levels: items.flatMap((item) =>
      Object.entries(item.stock ?? {}).map(([location, available]) => ({
        itemId: getItemId(item),
        locationId: Number(location),
        onHand: available + 2,
        available,
        committed: 2,
        incoming: item.incoming ?? 0,
        updatedAt: at,
      })),
    ),
  }
}

async function newShop() {
  const user = { id: randomUUID(), email: `${randomUUID()}@example.com` }
  const merchantId = await ensureMerchant(kernel, user)
  const target = { merchantId, shopDomain: 'acme.myshopify.com', timeZone: 'America/New_York' }
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => kernel.db.withTenant(merchantId, work)
  await inTenant((tx) =>
    replaceLocations(tx, merchantId, [
      { id: 1, name: 'Main', isActive: true },
      { id: 2, name: 'Closed', isActive: false },
    ]),
  )
  const read = (items: readonly Item[]) =>
    inTenant(async (tx) => {
      await writeCatalogue(tx, target, getCatalogue(items))
      await deleteUnseen(tx, merchantId)
      await clearSeen(tx, merchantId)
      await upsertStockOfDay(tx, { merchantId, day, variantIds: null })
    })
  const rowsOf = (
    table: 'products' | 'variants' | 'inventory_levels' | 'stock_daily' | 'variant_overrides',
  ) => inTenant((tx) => tx.selectFrom(table).selectAll().where('merchant_id', '=', merchantId).execute())
  return { merchantId, inTenant, read, rowsOf }
}

const shop = newForEachTest(newShop)

describe('the catalogue as the shop has it', () => {
  it('is stored with the sellable units as well as those on hand', async () => {
    await shop.read([{ variant: 1, title: 'Kettle, Matte black', stock: { 1: 6 } }])
    expect(await shop.rowsOf('products')).toEqual([
      expect.objectContaining({
        product_id: 10,
        title: 'Kettle',
        vendor: null,
        product_type: 'Brewing',
        status: 'active',
      }),
    ])
    expect(await shop.rowsOf('variants')).toEqual([
      expect.objectContaining({
        title: 'Kettle, Matte black',
        sku: null,
        price: 79.5,
        first_seen_on: '2026-11-19',
      }),
    ])
    expect(await shop.rowsOf('inventory_levels')).toEqual([
      expect.objectContaining({ location_id: 1, available: 6, on_hand: 8, committed: 2, incoming: 0 }),
    ])
  })

  it('loses what the shop no longer has, with all rows that refer to it; the rest keeps its settings', async () => {
    await shop.read([
      { variant: 1, stock: { 1: 6 } },
      { variant: 2, stock: { 1: 3, 2: 4 } },
    ])
    const { merchantId } = shop
    await shop.inTenant(async (tx) => {
      const overrides = [1, 2].map((id) => ({
        merchant_id: merchantId,
        variant_id: id,
        safety_stock: 9,
        lead_time_days: null,
      }))
      await tx.insertInto('variant_overrides').values(overrides).execute()
      const sales = [1, 2].map((id) => ({ merchant_id: merchantId, variant_id: id, day, units_sold: 1 }))
      await tx.insertInto('sales_daily').values(sales).execute()
    })
    await shop.read([{ variant: 2, stock: { 1: 5 } }])
    expect(await shop.rowsOf('products')).toEqual([expect.objectContaining({ product_id: 20 })])
    expect(await shop.rowsOf('inventory_levels')).toEqual([
      expect.objectContaining({ variant_id: 2, location_id: 1, available: 5 }),
    ])
    expect(await shop.rowsOf('variant_overrides')).toEqual([expect.objectContaining({ variant_id: 2 })])
    const sales = await shop.inTenant((tx) =>
      tx.selectFrom('sales_daily').select('variant_id').where('merchant_id', '=', merchantId).execute(),
    )
    expect(sales).toEqual([{ variant_id: 2 }])
  })

  it('counts stock that two variants share for each of them', async () => {
    await shop.read([
      { variant: 1, product: 10, item: 7, stock: { 1: 6 } },
      { variant: 2, product: 10, item: 7 },
    ])
    const levels = await shop.rowsOf('inventory_levels')
    expect(levels.map((row) => row.variant_id).sort()).toEqual([1, 2])
  })

  it('has as stock of the day what active locations can sell and expect, of tracked variants', async () => {
    await shop.read([
      { variant: 1, stock: { 1: 6, 2: 100 }, incoming: 30 },
      { variant: 2, stock: { 1: 5 }, isTracked: false },
    ])
    expect(await shop.rowsOf('stock_daily')).toEqual([
      {
        merchant_id: shop.merchantId,
        variant_id: 1,
        day,
        closing_stock: 6,
        incoming: 30,
        last_day: null,
      },
    ])
    await shop.read([{ variant: 1, stock: { 1: 4 }, incoming: 12 }])
    expect(await shop.rowsOf('stock_daily')).toEqual([
      expect.objectContaining({ closing_stock: 4, incoming: 12 }),
    ])
  })
  it('counts stock at a location that was never reported as stock of the day', async () => {
    await shop.read([{ variant: 1, stock: { 1: 6, 2: 100, 3: 4 } }])
    expect(await shop.rowsOf('stock_daily')).toEqual([expect.objectContaining({ closing_stock: 10 })])
  })
})
