import { percent } from '../../launch/figures.ts'
import { scoreCommand } from '../command.ts'
import { type DataSet, loadSet, ORIGINS_BACK, type Row } from '../data-sets.ts'
import type { Findings, Part } from '../findings.ts'
import type { Scores } from '../score.ts'

/** Days by which all sets are cut for a second window. */
const CUT_DAYS = 120
const ERRORS = 6
/** Largest difference of predicted and observed stockouts within 14 days, in each fifth. */
const CALIBRATION_GOAL = 0.03
const ENOUGH_CASES = 200

/** Scores 30-day forecasts of the command at the last four origins, and at the four that end 120 days earlier. */
export const benchWindows: Part = ({ set, findings, folder }) => {
  const sales = loadSet(set)
  for (const window of ['main', 'cut'] as const) {
    const backs = ORIGINS_BACK.map((back) => (window === 'main' ? back : back + CUT_DAYS))
    console.log(`\n${set.name}, ${window}: ${sales.ids.length} series, origins T-${backs.join(', T-')}`)
    const run = { set, sales, backs, folder }
    const [plain, ours] = [scoreCommand({ ...run, plainDays: 30 }), scoreCommand(run)]
    console.log(`${''.padEnd(21)} RMSSE   MASE    SPL   cPL7  cPL14  cPL30   cov7  cov14  cov30`)
    print('naive + NB', getFigures(scoreCommand({ ...run, plainDays: 1 })))
    if (window === 'main') print('mean30 + NB (table)', getFigures(set.plain))
    print('mean30 + NB', getFigures(plain))
    if (window === 'main') print('ensemble (table)', getFigures(set.reference))
    print('this command', getFigures(ours))
    if (window === 'main') printRatios('× ensemble', ours, set.reference)
    printRatios('× mean30', ours, plain)
    printStockouts(ours)
    printFifths(ours)
    const key = `${set.name}/${window}`
    judge(key, ours, set.goals[window], findings)
    findings.within(`${key}/coverage30`, ours.coverage[2], set.goals.coverage30)
    judgeFifths(key, ours, findings)
    for (const { name, cpl30 } of ours.classes) findings.figure(`${key}/class ${name}`, cpl30)
    if (window === 'main') judgeScorer(set, plain, findings)
  }
}

function getFigures({ rmsse, mase, spl, cpl, coverage }: Row): number[] {
  return [rmsse, mase, spl, ...cpl, ...coverage]
}

function print(label: string, figures: readonly number[]): void {
  console.log(`${label.padEnd(20)}${figures.map((value) => value.toFixed(3).padStart(7)).join('')}`)
}

function printRatios(label: string, ours: Row, other: Row): void {
  const others = getFigures(other)
  const ratios = getFigures(ours).map((error, i) => error / others[i]!)
  print(label, ratios.slice(0, ERRORS))
}

function printStockouts(scores: Scores): void {
  const { stockoutMae, stockoutMedianMae: median, precision14, recall14, brier14, bias } = scores
  const numbers = { 'mean path': stockoutMae, median, precision14, recall14, brier14, bias }
  const text = Object.entries(numbers).map(([name, value]) => `${name} ${value.toFixed(3)}`)
  console.log(`  Stockout date, error in days and 14-day call: ${text.join(', ')}`)
}

function printFifths({ fifths }: Scores): void {
  const text = fifths.map(
    ({ cases, predicted, observed }) => `${percent(predicted)} of ${cases} → ${percent(observed)}`,
  )
  console.log(`  Runs out within 14 days, predicted → observed: ${text.join('; ')}`)
}

function judge(key: string, ours: Scores, goals: DataSet['goals']['main' | 'cut'], findings: Findings): void {
  findings.atMost(`${key}/RMSSE`, ours.rmsse, goals.rmsse)
  findings.atMost(`${key}/SPL`, ours.spl, goals.spl)
  findings.atMost(`${key}/cPL30`, ours.cpl[2], goals.cpl30)
  findings.atMost(`${key}/stockoutDate`, ours.stockoutMedianMae, goals.stockoutDate)
  findings.error(`${key}/MASE`, ours.mase)
  findings.error(`${key}/cPL7`, ours.cpl[0])
  findings.error(`${key}/cPL14`, ours.cpl[1])
  findings.error(`${key}/stockoutDateByMean`, ours.stockoutMae)
  findings.error(`${key}/brier14`, ours.brier14)
  findings.figure(`${key}/bias`, ours.bias)
}

function judgeFifths(key: string, { fifths }: Scores, findings: Findings): void {
  fifths.forEach(({ cases, predicted, observed }, fifth) => {
    if (cases < ENOUGH_CASES) return
    findings.figure(`${key}/fifth ${fifth + 1}/predicted`, predicted)
    findings.figure(`${key}/fifth ${fifth + 1}/observed`, observed)
    const difference = observed - predicted
    findings.within(`${key}/runs out, fifth ${fifth + 1}`, difference, [-CALIBRATION_GOAL, CALIBRATION_GOAL])
  })
}

/** Checks that the scorer reproduces the reference row of the plain method. */
function judgeScorer(set: DataSet, plain: Scores, findings: Findings): void {
  const pick = ({ rmsse, spl, cpl }: Row) => ({ RMSSE: rmsse, SPL: spl, cPL30: cpl[2] })
  const [found, table] = [pick(plain), pick(set.plain)]
  for (const name of ['RMSSE', 'SPL', 'cPL30'] as const)
    findings.near(`${set.name}/scorer/${name}`, found[name], table[name])
}
