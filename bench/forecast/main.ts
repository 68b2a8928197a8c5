// Accuracy and cost of the forecasts on real sales, beside plain methods and reference rows: npm run -s bench:forecast
// One set or part: -- --set pasta --part windows,ninety. Earlier figures: --save FILE.json, --baseline FILE.json. Tables for the
// page: --docs docs/benchmarks
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DATA_SETS } from './data-sets.ts'
import { Findings, type Part } from './findings.ts'
import { benchGift } from './parts/gift-eval.ts'
import { benchLeadTimes } from './parts/lead-times.ts'
import { benchNinetyDays } from './parts/ninety-days.ts'
import { benchSpeed } from './parts/speed.ts'
import { benchStockouts } from './parts/stockouts.ts'
import { benchWindows } from './parts/windows.ts'

/** In the order in which they run for each data set; lead times need none. */
const PARTS: readonly { name: string; run?: Part }[] = [
  { name: 'windows', run: benchWindows },
  { name: 'ninety', run: benchNinetyDays },
  { name: 'gift', run: benchGift },
  { name: 'stockouts', run: benchStockouts },
  { name: 'speed', run: benchSpeed },
  { name: 'lead-times' },
]

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { set: text, part: text, save: text, baseline: text, docs: text } })
const sets = chosen('set', values.set, DATA_SETS)
const parts = chosen('part', values.part, PARTS)
const findings = new Findings(values.baseline)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const folder = mkdtempSync(join(tmpdir(), 'forecast-bench-'))
console.log(`Commit ${commit}, Node ${process.version}`)
try {
  for (const set of sets) for (const { run } of parts) run?.({ set, findings, folder })
  if (parts.some(({ name }) => name === 'lead-times')) benchLeadTimes(findings)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (values.save) findings.save(values.save, commit)
if (values.docs) findings.writeTables(values.docs, commit)
for (const failure of findings.failures) console.log(`FAILED  ${failure}`)
if (findings.failures.length > 0) process.exitCode = 1
else console.log('All gates passed.')

/** Returns those whose names begin with one of the words, joined by commas; all without words. */
function chosen<T extends { name: string }>(
  option: string,
  words: string | undefined,
  all: readonly T[],
): readonly T[] {
  if (words === undefined) return all
  return words.split(',').map((word) => {
    const found = all.find(({ name }) => name.startsWith(word))
    if (!found) throw new Error(`--${option} ${word} is not one of ${all.map(({ name }) => name).join(', ')}`)
    return found
  })
}
