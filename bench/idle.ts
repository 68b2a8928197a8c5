// Measures what PostgreSQL computes while nobody uses the product: npm run -s bench:idle -- [--seconds 60]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cpuSeconds } from './product/cpu-seconds.ts'
import { startServices } from './product/start-services.ts'

const SETTLE_SECONDS = 30
const MOST_CORES = 0.02

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const services = await startServices()
try {
  await services.superviseServer('web')
  await services.superviseServer('worker')
  await sleep(SETTLE_SECONDS * 1000)
  await bench(Number(values.seconds))
} finally {
  await services.stop()
}

async function bench(seconds: number): Promise<void> {
  const before = cpuSeconds(services.databasePid())
  const start = performance.now()
  await sleep(seconds * 1000)
  const elapsed = (performance.now() - start) / 1000
  const cores = (cpuSeconds(services.databasePid()) - before) / elapsed
  console.log(
    `PostgreSQL, with one idle web and one idle worker: ${cores.toFixed(4)} cores over ${seconds} s`,
  )
  if (cores <= MOST_CORES) return
  console.log(`FAILED  more than ${MOST_CORES} cores`)
  process.exitCode = 1
}
