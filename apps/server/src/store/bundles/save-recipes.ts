import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { requestForecast } from '../changes/request-forecast.ts'
import { deriveBundledSales } from '../ledger/bundled-sales-queries.ts'
import { lockLedger } from '../ledger/queries.ts'
import {
  findKinds,
  findTitles,
  listOpenRecipes,
  listPartsOf,
  lockRecipes,
  type RecipeChange,
  writeOwnRecipes,
} from './queries.ts'
import { findRecipeFault, MAX_BUNDLE_LEVELS, type RecipeFault } from './recipes.ts'

/**
 * Writes own recipes, all or none, derives what was sold of their parts, and has the shop forecast again. Throws an `AppError` for
 * a product that the shop does not have, for one whose parts the store sells itself, and for a recipe that leads back to its bundle.
 */
export async function saveRecipes(
  context: Context<'clock' | 'jobs' | 'live'>,
  { changes, today }: { changes: readonly RecipeChange[]; today: string },
): Promise<void> {
  const { jobs, live, merchantId, tx } = context
  if (changes.length === 0) return
  await lockRecipes(tx, merchantId)
  const bundleIds = changes.map(({ bundleId }) => bundleId)
  const titles = await getTitles(tx, merchantId, changes)
  const kinds = await findKinds(tx, { merchantId, bundleIds })
  const ofStore = bundleIds.find((id) => kinds.get(id) === 'store')
  if (ofStore !== undefined) throw new AppError('precondition_failed', storeSentence(titles.get(ofStore)!))
  const recipes = await listOpenRecipes(tx, { merchantId, today })
  const before = await listPartsOf(tx, { merchantId, bundleIds })
  const wanted = new Map<number, readonly { componentId: number }[]>(recipes)
  for (const { bundleId, parts } of changes) wanted.set(bundleId, parts)
  const fault = findRecipeFault(wanted, bundleIds)
  if (fault) throw await refusal(tx, merchantId, fault)
  await writeOwnRecipes(tx, merchantId, changes)
  await lockLedger(tx, merchantId)
  await deriveBundledSales(tx, merchantId, null)
  const after = await listPartsOf(tx, { merchantId, bundleIds })
  const variantIds = [...new Set([...bundleIds, ...before, ...after])]
  await queueRefresh({ jobs }, tx, { merchantId, variantIds })
  await requestForecast(context, tx, merchantId)
  await live.publish(tx, merchantId, { type: 'stock' })
}

async function getTitles(
  tx: Tx,
  merchantId: number,
  changes: readonly RecipeChange[],
): Promise<Map<number, string>> {
  const named = changes.flatMap(({ bundleId, parts }) => [bundleId, ...parts.map((part) => part.componentId)])
  const titles = await findTitles(tx, { merchantId, variantIds: [...new Set(named)] })
  if (named.some((id) => !titles.has(id)))
    throw new AppError(
      'not_found',
      'One of these products is not in your shop. Load the page again, and choose it once more; nothing was changed.',
      { field: 'parts' },
    )
  return titles
}

export const storeSentence = (title: string) =>
  `${title}: your store sells the parts of this bundle itself, so its recipe is changed there.`

async function refusal(tx: Tx, merchantId: number, fault: RecipeFault): Promise<AppError> {
  const titles = await findTitles(tx, { merchantId, variantIds: fault.path })
  const words = faultSentence(fault, (id) => titles.get(id) ?? 'a deleted product')
  return new AppError('conflict', `${words} Nothing was changed.`, { field: 'parts' })
}

export function faultSentence({ kind, path }: RecipeFault, getTitle: (id: number) => string): string {
  const [first = 0, ...rest] = path
  if (kind === 'too_deep')
    return `${getTitle(first)} has bundles in bundles more than ${MAX_BUNDLE_LEVELS} levels deep: list the parts of the inner ones instead.`
  if (rest.length <= 1) return `${getTitle(first)} cannot be a part of itself: remove it from its own parts.`
  return `${getTitle(first)} would be a part of itself: it contains ${rest.map(getTitle).join(', which contains ')}.`
}
