import { ALERT_OUTCOMES, type AlertOutcome, type Score } from './score.ts'

/** What a score says in numbers. */
export interface Figures {
  stockouts: number
  caught: number
  missed: number
  /** All, and by what became of them. */
  alerts: number
  outcomes: Record<AlertOutcome, number>
  /** Of the caught stockouts, the middle one; the smaller of two middle ones. Null when none was caught. */
  medianWarningDays: number | null
}

export function figuresOf({ alerts, warningDays }: Score): Figures {
  const warned = warningDays.filter((days) => days !== null).sort((a, b) => a - b)
  const count = (outcome: AlertOutcome) => alerts.filter((alert) => alert.outcome === outcome).length
  return {
    stockouts: warningDays.length,
    caught: warned.length,
    missed: warningDays.length - warned.length,
    alerts: alerts.length,
    outcomes: Object.fromEntries(
      ALERT_OUTCOMES.map((outcome) => [outcome, count(outcome)]),
    ) as Figures['outcomes'],
    medianWarningDays: warned[(warned.length - 1) >> 1] ?? null,
  }
}
