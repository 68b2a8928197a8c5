import {
  DEFAULT_SERVICE_LEVEL,
  type Figures,
  figuresOf,
  SERVICE_LEVELS,
  type Simulation,
} from '../../packages/forecasting/src/index.ts'
import { pooledPosition, type Sum, type Tally } from './tally.ts'

/** Least cases with which a fifth is judged. */
const ENOUGH_CASES = 100

export function printStore(
  name: string,
  simulation: Simulation,
  quietest: (Figures & { serviceLevel: number }) | null,
  milliseconds: number,
): void {
  const head = `${name.padEnd(38)} ${String(simulation.ids.length).padStart(5)} variants ${milliseconds.toFixed(0).padStart(6)} ms`
  const ours = quietest
    ? `at ${quietest.serviceLevel} ${figuresLine(quietest)}`
    : 'no position catches as many'
  console.log(`${head} | plain ${figuresLine(figuresOf(simulation.plain))} | ${ours}`)
  const worst = worstFifth(simulation)
  if (worst) console.log(`${' '.repeat(38)} worst fifth: ${worst}`)
}

/** Returns the fifth with the largest deviation, and its confidence interval. */
function worstFifth({ calibration }: Simulation): string | null {
  const known = calibration.filter(({ cases }) => cases >= ENOUGH_CASES)
  const off = ({ predicted, observed }: (typeof known)[number]) =>
    Math.abs((predicted ?? 0) - (observed ?? 0))
  const worst = known.sort((a, b) => off(b) - off(a))[0]
  if (!worst) return null
  const { predicted, observed, low, high } = worst
  return `said ${percent(predicted ?? 0)}, came true ${percent(observed ?? 0)} (${percent(low ?? 0)} to ${percent(high ?? 1)})`
}

export function printTally(name: string, tally: Tally): void {
  const { plain, quietest, foresight, bins } = tally
  const pooled = pooledPosition(tally)
  const usual = tally.steps[SERVICE_LEVELS.indexOf(DEFAULT_SERVICE_LEVEL)]!
  console.log(`\n${name}, together`)
  console.log(`  plain rule                          ${sumLine(plain, plain)}`)
  if (pooled)
    console.log(
      `  one position for all, ${pooled.serviceLevel.toFixed(2)}          ${sumLine(pooled, plain)}`,
    )
  console.log(`  each at its own quietest            ${sumLine(quietest, plain)}`)
  console.log(`  as it comes, ${DEFAULT_SERVICE_LEVEL.toFixed(2)}                   ${sumLine(usual, plain)}`)
  if (foresight > 0) {
    console.log(
      `  a lead time ahead with foresight    ${foresight} of known outcome (${fewer(foresight, plain.decided)})`,
    )
  }
  bins.forEach(({ cases, said, came }, i) => {
    if (cases === 0) return
    console.log(
      `  ${20 * i}-${20 * i + 20} %: ${cases} cases, said ${percent(said / cases)}, came true ${percent(came / cases)}`,
    )
  })
}

/** Returns fifths with enough cases that deviate by more than `points`. */
export function fifthsOff({ bins }: Tally, points: number): string[] {
  return bins.flatMap(({ cases, said, came }, i) => {
    const off = Math.abs(said - came) / cases
    return cases >= ENOUGH_CASES && !(off <= points) ? [`fifth ${i + 1} is off by ${percent(off)}`] : []
  })
}

/** Returns fifths of one store that deviate by more than `points` and more than chance explains. */
export function fifthsOffBeyondChance(calibration: Simulation['calibration'], points: number): string[] {
  return calibration.flatMap(({ cases, predicted, observed, low, high }, i) => {
    if (cases < ENOUGH_CASES || predicted === null || observed === null) return []
    const off = Math.abs(predicted - observed)
    const isChance = predicted >= (low ?? 0) && predicted <= (high ?? 1)
    return off <= points || isChance ? [] : [`fifth ${i + 1} is off by ${percent(off)}`]
  })
}

function sumLine({ stockouts, warned, alerts, decided, falseAlarms }: Sum, plain: Sum): string {
  return (
    `${warned} of ${stockouts} warned, ${alerts} alerts (${fewer(alerts, plain.alerts)}), ` +
    `${decided} of known outcome (${fewer(decided, plain.decided)}), ${falseAlarms} false alarms`
  )
}

function fewer(count: number, of: number): string {
  const share = Math.round(100 * (1 - count / of))
  return share < 0 ? `${-share} % more` : `${share} % fewer`
}

function figuresLine({ warned, stockouts, alerts, outcomes, medianWarningDays }: Figures): string {
  return `${warned}/${stockouts} warned, ${alerts} alerts, ${outcomes.false_alarm} false alarms, ${medianWarningDays} days ahead`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
