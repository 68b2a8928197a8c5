import type {
  GroupChoices,
  groupChoicesQuerySchema,
  ProductList,
  productQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { paginate } from '../../kernel/database/paginate.ts'
import { getGroups, hasGroups } from '../../kernel/database/product-groups.ts'
import { findShopMoney } from '../../kernel/database/variant-costs.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { countBundles } from '../bundles/queries.ts'
import { countByPlace } from '../locations/listed-queries.ts'
import { addCosts } from './add-costs.ts'
import { listCosts } from './cost-queries.ts'
import { listGroupChoices } from './group-queries.ts'
import { listShownVariants } from './product-row.ts'
import { countGroups, countVariants, listVariantPage } from './queries.ts'
import { findShopDay } from './shop-day.ts'
import { findTotals } from './totals/find-totals.ts'
import { findKeptTotals, noCounts, type StatusCounts } from './totals/queries.ts'

/** Returns one page of the catalogue. Statements that need nothing of each other's answers are sent together. */
export async function listProducts(
  context: Context<'clock'>,
  query: z.output<typeof productQuerySchema>,
): Promise<ProductList> {
  const { search, status, location, sort, order } = query
  const { merchantId, tx } = context
  const filter = { merchantId, search, status, location, ...getGroups(query) }
  const isWhole = search === '' && !hasGroups(filter)
  const reading = Promise.all([
    findShopDay(context),
    findShopMoney(tx, merchantId),
    hasGroups(filter)
      ? countGroups(tx, filter).then((counts) => ({ counts }))
      : location === undefined
        ? findTotals(tx, { merchantId, parts: ['counts'] })
        : findCountsAt(tx, { merchantId, location }),
    countBundles(tx, merchantId),
  ])
  const places = paginate(query, {
    rows: (part) => listVariantPage(tx, { ...filter, sort, order, ...part }),
    total: async ([first]) =>
      isWhole ? getCounts((await reading)[2].counts)[status] : (first?.found ?? countVariants(tx, filter)),
  })
  const [[shop, money, totals, bundles], page] = await Promise.all([reading, places])
  const variantIds = page.rows.map(({ variantId }) => variantId)
  const [shown, costs] = await Promise.all([
    listShownVariants(tx, { merchantId, today: shop.today, variantIds, location }),
    listCosts(tx, { money, variantIds }),
  ])
  const rows = shown.map(({ row }) => row)
  return {
    ...page,
    rows: addCosts(rows, { costs, shopCurrency: shop.currency }),
    counts: getCounts(totals.counts),
    hasBundles: bundles > 0,
    today: dayFromEpoch(shop.today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
  }
}

/** Returns the counts of a location: as kept, or of this one alone where something was written since. */
async function findCountsAt(
  tx: Tx,
  key: { merchantId: number; location: number },
): Promise<{ counts: StatusCounts }> {
  const kept = await findKeptTotals(tx, { ...key, parts: ['counts'] })
  const places = kept?.counts.places ?? (await countByPlace(tx, key))
  return { counts: places[key.location] ?? noCounts() }
}

function getCounts({
  out_of_stock,
  critical,
  warning,
  healthy,
  off_sale,
}: StatusCounts): ProductList['counts'] {
  const all = out_of_stock + critical + warning + healthy + off_sale
  return { all, out_of_stock, critical, warning, healthy, off_sale }
}

/** Returns the groups of the shop's products that are found, or asked for already. */
export async function listGroups(
  { merchantId, tx }: Context,
  query: z.output<typeof groupChoicesQuerySchema>,
): Promise<GroupChoices> {
  const { search, vendor, supplier, tag, collection } = query
  const [vendors, suppliers, tags, collections] = await Promise.all([
    listGroupChoices<string>(tx, { merchantId, search, kind: 'vendor', chosen: vendor ?? [] }),
    listGroupChoices<number>(tx, { merchantId, search, kind: 'supplier', chosen: supplier ?? [] }),
    listGroupChoices<string>(tx, { merchantId, search, kind: 'tag', chosen: tag ?? [] }),
    listGroupChoices<number>(tx, { merchantId, search, kind: 'collection', chosen: collection ?? [] }),
  ])
  return { vendor: vendors, supplier: suppliers, tag: tags, collection: collections }
}
