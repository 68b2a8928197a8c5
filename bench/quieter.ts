// Compares alerts by learned lead times with the plain rule, in sandbox stores whose merchants set nothing:
// npm run -s bench:quieter [stores of each kind]
import {
  DEFAULT_SERVICE_LEVEL,
  SERVICE_LEVELS,
  SIMULATION_DAYS,
  simulateShop,
} from '../packages/forecasting/src/index.ts'
import { DEFAULT_LEAD_TIME_DAYS, learnedVariants } from './quieter/learned-variants.ts'
import { sandboxHistory } from './simulation/sandbox-history.ts'
import { addSimulation, newTally, pooledPosition, type Sum, type Tally } from './simulation/tally.ts'

/** Kinds of stores; each seed is another store of the same kind. */
const KINDS = ['northfold-coffee', 'alpine-goods', 'juniper-home', 'redwood-supply', 'tiny-roastery']
const STORES_OF_EACH = Number(process.argv[2] ?? 3)
const NOW = Date.UTC(2026, 10, 20, 15)
/** Days of receipts from which lead times are learned, before the days on which alerts are counted. */
const LEARNING_DAYS = 60
/** Most alerts as a share of the plain rule's, with no fewer warned stockouts. */
const MOST_ALERTS = 0.67

const MODES = ['learned lead times', 'default lead time'] as const
const total = new Map(MODES.map((mode) => [mode, newTally()]))

console.log(
  `${STORES_OF_EACH} stores of each of ${KINDS.length} kinds: ${LEARNING_DAYS} days of receipts, then ${SIMULATION_DAYS} days of alerts`,
)
for (let seed = 0; seed < STORES_OF_EACH; seed++) {
  const tallies = new Map(MODES.map((mode) => [mode, newTally()]))
  let suppliers = 0
  let receipts = 0
  for (const kind of KINDS) {
    const { origin, series } = sandboxHistory(seed === 0 ? kind : `${kind}-${seed + 1}`, NOW)
    const firstDay = origin - SIMULATION_DAYS + 1
    const learned = learnedVariants(series, { from: firstDay - LEARNING_DAYS, to: firstDay - 1 })
    suppliers += learned.suppliers
    receipts += learned.receipts
    const variants = {
      'learned lead times': learned.variants,
      'default lead time': series.map((one) => ({
        ...one,
        outOfStock: learned.outOfStock(one),
        leadTimeDays: DEFAULT_LEAD_TIME_DAYS,
      })),
    }
    for (const mode of MODES) {
      const result = simulateShop({ origin, days: SIMULATION_DAYS, series: variants[mode] })
      for (const each of [tallies, total]) addSimulation(each.get(mode)!, result, 0)
    }
  }
  console.log(`\nseed ${seed + 1}: ${suppliers} suppliers learned from ${receipts} receipts`)
  print(tallies)
}
console.log('\nall seeds together')
print(total)

const { plain } = total.get('learned lead times')!
const asItComes = usual(total.get('learned lead times')!)
const quietest = pooledPosition(total.get('learned lead times')!)
judge(`at the default of ${DEFAULT_SERVICE_LEVEL}`, asItComes)
if (quietest) judge(`at ${quietest.serviceLevel}`, quietest)
process.exitCode = quietest && isQuieter(quietest) ? 0 : 1

function usual(tally: Tally): Sum {
  return tally.steps[SERVICE_LEVELS.indexOf(DEFAULT_SERVICE_LEVEL)]!
}

function print(tallies: ReadonlyMap<(typeof MODES)[number], Tally>): void {
  line('plain rule of 14 days', tallies.get('learned lead times')!.plain, null)
  for (const [mode, tally] of tallies) {
    line(`${mode}, ${DEFAULT_SERVICE_LEVEL}`, usual(tally), tally.plain)
    const pooled = pooledPosition(tally)
    if (pooled) line(`${mode}, ${pooled.serviceLevel} (quietest)`, pooled, tally.plain)
  }
}

function line(name: string, sum: Sum, of: Sum | null): void {
  const { stockouts, warned, alerts, falseAlarms } = sum
  const ratio = of === null ? '' : `, ${(alerts / of.alerts).toFixed(3)} × the alerts`
  console.log(
    `  ${name.padEnd(40)} ${warned} of ${stockouts} stockouts warned, ${alerts} alerts, ${falseAlarms} false${ratio}`,
  )
}

function isQuieter(sum: Sum): boolean {
  return sum.alerts <= MOST_ALERTS * plain.alerts && sum.warned >= plain.warned
}

function judge(name: string, sum: Sum): void {
  const fewer = (100 * (1 - sum.alerts / plain.alerts)).toFixed(1)
  console.log(
    `${isQuieter(sum) ? 'met  ' : 'MISSED'} learned lead times ${name}: ${fewer} % fewer alerts (wanted: 33), ` +
      `${sum.warned} stockouts warned (plain rule: ${plain.warned})`,
  )
}
