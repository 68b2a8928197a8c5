import { scoreCommand } from '../command.ts'
import { CUT_DAYS, type DataSet, loadSet, ORIGINS_BACK } from '../data-sets.ts'
import type { Findings, Part } from '../findings.ts'
import { CALIBRATION_GOAL, GOALS, type Goals } from '../goals.ts'
import { HEADINGS, print, printFifths, printRatios, printStockouts } from '../report.ts'
import type { Scores } from '../score.ts'

/** Largest difference of the scorer's result from the reference row of the plain method. */
const REPRODUCTION = 0.002
/** Minimum cases with which a fifth is judged. */
const ENOUGH_CASES = 200

/** Scores 30-day forecasts of the command at the last four origins, and at the four that end 120 days earlier. */
export const benchWindows: Part = ({ set, findings, folder }) => {
  const sales = loadSet(set)
  for (const [window, earlier] of [
    ['main', 0],
    ['cut', CUT_DAYS],
  ] as const) {
    const backs = ORIGINS_BACK.map((back) => back + earlier)
    console.log(`\n${set.name}, ${window}: ${sales.ids.length} series, origins T-${backs.join(', T-')}`)
    const run = { set, sales, backs, folder }
    const [plain, ours] = [scoreCommand({ ...run, plainDays: 30 }), scoreCommand(run)]
    console.log(HEADINGS)
    print('naive + NB', scoreCommand({ ...run, plainDays: 1 }))
    if (window === 'main') print('mean30 + NB (table)', set.plain)
    print('mean30 + NB', plain)
    if (window === 'main') print('ensemble (table)', set.reference)
    print('this command', ours)
    if (window === 'main') printRatios('× ensemble', ours, set.reference)
    printRatios('× mean30', ours, plain)
    printStockouts(ours)
    printFifths(ours.fifths)
    const key = `${set.name}/${window}`
    const goals = GOALS[set.name]!
    judge(key, ours, goals[window], findings)
    findings.within(`${key}/coverage30`, ours.coverage[2], goals.coverage30)
    judgeFifths(key, ours, findings)
    for (const [name, { count, cpl30 }] of Object.entries(ours.classes))
      if (count > 0) findings.figure(`${key}/class ${name}`, cpl30)
    if (window === 'main') judgeScorer(set, plain, findings)
  }
}

function judge(key: string, ours: Scores, goals: Goals['main'], findings: Findings): void {
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
  for (const [name, value, table] of [
    ['RMSSE', plain.rmsse, set.plain.rmsse],
    ['SPL', plain.spl, set.plain.spl],
    ['cPL30', plain.cpl[2], set.plain.cpl[2]],
  ] as const) {
    findings.within(`${set.name}/scorer/${name}`, value, [table - REPRODUCTION, table + REPRODUCTION])
  }
}
