// Measures what one merchant can take from others: npm run -s bench:fairness -- [--part database,queues] [--route /api/sales]
import { parseArgs } from 'node:util'

/** Returns true when the part is within its limits. Each part is a file of this name in the folder `fairness`. */
type Measure = () => Promise<boolean>

// A part may have options of its own.
const { values } = parseArgs({
  options: { part: { type: 'string', default: 'database,queues' } },
  strict: false,
})
for (const part of String(values.part).split(',')) {
  const { measure } = (await import(new URL(`fairness/${part}.ts`, import.meta.url).href)) as {
    measure: Measure
  }
  console.log(`# ${part}`)
  if (!(await measure())) process.exitCode = 1
}
