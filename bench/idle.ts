// Measures what PostgreSQL computes while nobody uses the product: npm run -s bench:idle -- [--seconds 60]
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServices } from './product/start-services.ts'

const SETTLE_SECONDS = 30
const MOST_CORES = 0.02
/** Clock ticks a second in /proc, which Linux reports to programs as 100 on every machine. */
const TICKS = 100

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

/** Returns the CPU time of the main process and its children, those that have ended included. */
function cpuSeconds(main: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)) ?? [])
  const children = processes.filter(({ parent }) => parent === main)
  const own = processes.filter(({ pid }) => pid === main)
  const ticks = [
    ...own.map(({ used, ofEnded }) => used + ofEnded),
    ...children.map(({ used, ofEnded }) => used + ofEnded),
  ]
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS
}

function readTimes(pid: number) {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { pid, parent: fields[1], used: user + system, ofEnded: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
