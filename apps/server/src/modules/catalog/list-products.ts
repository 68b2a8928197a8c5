import type { ProductList, productQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../calendar.ts'
import { hasClasses } from '../../database/demand-classes.ts'
import { paginate } from '../../database/paginate.ts'
import type { Context } from '../../verb-context.ts'
import { addCosts } from './add-costs.ts'
import { completeRows } from './product-row.ts'
import { countVariants, listVariantPage } from './queries.ts'
import { findShopDay } from './shop-day.ts'
import { findTotals } from './totals/find-totals.ts'
import type { StatusCounts } from './totals/queries.ts'

export async function listProducts(
  context: Context<'clock'>,
  query: z.output<typeof productQuerySchema>,
): Promise<ProductList> {
  const { search, status, abc, xyz, sort, order } = query
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const counts = countsOf((await findTotals(tx, { merchantId, parts: ['counts'] })).counts)
  const filter = { merchantId, search, status, abc, xyz }
  const isWhole = search === '' && !hasClasses(filter)
  const page = await paginate(query, {
    rows: (part) => listVariantPage(tx, { ...filter, sort, order, ...part }),
    total: async ([first]) => (isWhole ? counts[status] : (first?.found ?? countVariants(tx, filter))),
  })
  const rows = await completeRows(tx, { merchantId, today: shop.today, rows: page.rows })
  return {
    ...page,
    rows: await addCosts(tx, { merchantId, shopCurrency: shop.currency, rows }),
    counts,
    today: dayFromEpoch(shop.today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
  }
}

function countsOf({
  out_of_stock,
  critical,
  warning,
  healthy,
  off_sale,
}: StatusCounts): ProductList['counts'] {
  const all = out_of_stock + critical + warning + healthy + off_sale
  return { all, out_of_stock, critical, warning, healthy, off_sale }
}
