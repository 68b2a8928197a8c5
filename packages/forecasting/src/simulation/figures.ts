import { ALERT_OUTCOMES, type AlertOutcome, type Score } from './score.ts'

/** Summary figures of a score. */
export interface Figures {
  stockouts: number
  warned: number
  missed: number
  /** All alerts; the fields below count them by outcome. */
  alerts: number
  outcomes: Record<AlertOutcome, number>
  /** Median days of warning of the warned stockouts, the lower one of two; null if there is none. */
  medianWarningDays: number | null
}

export function getFigures({ alerts, warningDays }: Score): Figures {
  const warned = warningDays.filter((days) => days !== null).sort((a, b) => a - b)
  const count = (outcome: AlertOutcome) => alerts.filter((alert) => alert.outcome === outcome).length
  return {
    stockouts: warningDays.length,
    warned: warned.length,
    missed: warningDays.length - warned.length,
    alerts: alerts.length,
    outcomes: Object.fromEntries(
      ALERT_OUTCOMES.map((outcome) => [outcome, count(outcome)]),
    ) as Figures['outcomes'],
    medianWarningDays: warned[(warned.length - 1) >> 1] ?? null,
  }
}
