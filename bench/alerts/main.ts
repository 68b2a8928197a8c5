// Compares alerts with the plain rule at no fewer warned stockouts, and checks calibration:
// npm run -s bench:simulation
import {
  SIMULATION_DAYS,
  type Simulation,
  type SimulationVariant,
  simulateShop,
} from '../../packages/forecasting/src/index.ts'
import { alertsWithForesight } from './foresight.ts'
import { fifthsOff, fifthsOffBeyondChance, printStore, printTally } from './report.ts'
import { type StockedSeries, sandboxHistory } from './sandbox-history.ts'
import { addSimulation, newTally, pooledPosition, type Tally } from './tally.ts'

/** Stores of the sandbox, by name. */
const SHOPS = [
  'northfold-coffee',
  'alpine-goods',
  'juniper-home',
  'redwood-supply',
  'tiny-roastery',
  'large-depot',
]
const NOW = Date.UTC(2026, 10, 20, 15)
const DEFAULT_LEAD_TIME_DAYS = 14
/**
 * Most alerts as a share of the plain rule's, with no fewer warned stockouts and one service level for all
 * stores.
 */
const MOST_ALERTS = 0.65
/** Largest difference between predicted and observed shares, in a fifth with enough cases. */
const MOST_POINTS = 0.05

/** What is known of the past: everything, everything but the suppliers' lead times, or only sales. */
const MODES = ['supplier lead times', 'default lead time', 'stock unknown'] as const
type Mode = (typeof MODES)[number]

const failures: string[] = []

const tallies = new Map(MODES.map((mode) => [mode, newTally()]))
for (const shop of SHOPS) {
  const { origin, series } = sandboxHistory(shop, NOW)
  for (const mode of MODES) {
    const variants = series.map((one) => variantOf(one, mode))
    const name = `${shop}, ${mode}`
    const { calibration } = simulation({ name, origin, variants, tally: tallies.get(mode)! })
    for (const fifth of fifthsOffBeyondChance(calibration, MOST_POINTS)) failures.push(`${name}: ${fifth}`)
  }
}
for (const [mode, tally] of tallies) judge(mode, tally)

for (const failure of failures) console.log(`FAILED  ${failure}`)
if (failures.length > 0) process.exitCode = 1
else console.log('All gates passed.')

function simulation(args: {
  name: string
  origin: number
  variants: SimulationVariant[]
  tally: Tally
}): Simulation {
  const { name, origin, variants, tally } = args
  const start = performance.now()
  const result = simulateShop({ origin, days: SIMULATION_DAYS, series: variants })
  const milliseconds = performance.now() - start
  const quietest = addSimulation(tally, result, alertsWithForesight(variants, origin))
  printStore(name, result, quietest, milliseconds)
  return result
}

/**
 * Checks the number of alerts. With the suppliers' lead times the full saving is required. With one lead time
 * of 14 days the plain rule looks at the same days, so the limit is the number of alerts with perfect
 * foresight.
 */
function judge(mode: Mode, tally: Tally): void {
  printTally(mode, tally)
  for (const fifth of fifthsOff(tally, MOST_POINTS)) failures.push(`${mode}: ${fifth}`)
  if (mode === 'stock unknown') return
  const pooled = pooledPosition(tally)
  if (pooled === null) failures.push(`${mode}: no position catches as many stockouts as the plain rule`)
  else if (mode === 'default lead time') {
    if (!(pooled.decided <= tally.foresight)) failures.push(`${mode}: more alerts than with foresight`)
  } else if (!(pooled.alerts <= MOST_ALERTS * tally.plain.alerts)) {
    failures.push(`${mode}: ${(pooled.alerts / tally.plain.alerts).toFixed(3)} × the alerts`)
  }
}

function variantOf(one: StockedSeries, mode: Mode): SimulationVariant {
  const { id, firstDay, unitsSold, closingStock, incoming } = one
  const last = closingStock.length - 1
  const leadTimeDays = mode === 'supplier lead times' ? one.leadTimeDays : DEFAULT_LEAD_TIME_DAYS
  if (mode === 'stock unknown') {
    const known = closingStock.map((units, day) => (day === last ? units : Number.NaN))
    return { id, firstDay, unitsSold, closingStock: known, leadTimeDays }
  }
  const outOfStock = Uint8Array.from(closingStock, (units) => (units <= 0 ? 1 : 0))
  return { id, firstDay, unitsSold, closingStock, incoming, outOfStock, leadTimeDays }
}
