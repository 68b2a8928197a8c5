import {
  type Figures,
  figuresOf,
  SERVICE_LEVELS,
  type Simulation,
} from '../../packages/forecasting/src/index.ts'

/** Sums over the alerts of several stores. */
export interface Sum {
  stockouts: number
  warned: number
  alerts: number
  /** Alerts whose outcome is known by the end. */
  decided: number
  falseAlarms: number
}

const nothing: Sum = { stockouts: 0, warned: 0, alerts: 0, decided: 0, falseAlarms: 0 }

interface Bin {
  cases: number
  said: number
  came: number
}

/** Sums over all stores of one mode. */
export interface Tally {
  plain: Sum
  /** One for each of `SERVICE_LEVELS`. */
  steps: Sum[]
  /** Each store at its lowest service level with no fewer warned stockouts than the plain rule. */
  quietest: Sum
  foresight: number
  bins: Bin[]
}

export function newTally(): Tally {
  return {
    plain: { ...nothing },
    steps: SERVICE_LEVELS.map(() => ({ ...nothing })),
    quietest: { ...nothing },
    foresight: 0,
    bins: Array.from({ length: 5 }, () => ({ cases: 0, said: 0, came: 0 })),
  }
}

/** Adds a store. Returns its lowest service level with no fewer warned stockouts; null if there is none. */
export function addSimulation(tally: Tally, simulation: Simulation, foresight: number) {
  const plain = figuresOf(simulation.plain)
  const steps = simulation.steps.map((step) => ({ ...figuresOf(step), serviceLevel: step.serviceLevel }))
  const equal = steps.filter(({ warned }) => warned >= plain.warned).sort((a, b) => a.alerts - b.alerts)
  const quietest = equal[0] ?? null
  add(tally.plain, plain)
  steps.forEach((figures, i) => {
    add(tally.steps[i]!, figures)
  })
  add(tally.quietest, quietest ?? steps.at(-1)!)
  tally.foresight += foresight
  simulation.calibration.forEach(({ cases, predicted, observed }, i) => {
    const bin = tally.bins[i]!
    bin.cases += cases
    bin.said += cases * (predicted ?? 0)
    bin.came += cases * (observed ?? 0)
  })
  return quietest
}

/** Returns the service level with the fewest alerts over all stores and no fewer warned stockouts. */
export function pooledPosition(tally: Tally): (Sum & { serviceLevel: number }) | null {
  const equal = tally.steps
    .map((sum, i) => ({ ...sum, serviceLevel: SERVICE_LEVELS[i]! }))
    .filter(({ warned }) => warned >= tally.plain.warned)
    .sort((a, b) => a.alerts - b.alerts)
  return equal[0] ?? null
}

function add(sum: Sum, { stockouts, warned, alerts, outcomes }: Figures): void {
  sum.stockouts += stockouts
  sum.warned += warned
  sum.alerts += alerts
  sum.decided += alerts - outcomes.undecided
  sum.falseAlarms += outcomes.false_alarm
}
