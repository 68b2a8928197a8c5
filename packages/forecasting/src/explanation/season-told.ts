import { yearsBefore } from '../fitting/seasonal-naive.ts'
import type { ShopKnowledge } from '../fitting/shop-knowledge.ts'
import { MIN_HISTORY_DAYS } from '../fitting/training-origins.ts'
import type { History } from '../history.ts'
import type { SeasonKnown } from '../types.ts'

/** Returns what a young shop knows of the season of a product that has sold; null where it changes no forecast. */
export function toldSeason(
  { n, sellingDaysBefore }: Pick<History, 'n' | 'sellingDaysBefore'>,
  { earlierYears }: ShopKnowledge,
): SeasonKnown | null {
  if (sellingDaysBefore[n] === 0) return null
  if (!earlierYears) return n >= MIN_HISTORY_DAYS ? 'unseen' : null
  const hasLearned = earlierYears.seasonLearned.every((share) => share === 1)
  return hasLearned || yearsBefore({ end: n }) === 0 ? null : 'seen_once'
}
