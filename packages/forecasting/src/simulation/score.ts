import type { Episode } from './episodes.ts'
import { OUTLASTED, RAN_SHORT, type VariantDays } from './variant-days.ts'

/** The outcome of an alert. */
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number]

/**
 * - `ran_out`: stock ran out while the alert was open, at least a day after it opened.
 * - `averted`: on one of its days, stock would have run out within the lead time, but a delivery came first.
 * - `false_alarm`: a false alarm; on no day would stock have run out within the lead time.
 * - `undecided`: the lead time of its days is not over.
 */
export const ALERT_OUTCOMES = ['ran_out', 'averted', 'false_alarm', 'undecided'] as const

export interface Stockout {
  /** Index of the variant. */
  variant: number
  /** Day on which the last unit was sold, counted from the first simulated one. */
  day: number
  isEstimated: boolean
}

export interface JudgedAlert extends Episode {
  variant: number
  outcome: AlertOutcome
}

/** Results of one alert rule; each figure can be recounted from its alerts and the stockouts. */
export interface Score {
  alerts: readonly JudgedAlert[]
  /** Days of warning before each stockout; null for a missed stockout. */
  warningDays: readonly (number | null)[]
}

/**
 * Returns the days on which the last unit was sold. Being out of stock from the first day on is not a
 * stockout.
 */
export function getStockouts(all: readonly VariantDays[]): Stockout[] {
  return all.flatMap((days, variant) => {
    const found: Stockout[] = []
    days.stockoutBegins.forEach((begins, day) => {
      if (begins === 1) found.push({ variant, day, isEstimated: isEstimatedOn(days, day) })
    })
    return found
  })
}

/**
 * Returns whether the closing stock of a day, seen the next morning, is estimated; the last day uses its own
 * morning.
 */
function isEstimatedOn({ isEstimated }: VariantDays, day: number): boolean {
  return (isEstimated[day + 1] ?? isEstimated[day]) === 1
}

/** Scores a rule. A stockout is warned if an alert opened on an earlier day was still open that morning. */
export function getScore(
  all: readonly VariantDays[],
  stockouts: readonly Stockout[],
  episodes: readonly (readonly Episode[])[],
): Score {
  const warningDays = stockouts.map(({ variant, day }) => {
    const warning = episodes[variant]?.find((episode) => isOpenBefore(episode, day))
    return warning ? day - warning.openedOn : null
  })
  const alerts = episodes.flatMap((some, variant) =>
    some.map((episode) => ({
      ...episode,
      variant,
      outcome: getOutcome(all[variant] as VariantDays, episode),
    })),
  )
  return { alerts, warningDays }
}

function isOpenBefore({ openedOn, closedOn }: Episode, day: number): boolean {
  return openedOn < day && (closedOn === null || closedOn > day)
}

function getOutcome(days: VariantDays, episode: Episode): AlertOutcome {
  const end = episode.closedOn ?? days.issue.length
  const hasRunOut = days.stockoutBegins.some((begins, day) => begins === 1 && isOpenBefore(episode, day))
  if (hasRunOut) return 'ran_out'
  const issues = days.issue.subarray(episode.openedOn, end)
  if (issues.includes(RAN_SHORT)) return 'averted'
  return issues.every((issue) => issue === OUTLASTED) ? 'false_alarm' : 'undecided'
}
