import { hashText, mixSeeds, randomFrom } from '../../random.ts'
import { toWeekday } from '../store/calendar.ts'
import type { ShopProfile } from '../store/model.ts'
import type { NewLine } from '../store/order-book.ts'
import { ShopStore } from '../store/shop-store.ts'
import type { DailySales } from './parse-daily-sales.ts'

const HOUR_MS = 3_600_000
const MAX_LINES_IN_ORDER = 20
const OPENING_HOUR = 8
const OPEN_HOURS = 13
const STOCK_WINDOW_DAYS = 28
const LONGEST_COVER_DAYS = 60

/**
 * Creates a store with the sales of a file: a product for each series, and orders of up to 20 lines for each
 * day. Days are moved by whole weeks so that the last one is as late as possible, up to yesterday.
 */
export function loadStore(args: { profile: ShopProfile; sales: DailySales; loadedAt: number }): {
  store: ShopStore
  shiftWeeks: number
} {
  const { profile, sales, loadedAt } = args
  const ids = sales.series.map(({ id }) => id).join('\n')
  const store = new ShopStore(profile, loadedAt, `${profile.domain}\n${ids}`)
  const shiftWeeks = weeksToYesterday(sales.days.at(-1)!, store.calendar.toDay(loadedAt))
  const days = sales.days.map((day) => day + shiftWeeks * 7)
  const openedAt = store.calendar.toInstant(days[0]!, 0)
  store.addLocations(openedAt)
  for (const series of sales.series) addProduct({ store, series, days, loadedAt })
  for (const [column, day] of days.entries()) addOrders({ store, sales, column, day })
  return { store, shiftWeeks }
}

/** Returns by how many weeks sales are shifted to end yesterday or shortly before; whole weeks keep every sale on its weekday. */
export function weeksToYesterday(lastDay: number, today: number): number {
  return Math.floor((today - 1 - lastDay) / 7)
}

function addProduct(args: {
  store: ShopStore
  series: DailySales['series'][number]
  days: readonly number[]
  loadedAt: number
}): void {
  const { store, series, days, loadedAt } = args
  const onSale = series.units.findIndex((units) => units >= 0)
  const product = store.addProduct({
    title: getTitle(series.id),
    vendor: 'Loaded sales',
    productType: 'Loaded sales',
    status: 'ACTIVE',
    createdAt: store.calendar.toInstant(days[Math.max(0, onSale)]!, 7 * HOUR_MS),
    updatedAt: loadedAt,
  })
  const variant = store.addVariant(product, {
    title: 'Default Title',
    sku: series.id,
    barcode: null,
    priceCents: 490 + (hashText(`price ${series.id}`) % 60) * 50,
    isTracked: true,
  })
  store.stockUp(variant, plausibleStock(series), loadedAt)
}

/** Returns the recent mean demand times a number of days between 0 and 60 that depends on the series alone. */
function plausibleStock({ id, units }: DailySales['series'][number]): number {
  const recent = units.subarray(-STOCK_WINDOW_DAYS).filter((each) => each >= 0)
  const mean = recent.length === 0 ? 0 : recent.reduce((sum, each) => sum + each, 0) / recent.length
  const cover = randomFrom(hashText(`cover ${id}`))() * LONGEST_COVER_DAYS
  return Math.round(mean * cover)
}

function addOrders(args: { store: ShopStore; sales: DailySales; column: number; day: number }): void {
  const { store, sales, column, day } = args
  const lines: NewLine[] = []
  for (const [variant, { units }] of sales.series.entries()) {
    const quantity = units[column]!
    if (quantity > 0) lines.push({ variant, quantity, location: 0 })
  }
  const orders = Math.ceil(lines.length / MAX_LINES_IN_ORDER)
  const random = randomFrom(mixSeeds(toWeekday(day) + 1, day))
  for (let order = 0; order < orders; order++) {
    const hour = OPENING_HOUR + ((order + random()) / orders) * OPEN_HOURS
    const at = store.calendar.toInstant(day, Math.floor(hour * HOUR_MS))
    const first = order * MAX_LINES_IN_ORDER
    store.orders.add({ at, isTest: false, isFulfilled: true }, lines.slice(first, first + MAX_LINES_IN_ORDER))
  }
}

/** Returns a readable title: "QTY_B1_2" becomes "Qty B1 2"; a bare number becomes "Item 10002". */
function getTitle(id: string): string {
  const words = id.split(/[_\-\s]+/).filter((word) => word !== '')
  if (words.length === 1 && /^\d/.test(words[0]!)) return `Item ${words[0]}`
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' ')
}
