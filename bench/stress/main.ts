// Forecasts of shops made by a process that is known, scored against the process itself: npm run -s bench:stress
// Some families: -- --family closed,sale; fewer seeds: --seeds 1; each product: --verbose; a table for the page: --docs FILE.md
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SCENARIOS } from './families/index.ts'
import { getTable } from './report.ts'
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
