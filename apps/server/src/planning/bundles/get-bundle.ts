import type { Bundle, BundleList, BundlePart, InBundles, ToMake } from '@stockcast/contract'
import { SALES_WINDOW_DAYS } from '@stockcast/contract'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { paginate } from '../../kernel/database/paginate.ts'
import { type PartStock, scarcestPart, soonestPart, unitsFrom } from './bundle-stock.ts'
import {
  countBundles,
  listBundlePage,
  listBundles,
  listDirectParts,
  listParents,
  listPartStock,
  listToMake,
  type StockedPart,
  sumBundled,
} from './queries.ts'

interface Key {
  merchantId: number
  variantId: number
  /** Epoch day in the shop's time zone. */
  today: number
}

/** Returns a product as a bundle; null for one that is sold as itself. */
export async function findBundle(tx: Tx, { merchantId, variantId, today }: Key): Promise<Bundle | null> {
  const known = (await listBundles(tx, { merchantId, variantIds: [variantId] })).get(variantId)
  if (!known) return null
  const key = { merchantId, bundleIds: [variantId], today: dayFromEpoch(today) }
  const parts = await listDirectParts(tx, key)
  const limits = (await getLimits(tx, key)).get(variantId) ?? noLimits
  return { kind: known.kind, makeDays: known.makeDays, ...limits, parts: parts.map(partOnWire) }
}

function partOnWire({ title, sku, ...part }: PartStock & { title: string; sku: string | null }): BundlePart {
  const { variantId, quantity, isThere, isTracked, available } = part
  const enoughFor = isThere ? unitsFrom(part) : null
  return {
    variantId,
    title,
    sku,
    quantity,
    isDeleted: !isThere,
    isTracked,
    available,
    enoughFor,
    daysUntilStockout: part.days,
  }
}

type Limits = Pick<Bundle, 'canMake' | 'isIncomplete' | 'limitedBy' | 'firstOut'>
const noLimits: Limits = { canMake: null, isIncomplete: false, limitedBy: null, firstOut: null }

/** Returns how many of each bundle can be made of its parts, and which of them decide it. */
async function getLimits(
  tx: Tx,
  key: { merchantId: number; bundleIds: readonly number[]; today: string },
): Promise<Map<number, Limits>> {
  const named = (part: StockedPart | null | undefined) =>
    part ? { variantId: part.variantId, title: part.title } : null
  return new Map(
    [...Map.groupBy(await listPartStock(tx, key), ({ bundleId }) => bundleId)].map(
      ([bundleId, parts]): [number, Limits] => {
        const isIncomplete = parts.some(({ isThere }) => !isThere)
        if (isIncomplete) return [bundleId, { ...noLimits, isIncomplete }]
        const scarcest = scarcestPart(parts)
        const limits = {
          canMake: scarcest?.units ?? null,
          limitedBy: named(scarcest?.part),
          firstOut: named(soonestPart(parts)),
        }
        return [bundleId, { ...limits, isIncomplete }]
      },
    ),
  )
}

/** Returns the bundles that have a product in them; null if none has. */
export async function findInBundles(
  tx: Tx,
  { merchantId, variantId, today }: Key,
): Promise<InBundles | null> {
  const bundles = await listParents(tx, { merchantId, variantId, today: dayFromEpoch(today) })
  if (bundles.length === 0) return null
  const since = dayFromEpoch(today - SALES_WINDOW_DAYS)
  return {
    bundles,
    units30: await sumBundled(tx, { merchantId, variantId, since, until: dayFromEpoch(today) }),
  }
}

/** Returns a page of the bundles, by title. */
export async function listBundlesOfShop(
  tx: Tx,
  key: { merchantId: number; today: number; page: number; pageSize: number },
): Promise<BundleList> {
  const { merchantId } = key
  const today = dayFromEpoch(key.today)
  const page = await paginate(key, {
    rows: (part) => listBundlePage(tx, { merchantId, today, ...part }),
    total: () => countBundles(tx, merchantId),
  })
  const limits = await getLimits(tx, {
    merchantId,
    today,
    bundleIds: page.rows.map(({ variantId }) => variantId),
  })
  return {
    ...page,
    rows: page.rows.map((row) => {
      const { firstOut: _, ...own } = limits.get(row.variantId) ?? noLimits
      return { ...row, ...own }
    }),
  }
}

/** Returns the assemblies that are due to be made, the earliest first. */
export async function findToMake(tx: Tx, key: { merchantId: number; today: number }): Promise<ToMake[]> {
  const today = dayFromEpoch(key.today)
  const due = await listToMake(tx, { merchantId: key.merchantId, today })
  if (due.length === 0) return []
  const bundleIds = due.map(({ variantId }) => variantId)
  const limits = await getLimits(tx, { merchantId: key.merchantId, today, bundleIds })
  return due.map((one) => {
    const { canMake, limitedBy } = limits.get(one.variantId) ?? noLimits
    return { ...one, canMake, limitedBy }
  })
}
