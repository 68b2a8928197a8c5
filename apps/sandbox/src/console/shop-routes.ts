import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { CsvError, parseDailySales } from '../shopify/load/parse-daily-sales.ts'
import type { Shops } from '../shopify/shops.ts'
import { isoDay } from '../shopify/store/calendar.ts'
import type { Variant } from '../shopify/store/model.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'
import { addChangeRoutes, getDomain } from './change-routes.ts'

const MAX_CSV_BYTES = 256 * 1024 * 1024
const ROWS_SHOWN = 25

/** Routes that show and change the stock, the catalogue and the settings of a shop. */
export function shopRoutes(shops: Shops): Hono {
  const routes = new Hono()
  const shop = '/api/shops/:shop'
  routes.use(`${shop}/*`, async (c, next) => {
    if (getDomain(c) !== null) return next()
    return c.json(
      { error: `There is no shop "${c.req.param('shop')}": use letters, digits and hyphens.` },
      400,
    )
  })
  const storeOf = (c: Context) => shops.store(getDomain(c)!)
  routes.get(`${shop}/variants`, (c) => c.json({ variants: findVariants(storeOf(c), '') }))
  routes.get(`${shop}/collections`, (c) => {
    const { collections, ids } = storeOf(c)
    const shown = collections.filter(({ isDeleted }) => !isDeleted)
    return c.json({
      collections: shown.map(({ index, title }) => ({
        collectionId: String(ids.toNumber('Collection', index)),
        title,
      })),
    })
  })
  routes.get(`${shop}/transfers`, (c) => {
    const { ids, inbound } = storeOf(c)
    return c.json({
      transfers: inbound.transfers.map(({ index, status, shipments }) => ({
        transferId: String(ids.toNumber('InventoryTransfer', index)),
        status,
        shipmentIds: shipments.map((each) => String(ids.toNumber('InventoryShipment', each.index))),
      })),
    })
  })
  addChangeRoutes(routes, shops)
  routes.post(`${shop}/load`, bodyLimit({ maxSize: MAX_CSV_BYTES }), (c) => load(c, shops))
  return routes
}

export interface VariantRow {
  /** The number in the variant's global id. */
  variantId: string
  title: string
  sku: string
  status: string
  isTracked: boolean
  available: number
  onHand: number
}

/** Returns the first variants whose product, option, SKU or vendor contains every word of the search. */
export function findVariants(store: ShopStore, search: string): VariantRow[] {
  const words = search.toLowerCase().split(/\s+/)
  const isFound = ({ product, title, sku }: Variant) => {
    const text = `${product.title} ${title} ${sku} ${product.vendor}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = store.liveVariants().filter(isFound).slice(0, ROWS_SHOWN)
  return found.map(({ index, product, title, sku, isTracked, levels }) => ({
    variantId: String(store.ids.toNumber('ProductVariant', index)),
    title: title === 'Default Title' ? product.title : `${product.title}, ${title}`,
    sku,
    status: product.status,
    isTracked,
    available: levels.reduce((sum, level) => sum + level.available, 0),
    onHand: levels.reduce((sum, level) => sum + level.available + level.committed, 0),
  }))
}

async function load(c: Context, shops: Shops) {
  const type = c.req.header('content-type')?.split(';')[0]
  if (type !== 'text/csv' && type !== 'application/gzip')
    return c.json({ error: 'Send the file as text/csv or application/gzip.' }, 415)
  const packed = new Uint8Array(await c.req.arrayBuffer())
  try {
    const sales = parseDailySales(packed)
    const { store, isReplaced, shiftWeeks } = shops.load(getDomain(c)!, packed, sales)
    const loaded: Loaded = { ...getSummary(store), days: sales.days.length, isReplaced, shiftWeeks }
    return c.json(loaded)
  } catch (error) {
    if (error instanceof CsvError) return c.json({ error: `${error.message} Nothing was loaded.` }, 400)
    throw error
  }
}

/** What is answered when a file was loaded. */
export type Loaded = ReturnType<typeof getSummary> & {
  days: number
  isReplaced: boolean
  shiftWeeks: number
}

function getSummary({ orders, calendar, profile, products }: ShopStore) {
  let units = 0
  for (let line = 0; line < orders.lineCount; line++) units += orders.lineQuantity[line]!
  const toDay = (order: number) =>
    orders.orderCount > 0 ? isoDay(calendar.toDay(orders.createdAt[order]!)) : null
  return {
    shop: profile.domain,
    products: products.length,
    orders: orders.orderCount,
    units,
    firstDay: toDay(0),
    lastDay: toDay(orders.orderCount - 1),
  }
}
