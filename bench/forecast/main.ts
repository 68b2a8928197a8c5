// Accuracy and cost of the forecasts on real sales, against reference rows and peers: npm run -s bench:forecast
// One set or part: npm run -s bench:forecast -- --set pasta --part windows. Earlier figures: --save, --baseline.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Findings } from './findings.ts'
import { readBenchOptions } from './options.ts'
import { writeDocs } from './write-docs.ts'

const { sets, parts, save, baseline, docs } = readBenchOptions()
const findings = new Findings(baseline)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const folder = mkdtempSync(join(tmpdir(), 'forecast-bench-'))
console.log(`Commit ${commit}, Node ${process.version}`)
try {
  for (const set of sets) for (const part of parts) await part.run({ set, findings, folder })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (save !== null) findings.save(save, commit)
if (docs !== null) writeDocs(docs, commit, findings.figures)
for (const failure of findings.failures) console.log(`FAILED  ${failure}`)
if (findings.failures.length > 0) process.exitCode = 1
else console.log('All gates passed.')
