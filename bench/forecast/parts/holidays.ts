import { CUT_DAYS, loadSet, ORIGINS_BACK } from '../data-sets.ts'
import { scoreCommand } from '../methods/command.ts'
import type { PartInput } from '../parts.ts'
import { HEADINGS, print, printRatios } from '../report.ts'

/** Scores the command with the holidays of the set's country, beside the command without them. */
export function benchHolidays({ set, findings, folder }: PartInput): void {
  const { country } = set
  if (country === null) return
  const sales = loadSet(set)
  for (const [window, earlier] of [
    ['main', 0],
    ['cut', CUT_DAYS],
    ['earlier', 2 * CUT_DAYS],
  ] as const) {
    const backs = ORIGINS_BACK.map((back) => back + earlier)
    console.log(`\n${set.name}, ${window}: holidays of ${country}, origins T-${backs.join(', T-')}`)
    const run = { set, sales, backs, folder }
    const [without, known] = [scoreCommand(run), scoreCommand({ ...run, country })]
    console.log(HEADINGS)
    print('without holidays', without)
    print('with holidays', known)
    printRatios('× without', known, without)
    const key = `${set.name}/holidays ${window}`
    findings.error(`${key}/RMSSE ratio`, known.rmsse / without.rmsse)
    findings.error(`${key}/MASE ratio`, known.mase / without.mase)
    findings.error(`${key}/SPL ratio`, known.spl / without.spl)
    findings.error(`${key}/cPL30 ratio`, known.cpl[2] / without.cpl[2])
    findings.error(`${key}/stockoutDate ratio`, known.stockoutMedianMae / without.stockoutMedianMae)
  }
}
