// Simulates 90 days of alerts in stores of the sandbox, beside the plain rule of 14 days and beside perfect foresight, by what is
// known of lead times and stock; and compares predicted with observed stockouts: npm run -s bench:alerts -- [--stores 6]
import {
  DEFAULT_SERVICE_LEVEL,
  type Figures,
  getFigures,
  SERVICE_LEVELS,
  SIMULATION_DAYS,
  type SimulationVariant,
  simulateShop,
} from '../../packages/forecasting/src/index.ts'
import { OUTLASTED, RAN_SHORT, variantDays } from '../../packages/forecasting/src/simulation/variant-days.ts'
import { fail, insistOn, percent, print, readOptions, stopwatch } from '../launch/figures.ts'
import { learnedLeadTimes } from './learned-lead-times.ts'
import { type StockedSeries, sandboxHistory } from './sandbox-history.ts'

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
/** Minimum cases with which a fifth of the predicted probabilities is judged, and how far it may be off. */
const ENOUGH_CASES = 100
const MAX_POINTS = 0.05

/**
 * What is known of the past, and the most alerts as a share of the plain rule's, with no fewer warned stockouts and one service
 * level for all stores. With one lead time of 14 days the plain rule looks at the same days, so that foresight is the limit.
 */
const MODES = {
  'supplier lead times': { mostAlerts: 0.65 },
  'learned lead times': { mostAlerts: 0.67 },
  'default lead time': { mostAlerts: null },
  'stock unknown': { mostAlerts: null },
} as const
type Mode = keyof typeof MODES

interface Sum {
  stockouts: number
  warned: number
  alerts: number
  /** Alerts whose outcome is known by the end. */
  decided: number
  falseAlarms: number
}
const nothing: Sum = { stockouts: 0, warned: 0, alerts: 0, decided: 0, falseAlarms: 0 }

const { stores } = readOptions({ stores: SHOPS.length })
const histories = SHOPS.slice(0, stores).map((shop) => sandboxHistory(shop, NOW))
for (const mode of Object.keys(MODES) as Mode[]) simulate(mode)

function simulate(mode: Mode): void {
  const watch = stopwatch()
  const plain = { ...nothing }
  const steps = SERVICE_LEVELS.map((serviceLevel) => ({ ...nothing, serviceLevel }))
  const fifths = Array.from({ length: 5 }, () => ({ cases: 0, predicted: 0, observed: 0 }))
  let foresight = 0
  for (const { origin, series } of histories) {
    const variants = getVariants(series, { mode, origin })
    const simulation = simulateShop({ origin, days: SIMULATION_DAYS, series: variants })
    foresight += alertsWithForesight(variants, origin)
    add(plain, getFigures(simulation.plain))
    simulation.steps.forEach((step, i) => {
      add(steps[i]!, getFigures(step))
    })
    simulation.calibration.forEach(({ cases, predicted, observed }, i) => {
      const fifth = fifths[i]!
      fifth.cases += cases
      fifth.predicted += cases * (predicted ?? 0)
      fifth.observed += cases * (observed ?? 0)
    })
  }
  console.log(`\n${mode}, ${histories.length} stores in ${watch().toFixed(1)} s`)
  print('plain rule of 14 days', toText(plain, plain))
  const usual = steps[SERVICE_LEVELS.indexOf(DEFAULT_SERVICE_LEVEL)]!
  print(`default, ${DEFAULT_SERVICE_LEVEL}`, toText(usual, plain))
  const [quietest] = steps
    .filter(({ warned }) => warned >= plain.warned)
    .toSorted((a, b) => a.alerts - b.alerts)
  if (quietest) print(`quietest, ${quietest.serviceLevel}`, toText(quietest, plain))
  print('with perfect foresight', `${foresight} alerts of known outcome, ${plain.decided} of the plain rule`)
  fifths.forEach(({ cases, predicted, observed }, i) => {
    if (cases < ENOUGH_CASES) return
    const [said, came] = [predicted / cases, observed / cases]
    print(`runs out, fifth ${i + 1}`, `${percent(said)} predicted, ${percent(came)} observed of ${cases}`)
    insistOn(Math.abs(said - came) <= MAX_POINTS, `${mode}: fifth ${i + 1} is off by ${percent(said - came)}`)
  })
  if (mode === 'stock unknown') return
  const { mostAlerts } = MODES[mode]
  if (!quietest) fail(`${mode}: no service level warns of as many stockouts as the plain rule`)
  else if (mostAlerts === null)
    insistOn(quietest.decided <= foresight, `${mode}: more alerts than with foresight`)
  else insistOn(quietest.alerts <= mostAlerts * plain.alerts, `${mode}: more than ${mostAlerts} × the alerts`)
}

function getVariants(
  series: readonly StockedSeries[],
  args: { mode: Mode; origin: number },
): SimulationVariant[] {
  const learned =
    args.mode === 'learned lead times' ? learnedLeadTimes(series, args.origin - SIMULATION_DAYS) : null
  return series.map((one): SimulationVariant => {
    const { id, firstDay, unitsSold, closingStock, incoming } = one
    const usual = { id, firstDay, unitsSold, leadTimeDays: DEFAULT_LEAD_TIME_DAYS }
    if (args.mode === 'stock unknown') {
      const last = closingStock.length - 1
      return { ...usual, closingStock: closingStock.map((units, day) => (day === last ? units : Number.NaN)) }
    }
    const outOfStock = Uint8Array.from(closingStock, (units) => (units <= 0 ? 1 : 0))
    const known = { ...usual, closingStock, incoming, outOfStock }
    if (args.mode === 'supplier lead times') return { ...known, leadTimeDays: one.leadTimeDays }
    return { ...known, ...learned?.get(one.leadTimeDays) }
  })
}

function add(sum: Sum, { stockouts, warned, alerts, outcomes }: Figures): void {
  sum.stockouts += stockouts
  sum.warned += warned
  sum.alerts += alerts
  sum.decided += alerts - outcomes.undecided
  sum.falseAlarms += outcomes.false_alarm
}

function toText({ stockouts, warned, alerts, falseAlarms }: Sum, plain: Sum): string {
  const ratio = (alerts / plain.alerts).toFixed(2)
  return `${warned} of ${stockouts} stockouts warned, ${alerts} alerts (${ratio} ×), ${falseAlarms} false`
}

/**
 * Counts the alerts of a rule with perfect foresight, which has an alert open exactly while stock does not
 * last for the lead time. No rule that warns a lead time ahead can raise fewer. Days whose lead time is not
 * over open none.
 */
function alertsWithForesight(series: readonly SimulationVariant[], origin: number): number {
  const firstDay = origin - SIMULATION_DAYS + 1
  return series.reduce((sum, variant) => {
    const history = { stock: variant.closingStock, isEstimated: new Uint8Array(variant.closingStock.length) }
    const { issue } = variantDays({ variant, history, firstDay, days: SIMULATION_DAYS, distributionOn: null })
    return sum + countOpened(issue)
  }, 0)
}

function countOpened(issue: Uint8Array): number {
  let [opened, isOpen] = [0, false]
  for (const each of issue) {
    if (each === RAN_SHORT && !isOpen) opened++
    if (each === RAN_SHORT || each === OUTLASTED) isOpen = each === RAN_SHORT
  }
  return opened
}
