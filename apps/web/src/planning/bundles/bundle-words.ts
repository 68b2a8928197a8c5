import {
  type Bundle,
  type BundleKind,
  type BundleList,
  type ImportedRecipes,
  type InBundles,
  NO_SALES_DAYS,
} from '@stockcast/contract'
import { coverWords } from '../../ui/format/cover.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { type Lead, plainLead } from '../product/lead.ts'

export const kindWords: Record<BundleKind, string> = {
  store: 'sold as its parts by your store',
  virtual: 'put together when sold',
  assembly: 'made in advance',
}

/** Returns whether a product has the stock of its parts and none of its own. */
export const isPutTogether = (bundle: Bundle | null): bundle is Bundle =>
  bundle !== null && bundle.kind !== 'assembly'

/** Returns the answer of the page of a bundle that has no stock of its own. */
export function bundleLead({ canMake, isIncomplete, limitedBy, firstOut, parts }: Bundle): Lead {
  if (isIncomplete)
    return plainLead(
      'This bundle is incomplete.',
      'Your store has deleted a part of it: change its recipe.',
      true,
    )
  if (canMake === null) return plainLead('None of its parts is tracked,', 'so it never runs out here.')
  if (canMake === 0)
    return plainLead('Out of stock.', `There is not enough ${limitedBy?.title} for one.`, true)
  const first = parts.find(({ variantId }) => variantId === firstOut?.variantId)
  const days = first?.daysUntilStockout
  const end =
    days === null || days === undefined || days >= NO_SALES_DAYS || firstOut === null
      ? ''
      : `${firstOut.title} runs out first, in ${coverWords(days)}.`
  return plainLead(`Its parts are enough for ${formatUnits(canMake)}.`, end)
}

/** Returns how many of a bundle can be made, and what decides it. */
export function canMakeWords({
  canMake,
  isIncomplete,
  limitedBy,
}: Pick<BundleList['rows'][number], 'canMake' | 'isIncomplete' | 'limitedBy'>): {
  text: string
  note: string
} {
  if (isIncomplete) return { text: 'Incomplete', note: 'a part was deleted in your store' }
  if (canMake === null) return { text: '∞', note: 'no part is tracked' }
  return { text: formatUnits(canMake), note: limitedBy === null ? '' : `limited by ${limitedBy.title}` }
}

/** Returns what of a product's sales came through bundles. */
export function inBundlesWords({ units30, bundles }: InBundles): string {
  const count = formatCount(bundles.length, 'bundle')
  if (units30 === 0) return `A part of ${count}. None was sold in them in the last 30 days.`
  return `A part of ${count}, in which ${formatCount(units30, 'unit')} were sold in the last 30 days. The forecast counts them.`
}

/** Returns what an import did. */
export function importWords({ saved, unchanged, faulty }: ImportedRecipes): string {
  const counts = [
    saved === 0 ? 'No recipe was saved' : `${formatCount(saved, 'recipe')} saved`,
    ...(unchanged > 0 ? [`${formatUnits(unchanged)} unchanged`] : []),
  ].join(', ')
  if (faulty === 0) return `${counts}.`
  return `${counts}. ${formatCount(faulty, 'row has an error; its bundle stays as it was', 'rows have errors; their bundles stay as they were')}.`
}

/**
 * `5 units are owed to customers; they go first.` Units below zero that no open order explains come off what arrives too, but are
 * owed to nobody: they may be miscounted.
 */
export function owedWords({ below, committed }: { below: number; committed: number }): string {
  const owed = Math.min(below, Math.max(0, committed))
  const rest = below - owed
  return [
    ...(owed > 0
      ? [
          `${formatCount(owed, 'unit')} ${owed === 1 ? 'is' : 'are'} owed to customers; ${owed === 1 ? 'it goes' : 'they go'} first. `,
        ]
      : []),
    ...(rest > 0
      ? [
          `The stock is ${formatCount(rest, 'unit')} below zero${owed > 0 ? ' beyond that' : ''}, and no open order explains it: count it. `,
        ]
      : []),
  ].join('')
}
