// Alerts at no fewer stockouts caught than the plain rule, calibration, and cost: npm run -s bench:replay
import { figuresOf, type Replay, type ReplayVariant, replayShop } from '../packages/forecasting/src/index.ts'
import { type StockedSeries, sandboxHistory } from './replay/sandbox-history.ts'

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
const DAYS = 90
const DEFAULT_LEAD_TIME_DAYS = 14
/** Of the plain rule's alerts, at no fewer stockouts caught. */
const MOST_ALERTS = 0.65
/** Points between what was said and what came, in a fifth with enough cases. */
const MOST_POINTS = 0.05
const ENOUGH_CASES = 100

type Mode = 'supplier lead times' | 'default lead time' | 'stock unknown'

const failures: string[] = []
const totals = new Map<Mode, { plain: number; ours: number; caught: number; stockouts: number }>()
const bins = new Map<Mode, { cases: number; said: number; came: number }[]>()

for (const shop of SHOPS) {
  const { origin, series } = sandboxHistory(shop, NOW)
  for (const mode of ['supplier lead times', 'default lead time', 'stock unknown'] as const) {
    const variants = series.map((one) => variantOf(one, mode))
    const start = performance.now()
    const replay = replayShop({ origin, days: DAYS, series: variants })
    const milliseconds = performance.now() - start
    report({ shop, mode, replay, milliseconds })
  }
}
for (const [mode, { plain, ours, caught, stockouts }] of totals) {
  const ratio = ours / plain
  console.log(
    `\n${mode}, all stores: ${caught} of ${stockouts} stockouts caught by the plain rule with ${plain} alerts; ` +
      `as many here with ${ours}, ${(100 * (1 - ratio)).toFixed(0)} % fewer`,
  )
  if (mode === 'supplier lead times' && !(ratio <= MOST_ALERTS))
    failures.push(`${mode}: ${ratio.toFixed(3)} × the alerts`)
  for (const [i, { cases, said, came }] of (bins.get(mode) ?? []).entries()) {
    const points = Math.abs(said - came) / cases
    console.log(
      `  ${20 * i}-${20 * i + 20} %: ${cases} cases, said ${percent(said / cases)}, came true ${percent(came / cases)}`,
    )
    if (cases >= ENOUGH_CASES && !(points <= MOST_POINTS))
      failures.push(`${mode}: fifth ${i} is off by ${percent(points)}`)
  }
}
for (const failure of failures) console.log(`FAILED  ${failure}`)
if (failures.length > 0) process.exitCode = 1
else console.log('All gates passed.')

function variantOf(one: StockedSeries, mode: Mode): ReplayVariant {
  const { id, firstDay, unitsSold, closingStock } = one
  const last = closingStock.length - 1
  const leadTimeDays = mode === 'supplier lead times' ? one.leadTimeDays : DEFAULT_LEAD_TIME_DAYS
  if (mode === 'stock unknown') {
    const known = closingStock.map((units, day) => (day === last ? units : Number.NaN))
    return { id, firstDay, unitsSold, closingStock: known, leadTimeDays }
  }
  const outOfStock = Uint8Array.from(closingStock, (units) => (units <= 0 ? 1 : 0))
  return { id, firstDay, unitsSold, closingStock, outOfStock, leadTimeDays }
}

function report(run: { shop: string; mode: Mode; replay: Replay; milliseconds: number }): void {
  const { shop, mode, replay, milliseconds } = run
  const plain = figuresOf(replay.plain)
  const equal = replay.steps
    .map((step) => ({ ...figuresOf(step), serviceLevel: step.serviceLevel }))
    .filter(({ caught }) => caught >= plain.caught)
  const ours = equal.reduce((best, each) => (each.alerts < best.alerts ? each : best), equal[0]!)
  console.log(
    `${shop.padEnd(17)} ${mode.padEnd(20)} ${String(replay.ids.length).padStart(5)} variants ${milliseconds.toFixed(0).padStart(6)} ms` +
      ` | plain ${line(plain)} | at ${ours.serviceLevel} ${line(ours)}`,
  )
  const total = totals.get(mode) ?? { plain: 0, ours: 0, caught: 0, stockouts: 0 }
  total.plain += plain.alerts
  total.ours += ours.alerts
  total.caught += plain.caught
  total.stockouts += plain.stockouts
  totals.set(mode, total)
  const sums = bins.get(mode) ?? replay.calibration.map(() => ({ cases: 0, said: 0, came: 0 }))
  replay.calibration.forEach(({ cases, predicted, observed }, i) => {
    const sum = sums[i]!
    sum.cases += cases
    sum.said += cases * (predicted ?? 0)
    sum.came += cases * (observed ?? 0)
  })
  bins.set(mode, sums)
}

function line({
  caught,
  stockouts,
  alerts,
  outcomes,
  medianWarningDays,
}: ReturnType<typeof figuresOf>): string {
  return `${caught}/${stockouts} caught, ${alerts} alerts, ${outcomes.for_nothing} for nothing, ${medianWarningDays} days ahead`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
