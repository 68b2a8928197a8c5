// Simulates 90 days of alerts in stores of the sandbox, beside the plain rule of 14 days and beside perfect foresight, by what is
// known of lead times and stock; and compares predicted with observed stockouts: npm run -s bench:alerts -- [--stores 6]
import {
  DEFAULT_SERVICE_LEVEL,
  getFigures,
  type Score,
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

const { stores } = readOptions({ stores: SHOPS.length })
const histories = SHOPS.slice(0, stores).map((shop) => sandboxHistory(shop, NOW))
for (const mode of Object.keys(MODES) as Mode[]) simulate(mode)

function simulate(mode: Mode): void {
  const watch = stopwatch()
  const runs = histories.map(({ origin, series }) => {
    const variants = getVariants(series, { mode, origin })
    const simulation = simulateShop({ origin, days: SIMULATION_DAYS, series: variants })
    return { ...simulation, foresight: alertsWithForesight(variants, origin) }
  })
  const plain = getTotal(runs.map((run) => run.plain))
  const steps = SERVICE_LEVELS.map((serviceLevel, i) => {
    return { serviceLevel, ...getTotal(runs.map((run) => run.steps[i]!)) }
  })
  const foresight = sum(runs, (run) => run.foresight)
  console.log(`\n${mode}, ${histories.length} stores in ${watch().toFixed(1)} s`)
  print('plain rule of 14 days', toText(plain, plain))
  const usual = steps[SERVICE_LEVELS.indexOf(DEFAULT_SERVICE_LEVEL)]!
  print(`default, ${DEFAULT_SERVICE_LEVEL}`, toText(usual, plain))
  const [quietest] = steps
    .filter(({ warned }) => warned >= plain.warned)
    .toSorted((a, b) => a.alerts - b.alerts)
  if (quietest) print(`quietest, ${quietest.serviceLevel}`, toText(quietest, plain))
  print('with perfect foresight', `${foresight} alerts of known outcome, ${plain.decided} of the plain rule`)
  for (const i of [0, 1, 2, 3, 4]) {
    const bins = runs.map(({ calibration }) => calibration[i]!)
    const cases = sum(bins, (bin) => bin.cases)
    if (cases < ENOUGH_CASES) continue
    const said = sum(bins, (bin) => bin.cases * (bin.predicted ?? 0)) / cases
    const came = sum(bins, (bin) => bin.cases * (bin.observed ?? 0)) / cases
    print(`runs out, fifth ${i + 1}`, `${percent(said)} predicted, ${percent(came)} observed of ${cases}`)
    insistOn(Math.abs(said - came) <= MAX_POINTS, `${mode}: fifth ${i + 1} is off by ${percent(said - came)}`)
  }
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

type Total = ReturnType<typeof getTotal>

/** Sums the figures of one rule in all stores; `decided` are alerts whose outcome is known by the end. */
function getTotal(scores: readonly Score[]) {
  const figures = scores.map(getFigures)
  return {
    stockouts: sum(figures, ({ stockouts }) => stockouts),
    warned: sum(figures, ({ warned }) => warned),
    alerts: sum(figures, ({ alerts }) => alerts),
    decided: sum(figures, ({ alerts, outcomes }) => alerts - outcomes.undecided),
    falseAlarms: sum(figures, ({ outcomes }) => outcomes.false_alarm),
  }
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

function toText({ stockouts, warned, alerts, falseAlarms }: Total, plain: Total): string {
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
  return sum(series, (variant) => {
    const history = { stock: variant.closingStock, isEstimated: new Uint8Array(variant.closingStock.length) }
    const { issue } = variantDays({ variant, history, firstDay, days: SIMULATION_DAYS, distributionOn: null })
    const settled = issue.filter((each) => each === RAN_SHORT || each === OUTLASTED)
    return settled.filter((each, day) => each === RAN_SHORT && settled[day - 1] !== RAN_SHORT).length
  })
}
