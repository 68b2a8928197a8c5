import type { SupplierVariantList, supplierVariantQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { paginate } from '../../kernel/database/paginate.ts'
import { getGroups } from '../../kernel/database/product-groups.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { countItems, listItemPage } from './item-queries.ts'

/** Returns one page of what suppliers sell: of one supplier, for one product, or all. */
export async function listItems(
  { merchantId, tx }: Context,
  query: z.output<typeof supplierVariantQuerySchema>,
): Promise<SupplierVariantList> {
  const { supplierId, variantId, search } = query
  const filter = { merchantId, supplierId, variantId, search, ...getGroups(query) }
  const page = await paginate(query, {
    rows: (part) => listItemPage(tx, { ...filter, ...part }),
    total: () => countItems(tx, filter),
  })
  return { ...page, rows: page.rows.map(({ barcode: _barcode, ...row }) => row) }
}
