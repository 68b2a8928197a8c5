import type { Episode } from './episodes.ts'
import { OUTLASTED, RAN_SHORT, type VariantDays } from './variant-days.ts'

/** What became of an alert. */
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number]

/**
 * `ran_out`: the stock ran out while it was open, a day or more after it opened. `averted`: on one of its days the stock
 * would have run out before a new order came, but a delivery came first. `for_nothing`: on none. `undecided`: the lead
 * time of its days is not over.
 */
export const ALERT_OUTCOMES = ['ran_out', 'averted', 'for_nothing', 'undecided'] as const

export interface Stockout {
  /** Index of the variant. */
  variant: number
  /** Day on which the last unit was sold, counted from the first replayed one. */
  day: number
  isEstimated: boolean
}

export interface JudgedAlert extends Episode {
  variant: number
  outcome: AlertOutcome
}

/** How one rule did: figures that a hand can count again from its alerts and the stockouts. */
export interface Score {
  alerts: readonly JudgedAlert[]
  /** For each stockout the days between the alert and it; null = missed. */
  warningDays: readonly (number | null)[]
}

/** The days on which the last unit was sold. Out of stock from the first day on is no stockout of these days. */
export function stockoutsOf(all: readonly VariantDays[]): Stockout[] {
  return all.flatMap((days, variant) => {
    const found: Stockout[] = []
    days.stockoutBegins.forEach((begins, day) => {
      if (begins === 1) found.push({ variant, day, isEstimated: isEstimatedOn(days, day) })
    })
    return found
  })
}

/** The evening of a day is the next morning; of the last day only its own morning is known. */
function isEstimatedOn({ isEstimated }: VariantDays, day: number): boolean {
  return (isEstimated[day + 1] ?? isEstimated[day]) === 1
}

/** A stockout is caught when an alert was open in its morning that had been opened on an earlier day. */
export function scoreOf(
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
      outcome: outcomeOf(all[variant] as VariantDays, episode),
    })),
  )
  return { alerts, warningDays }
}

function isOpenBefore({ openedOn, closedOn }: Episode, day: number): boolean {
  return openedOn < day && (closedOn === null || closedOn > day)
}

function outcomeOf(days: VariantDays, episode: Episode): AlertOutcome {
  const end = episode.closedOn ?? days.issue.length
  const hasRunOut = days.stockoutBegins.some((begins, day) => begins === 1 && isOpenBefore(episode, day))
  if (hasRunOut) return 'ran_out'
  const issues = days.issue.subarray(episode.openedOn, end)
  if (issues.includes(RAN_SHORT)) return 'averted'
  return issues.every((issue) => issue === OUTLASTED) ? 'for_nothing' : 'undecided'
}
