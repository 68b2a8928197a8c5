// Forecasts of shops made by a process that is known, scored against the process itself: npm run -s bench:stress
// Some families: -- --family closed,sale; fewer seeds: --seeds 1; each product: --verbose; a table for the page: --docs FILE.md
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { levels } from './families/levels.ts'
import { orders } from './families/orders.ts'
import { ordinary } from './families/ordinary.ts'
import { seasons } from './families/seasons.ts'
import { stock } from './families/stock.ts'
import { wholeShops } from './families/whole-shop.ts'
import { runScenario } from './run-scenario.ts'
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
const scenarios = [...ordinary, ...wholeShops, ...orders, ...seasons, ...levels, ...stock]
const chosen = scenarios.filter(
  ({ family, name }) => !families || families.some((one) => `${family}: ${name}`.startsWith(one)),
)
const results: Result[] = []
for (const scenario of chosen) {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1)
  const note = (line: string) => values.verbose && console.log(line)
  const result = getResult(
    scenario,
    seeds.flatMap((seed) => runScenario(scenario, seed, note)),
  )
  results.push(result)
  console.log(getRow(result))
}
const verdicts = judge(results)
for (const { text, isMet } of verdicts) console.log(`${isMet ? 'ok    ' : 'MISSED'}  ${text}`)
if (values.docs !== undefined) {
  const [head] = readFileSync(values.docs, 'utf8').split('<!-- table -->')
  const lines = verdicts.map(({ text, isMet }) => `- ${text}${isMet ? '' : ' — **missed**'}`)
  const names = ['', 'mean ÷ true', 'regret', '÷ allowance', '30 days', 'last year', 'covers']
  const table = [toRow(names), toRow(['---', ...Array(6).fill('--:')]), ...results.map(getRow)]
  const page = [head?.trimEnd(), '', '<!-- table -->', '', ...lines, '', ...table, '']
  writeFileSync(values.docs, page.join('\n'))
}
if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1

function getRow({ scenario, ratio, regrets, regret, coverage, isWorseThanPlain }: Result): string {
  const { family, name, isWidthOnly } = scenario
  const [engine = '', ...plain] = regrets.map((one) => (isWidthOnly ? '–' : one.toFixed(2)))
  return toRow([
    `${family}: ${name}`,
    Number.isFinite(ratio) ? ratio.toFixed(2) : '–',
    engine,
    isWidthOnly ? '–' : `${regret.toFixed(2)}${isWorseThanPlain ? ' !' : ''}`,
    ...plain,
    coverage.toFixed(2),
  ])
}

function toRow([first = '', ...others]: readonly string[]): string {
  return `| ${[first.padEnd(76), ...others.map((one) => one.padStart(7))].join(' | ')} |`
}
