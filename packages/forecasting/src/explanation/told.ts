import type { DaysAhead } from '../fitting/days-ahead.ts'
import { yearsBefore } from '../fitting/seasonal-naive.ts'
import type { ShopKnowledge } from '../fitting/shop-knowledge.ts'
import { MIN_HISTORY_DAYS } from '../fitting/training-origins.ts'
import type { History } from '../history.ts'
import { getBulkDays } from '../models/bulk-days.ts'
import type { BulkDay, EventEffect, SeasonKnown } from '../types.ts'

/** Minimum difference from a usual day, as a share of it, that is worth reporting. */
const CLEAR = 0.2

/** Returns the events of the horizon on which the shop sells clearly more or less, in the order of their days. */
export function toldEvents({ events }: ShopKnowledge): EventEffect[] {
  return events.filter(({ ratio }) => Math.abs(ratio - 1) >= CLEAR)
}

/** Ratios are rounded to this precision, and left out if they are 1. */
const DECIMALS = 3

/** Returns the days ahead whose sales differ from usual because of closings and sales. */
export function toldRatios(ahead: DaysAhead | null, origin: number): [number, number][] {
  return Array.from(ahead?.ratios ?? [], (ratio, i): [number, number] => [
    origin + 1 + i,
    Number(ratio.toFixed(DECIMALS)),
  ]).filter(([, ratio]) => ratio !== 1)
}

/** Days in which a bulk order still matters to a level. */
const TOLD_DAYS = 182
const MAX_TOLD = 3

/** Returns the bulk orders of the last half year that were dampened most, the latest first. */
export function toldBulkDays(history: History): BulkDay[] {
  const since = history.firstDay + history.n - TOLD_DAYS
  return getBulkDays(history)
    .filter(({ day }) => day >= since)
    .sort((a, b) => b.units - b.countedAs - (a.units - a.countedAs))
    .slice(0, MAX_TOLD)
    .sort((a, b) => b.day - a.day)
}

/** Returns what a young shop knows of the season of a product that has sold; null if it changes no forecast. */
export function toldSeason(
  { n, sellingDaysBefore }: Pick<History, 'n' | 'sellingDaysBefore'>,
  { earlierYears }: ShopKnowledge,
): SeasonKnown | null {
  if (sellingDaysBefore[n] === 0) return null
  if (!earlierYears) return n >= MIN_HISTORY_DAYS ? 'unseen' : null
  const hasLearned = earlierYears.seasonLearned.every((share) => share === 1)
  return hasLearned || yearsBefore({ end: n }) === 0 ? null : 'seen_once'
}
