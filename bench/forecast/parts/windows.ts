import { CUT_DAYS, type DataSet, loadSet, ORIGINS_BACK } from '../data-sets.ts'
import { DEMAND_CLASSES } from '../demand-class.ts'
import type { Findings } from '../findings.ts'
import { CALIBRATION_GOAL, GOALS, type Goals } from '../goals.ts'
import { scoreCommand } from '../methods/command.ts'
import { localEnsemble } from '../methods/local-ensemble.ts'
import { scorePlain } from '../methods/plain-mean.ts'
import { scoreMethod } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { HEADINGS, print, printFifths, printRatios, printStockouts } from '../report.ts'
import type { Scores } from '../score.ts'

/** Largest difference of the scorer's result from the reference row of the plain method. */
const REPRODUCTION = 0.002
/** Least cases with which a fifth is judged. */
const ENOUGH_CASES = 200

/** Scores 30-day forecasts of the command at the last four origins, and at the four that end 120 days earlier. */
export function benchWindows({ set, findings, folder }: PartInput): void {
  const sales = loadSet(set)
  for (const [window, earlier] of [
    ['main', 0],
    ['cut', CUT_DAYS],
  ] as const) {
    const backs = ORIGINS_BACK.map((back) => back + earlier)
    console.log(`\n${set.name}, ${window}: ${sales.ids.length} series, origins T-${backs.join(', T-')}`)
    const plain = scorePlain(sales, backs, 30)
    const ensemble = scoreMethod(sales, backs, localEnsemble)
    const ours = scoreCommand({ set, sales, backs, folder })
    console.log(HEADINGS)
    print('naive + NB', scorePlain(sales, backs, 1))
    if (window === 'main') print('mean30 + NB (table)', set.plain)
    print('mean30 + NB', plain)
    if (window === 'main') print('ensemble (table)', set.reference)
    print('local ensemble', ensemble)
    print('this command', ours)
    printRatios('× local ensemble', ours, ensemble)
    printRatios('× mean30', ours, plain)
    printStockouts(ours)
    printFifths(ours.fifths)
    judge(`${set.name}/${window}`, ours, (GOALS[set.name] as Goals)[window], findings)
    findings.within(
      `${set.name}/${window}/coverage30`,
      ours.coverage[2],
      (GOALS[set.name] as Goals).coverage30,
    )
    judgeFifths(`${set.name}/${window}`, ours, findings)
    keepClasses(`${set.name}/${window}`, ours, ensemble, findings)
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

function keepClasses(key: string, ours: Scores, ensemble: Scores, findings: Findings): void {
  for (const name of DEMAND_CLASSES) {
    const { count, cpl30 } = ours.classes[name]
    if (count === 0) continue
    findings.figure(`${key}/class ${name}/engine`, cpl30)
    findings.figure(`${key}/class ${name}/local ensemble`, ensemble.classes[name].cpl30)
  }
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
