import type { GroupChoices, groupChoicesQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import type { Context } from '../../kernel/verb-context.ts'
import { listGroupChoices } from './group-queries.ts'

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
