import { type Counts, sum } from './counts.ts'
import { slowestLines, type Timed } from './slowest.ts'
import { type Step, stages } from './steps.ts'

const SHOWN_LINES = 300
const SHOWN_SLOWEST = 10

/** Returns the steps to run, in stages. */
function choose(names: readonly string[]): readonly (readonly Step[])[] {
  const steps = stages.flat()
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown) {
    console.error(`There is no check "${unknown}": choose from ${steps.map((step) => step.name).join(', ')}.`)
    process.exit(2)
  }
  return names.length === 0
    ? stages
    : stages.map((stage) => stage.filter((step) => names.includes(step.name)))
}

async function run(step: Step): Promise<Counts & { times: readonly Timed[] }> {
  const from = performance.now()
  console.log(`${step.title} …`)
  const { passed, failed, output, times = [] } = await step.run(console.log)
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  if (failed > 0) console.log(output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n'))
  console.log(`${step.title}: ${passed} passed, ${failed} failed (${seconds} s)`)
  return { passed, failed, times }
}

const results: Awaited<ReturnType<typeof run>>[] = []
for (const stage of choose(process.argv.slice(2))) results.push(...(await Promise.all(stage.map(run))))
const slowest = slowestLines(
  results.flatMap(({ times }) => times),
  SHOWN_SLOWEST,
)
if (slowest.length > 0) console.log(`The slowest test files and browser tests:\n${slowest.join('\n')}`)
const { passed, failed } = sum(results)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
