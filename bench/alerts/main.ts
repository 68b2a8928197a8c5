// Simulates 90 days of alerts in stores of the sandbox, with more or less known of lead times and stock, beside the plain rule of
// 14 days and perfect foresight. Compares predicted with observed stockouts: npm run -s bench:alerts -- [--stores 6]
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
import { fail, insistOn, percent, print, readOptions, stopwatch, sum } from '../launch/figures.ts'
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

const MODES = ['supplier lead times', 'default lead time', 'stock unknown'] as const
type Mode = (typeof MODES)[number]
/** The most alerts as a share of the plain rule's, with no fewer warned stockouts. With one lead time of 14 days foresight is the limit. */
const MOST_ALERTS = 0.65

const { stores } = readOptions({ stores: SHOPS.length })
const histories = SHOPS.slice(0, stores).map((shop) => sandboxHistory(shop, NOW))
for (const mode of MODES) simulate(mode)

function simulate(mode: Mode): void {
  const watch = stopwatch()
  const runs = histories.map(({ origin, series }) => {
    const variants = series.map((one) => getVariant(one, mode))
    const simulation = simulateShop({ origin, days: SIMULATION_DAYS, series: variants })
    return { ...simulation, foresight: alertsWithForesight(variants, origin) }
  })
  const plain = getTotal(runs.map((run) => run.plain))
  const totalOf = (i: number) => getTotal(runs.map((run) => run.steps[i]!))
  const steps = SERVICE_LEVELS.map((serviceLevel, i) => ({ serviceLevel, ...totalOf(i) }))
  const foresight = sum(runs, (run) => run.foresight)
  console.log(`\n${mode}, ${histories.length} stores in ${watch().toFixed(1)} s`)
  print('plain rule of 14 days', toText(plain, plain))
  const usual = steps[SERVICE_LEVELS.indexOf(DEFAULT_SERVICE_LEVEL)]!
  print(`default, ${DEFAULT_SERVICE_LEVEL}`, toText(usual, plain))
  const warning = steps.filter(({ warned }) => warned >= plain.warned)
  const [quietest] = warning.toSorted((a, b) => a.alerts - b.alerts)
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
  if (!quietest) fail(`${mode}: no service level warns of as many stockouts as the plain rule`)
  else if (mode === 'default lead time')
    insistOn(quietest.decided <= foresight, `${mode}: more alerts than with foresight`)
  else
    insistOn(quietest.alerts <= MOST_ALERTS * plain.alerts, `${mode}: more than ${MOST_ALERTS} × the alerts`)
}

function getVariant({ incoming, ...one }: StockedSeries, mode: Mode): SimulationVariant {
  const leadTimeDays = mode === 'supplier lead times' ? one.leadTimeDays : DEFAULT_LEAD_TIME_DAYS
  if (mode === 'stock unknown') {
    const last = one.closingStock.length - 1
    const closingStock = one.closingStock.map((units, day) => (day === last ? units : Number.NaN))
    return { ...one, leadTimeDays, closingStock }
  }
  const outOfStock = Uint8Array.from(one.closingStock, (units) => (units <= 0 ? 1 : 0))
  return { ...one, leadTimeDays, incoming, outOfStock }
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

function toText({ stockouts, warned, alerts, falseAlarms }: Total, plain: Total): string {
  const ratio = (alerts / plain.alerts).toFixed(2)
  return `${warned} of ${stockouts} stockouts warned, ${alerts} alerts (${ratio} ×), ${falseAlarms} false`
}

/**
 * Counts the alerts of perfect foresight, one each time that stock stops lasting for the lead time, on days whose lead time is over.
 * No rule that warns a lead time ahead can raise fewer.
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
