// Simulates merchants with their own provider accounts and interrupts any step:
// npm run -s bench:billing [-- --sequences 5000 --first 1]
import { parseArgs } from 'node:util'
import { runSequence, type SequenceResult } from '@stockcast/testkit/billing'
import type { Kernel } from '../../apps/server/src/kernel.ts'
import { withScratchKernel } from './scratch-database.ts'

const AT_ONCE = 6
const PROGRESS = 250
const { values } = parseArgs({
  options: { sequences: { type: 'string', default: '5000' }, first: { type: 'string', default: '1' } },
})
const count = Number(values.sequences)
const first = Number(values.first)

await withScratchKernel(bench)

async function bench(kernel: Kernel): Promise<void> {
  const results: SequenceResult[] = []
  const start = performance.now()
  for (let seed = first; seed < first + count; seed += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, first + count - seed) }, (_, i) => seed + i)
    const done = await Promise.all(seeds.map((each) => runSequence(kernel, each)))
    for (const { faults } of done) for (const fault of faults) console.error(fault)
    results.push(...done)
    if (results.length % PROGRESS < AT_ONCE) console.error(`${results.length} sequences`)
  }
  report(results, (performance.now() - start) / 1000)
}

function report(results: readonly SequenceResult[], seconds: number): void {
  const sum = (of: (result: SequenceResult) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  const ends = Object.groupBy(results, ({ status }) => status)
  console.log(`${results.length} sequences in ${seconds.toFixed(0)} s, of ${sum((r) => r.steps)} steps`)
  console.log(`killed processes: ${sum((r) => r.kills)}`)
  console.log(
    `events lost or late: ${sum((r) => r.undelivered)}, second subscriptions ended: ${sum((r) => r.surplus)}`,
  )
  for (const [status, some] of Object.entries(ends)) console.log(`ended as ${status}: ${some?.length}`)
  const faults = sum((r) => r.faults.length)
  console.log(`faults: ${faults}`)
  if (faults > 0) process.exitCode = 1
}
