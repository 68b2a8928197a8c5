// Forecasts of shops made by a process that is known, scored against the process itself: npm run -s bench:stress
// Some families: -- --family closed,sale; fewer seeds: --seeds 1; each product: --verbose; a table for the page: --docs FILE.md
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SCENARIOS } from './families/index.ts'
import { emptySums, runScenario } from './run-scenario.ts'
import { HORIZONS } from './shop.ts'
import { getResult, judge, type Result } from './verdict.ts'

const { values } = parseArgs({
  options: {
    family: { type: 'string' },
    seeds: { type: 'string', default: '3' },
    verbose: { type: 'boolean', default: false },
    docs: { type: 'string' },
  },
})
const families = values.family?.split(',')
const chosen = SCENARIOS.filter(
  ({ family, name }) => !families || families.some((one) => `${family}: ${name}`.startsWith(one)),
)
const results: Result[] = []
for (const scenario of chosen) {
  const sums = HORIZONS.map(emptySums)
  for (let seed = 1; seed <= Number(values.seeds); seed++)
    runScenario(scenario, seed, sums, (line) => values.verbose && console.log(line))
  const result = getResult(scenario, sums)
  results.push(result)
  console.log(getTable([result]).join('\n'))
}
const verdicts = judge(results)
for (const { text, isMet } of verdicts) console.log(`${isMet ? 'ok    ' : 'MISSED'}  ${text}`)
if (values.docs !== undefined) {
  const [head] = readFileSync(values.docs, 'utf8').split('<!-- table -->')
  const lines = verdicts.map(({ text, isMet }) => `- ${text}${isMet ? '' : ' — **missed**'}`)
  writeFileSync(
    values.docs,
    [head?.trimEnd(), '', '<!-- table -->', '', ...lines, '', ...getTable(results, true), ''].join('\n'),
  )
}
if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1

/** Returns the rows of the table of results, with its head where it is a page. */
function getTable(results: readonly Result[], isPage = false): string[] {
  const rows = results.map(({ scenario, ratio, regrets, regret, coverage, isWorseThanPlain }) => {
    const [engine, mean, year] = regrets as [number, number, number]
    const only = scenario.isWidthOnly
    return [
      `${scenario.family}: ${scenario.name}`,
      Number.isFinite(ratio) ? ratio.toFixed(2) : '–',
      only ? '–' : engine.toFixed(2),
      only ? '–' : `${regret.toFixed(2)}${isWorseThanPlain ? ' !' : ''}`,
      only ? '–' : mean.toFixed(2),
      only ? '–' : year.toFixed(2),
      coverage[0]!.toFixed(2),
    ]
  })
  if (!isPage)
    return rows.map(
      ([name, ...numbers]) => `${name!.padEnd(78)} ${numbers.map((one) => one.padStart(8)).join('')}`,
    )
  const head = ['', 'mean ÷ true', 'regret', '÷ allowance', '30 days', 'last year', 'covers']
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)]
}
