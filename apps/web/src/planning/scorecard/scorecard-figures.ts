import type { Scorecard, ScorecardScore } from '@stockcast/contract'

export type Simulation = NonNullable<Scorecard['simulation']>
export type Step = Simulation['steps'][number]
export type Outcome = keyof ScorecardScore['weeks'][number]

export interface Figures {
  stockouts: number
  warned: number
  missed: number
  alerts: number
  outcomes: Record<Outcome, number>
  /** Median over the warned stockouts; the lower of the two middle values. */
  medianWarningDays: number | null
}

export function getFigures({ warningDays, weeks }: ScorecardScore): Figures {
  const warned = warningDays.filter((days) => days !== null).sort((a, b) => a - b)
  const outcomes = { ranOut: 0, averted: 0, falseAlarms: 0, undecided: 0 }
  for (const week of weeks) {
    for (const outcome of Object.keys(outcomes) as Outcome[]) outcomes[outcome] += week[outcome]
  }
  return {
    stockouts: warningDays.length,
    warned: warned.length,
    missed: warningDays.length - warned.length,
    alerts: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes,
    medianWarningDays: warned[(warned.length - 1) >> 1] ?? null,
  }
}

/** Returns the slider position of a service level. */
export function getPosition(steps: readonly Pick<Step, 'serviceLevel'>[], serviceLevel: number): number {
  let best = 0
  steps.forEach((step, i) => {
    const nearest = steps[best]?.serviceLevel ?? 0
    if (Math.abs(step.serviceLevel - serviceLevel) < Math.abs(nearest - serviceLevel)) best = i
  })
  return best
}

/**
 * Returns the position with the fewest alerts that warns of as many stockouts as the plain rule; null where
 * none does.
 */
export function quietestEqual(simulation: Simulation): (Figures & { serviceLevel: number }) | null {
  const { warned } = getFigures(simulation.plain)
  const equal = simulation.steps
    .map((step) => ({ ...getFigures(step), serviceLevel: step.serviceLevel }))
    .filter((figures) => figures.warned >= warned)
  return equal.reduce<(typeof equal)[number] | null>(
    (best, figures) => (best === null || figures.alerts < best.alerts ? figures : best),
    null,
  )
}
