import { between, hashText, mixSeeds, type Random, randomFrom } from '../../random.ts'
import type { Collection, ShopProfile } from '../store/model.ts'
import { ShopStore } from '../store/shop-store.ts'
import { type DraftProduct, draftCatalogue, getSize } from './catalogue.ts'
import { drawPattern, drawPolicy } from './draw-variant.ts'
import { dayPlanner, type VariantPlan } from './plan-day.ts'
import { planShortages } from './plan-shortages.ts'
import { openingStock } from './restock.ts'

const TAGS = ['Bestseller', 'Gift idea', 'Made to order', 'Organic & fair', 'Wholesale', 'Clearance']

const ONE_IN = 5

const smart = [
  { title: 'Tea', rule: { column: 'TYPE', condition: 'Tea' } },
  { title: 'Gifts', rule: { column: 'TAG', condition: 'gift idea' } },
  { title: 'From our kiln', rule: { column: 'VENDOR', condition: 'Kiln & Clay Studio' } },
] as const

export const HISTORY_DAYS = 400
const ARCHIVED_SHARE = 0.04
/** One product in this many continues to sell when out of stock. */
const PRODUCTS_PER_OVERSOLD = 50
const DRAFT_SHARE = 0.025
/** Share of a product's usual demand in a large shop, which has eleven of each product. */
const LARGE_SHOP_DEMAND = 0.35

export function getProfile(shopName: string): ShopProfile {
  const words = shopName.split('-').filter((word) => word !== '')
  return {
    domain: `${shopName}.myshopify.com`,
    name: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '),
    email: `owner@${shopName}.example`,
    timeZone: 'America/New_York',
    countryCode: 'US',
    currencyCode: 'USD',
  }
}

/**
 * Generates the store of a shop name, with the history of the 400 days before `createdAt` on its agenda. The
 * same name and day give the same store; `advanceTo` runs the history.
 */
export function generateStore(shopName: string, createdAt: number): ShopStore {
  const profile = getProfile(shopName)
  const store = new ShopStore(profile, createdAt, shopName)
  const seed = hashText(`store ${shopName}`)
  const random = randomFrom(seed)
  const today = store.calendar.toDay(createdAt)
  const firstDay = today - HISTORY_DAYS
  const openedAt = store.calendar.toInstant(firstDay, 0)
  store.addLocations(openedAt)
  const size = getSize(shopName)
  const drafts = draftCatalogue(size, random)
  const plans = drafts.flatMap((draft, index) => {
    const fate = drawProductFate({ random, draft, firstDay, today, mayRetire: size !== 'tiny' && index > 0 })
    return addProduct({
      store,
      draft,
      fate,
      random,
      today,
      demand: size === 'large' ? LARGE_SHOP_DEMAND : 1,
    })
  })
  addCollections(store, openedAt)
  planShortages({ plans, today, size, random })
  store.planDay = dayPlanner(mixSeeds(seed, 1), plans)
  store.agenda.add(openedAt, { kind: 'day', day: firstDay })
  return store
}

interface ProductFate {
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT'
  firstDay: number
  endDay: number
  isNew: boolean
}

function drawProductFate(args: {
  random: Random
  draft: DraftProduct
  firstDay: number
  today: number
  mayRetire: boolean
}): ProductFate {
  const { random, draft, firstDay, today, mayRetire } = args
  const draw = random()
  const always = { firstDay, endDay: Number.POSITIVE_INFINITY, isNew: false }
  if (mayRetire && draw < ARCHIVED_SHARE) {
    return { ...always, status: 'ARCHIVED', endDay: today - Math.floor(between(random, 40, 200)) }
  }
  if (mayRetire && draw < ARCHIVED_SHARE + DRAFT_SHARE) {
    return { ...always, status: 'DRAFT', firstDay: today - 5, endDay: today - 5 }
  }
  const isNew = draft.family.kinds.includes('new') && draw > 0.86
  return {
    ...always,
    status: 'ACTIVE',
    isNew,
    firstDay: isNew ? today - Math.floor(between(random, 12, 80)) : firstDay,
  }
}

function addProduct(args: {
  store: ShopStore
  draft: DraftProduct
  fate: ProductFate
  random: Random
  demand: number
  today: number
}): VariantPlan[] {
  const { store, draft, fate, random, demand, today } = args
  const { isGiftCard = false } = draft.family
  const createdAt = store.calendar.toInstant(fate.firstDay, 7 * 3_600_000)
  const endedAt = Number.isFinite(fate.endDay) ? store.calendar.toInstant(fate.endDay, 0) : createdAt
  const product = store.addProduct({
    title: draft.title,
    vendor: draft.vendor,
    productType: draft.family.productType,
    tags: drawTags(draft.title, draft.family.productType),
    status: fate.status,
    isGiftCard,
    createdAt,
    updatedAt: Math.max(createdAt, endedAt),
  })
  const isOversold =
    product.index % PRODUCTS_PER_OVERSOLD === hashText(store.profile.domain) % PRODUCTS_PER_OVERSOLD
  const inventoryPolicy = isOversold ? 'CONTINUE' : 'DENY'
  return draft.variants.map((draftVariant) => {
    const variant = store.addVariant(product, {
      ...draftVariant,
      barcode: random() < 0.8 ? String(4_000_000_000_000 + Math.floor(random() * 9e11)) : null,
      isTracked: !isGiftCard,
      inventoryPolicy,
    })
    const pattern = drawPattern({
      family: draft.family,
      demand: demand / draft.variants.length,
      fate,
      random,
    })
    const policy = drawPolicy(pattern, today, random)
    if (variant.isTracked && fate.status !== 'DRAFT')
      store.stockUp(variant, openingStock(pattern, policy, random), variant.levels[0]!.updatedAt)
    return { variant, pattern, policy }
  })
}

/** Returns the tags of a product: its kind, and some that its title decides. One in ten has none. */
function drawTags(title: string, productType: string): string[] {
  if (hashText(`untagged ${title}`) % 10 === 0) return []
  const others = TAGS.filter((tag) => hashText(`${tag} ${title}`) % ONE_IN === 0)
  return [productType.toLowerCase(), ...others]
}

/** Adds three smart collections, and one whose products were chosen by hand. */
function addCollections(store: ShopStore, at: number): void {
  const add = (content: Pick<Collection, 'title' | 'rule' | 'chosen'>) =>
    store.collections.push({ ...content, index: store.collections.length, updatedAt: at, isDeleted: false })
  for (const content of smart) add({ ...content, chosen: new Set() })
  const chosen = store.products.filter(({ title }) => hashText(`pick ${title}`) % 6 === 0)
  add({ title: 'Staff picks', rule: null, chosen: new Set(chosen) })
}
