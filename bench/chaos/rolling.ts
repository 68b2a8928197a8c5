// Replaces web and worker processes one after the other under reads, webhooks, imports and alerts, behind a proxy
// that asks for readiness. No request may fail and nothing may be lost or done twice:
// npm run -s bench:rolling [-- --rounds 3]
// With --kill, one process after the other is killed instead, and started again at once:
// npm run -s bench:rolling -- --kill --processes 2x3 --minutes 10 --every 10
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../tools/postgres/local-address.ts'
import { openAsSuperuser } from '../launch/database.ts'
import { signUp } from '../launch/merchant.ts'
import { untilQuiet } from '../launch/quiet.ts'
import { randomNumbers } from '../launch/random-numbers.ts'
import { sandboxAt } from '../launch/sandbox.ts'
import { startServices } from '../launch/start-services.ts'
import { alerting } from './alerting.ts'
import { openAlertMaker } from './alerts.ts'
import { openBalancer } from './balancer.ts'
import { importing } from './imports.ts'
import { switchOn } from './outboxes.ts'
import { type ServerProcess, type Stopped, serverProcesses } from './processes.ts'
import { keepReading, type Reads } from './reads.ts'
import { keepContents } from './sent-contents.ts'
import { steppedClock } from './stepped-clock.ts'
import { judgeForecasts, openShops, selling } from './stores.ts'
import { insist, keepWorking } from './work.ts'

const MOST_STOP_SECONDS = 10
const MOST_TIMES_QUIET = 3
const PAUSE_MS = 1500
const SETTLE_MS = 1000
const CLOCK_MINUTES = 2
const READERS = 4
const PRODUCTS = 400

const { values } = parseArgs({
  options: {
    kill: { type: 'boolean', default: false },
    processes: { type: 'string', default: '2x2' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
    every: { type: 'string', default: '10' },
    quiet: { type: 'string', default: '20' },
    // A name that begins with tiny- makes a small store.
    store: { type: 'string', default: 'rolling' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
})
const [webs = 2, workers = 2] = values.processes.split('x').map(Number)
const random = randomNumbers(Number(values.seed))
const webPorts: number[] = []
for (let n = 0; n < webs; n++) webPorts.push(await freePort())
const gate = await openBalancer(webPorts)
const services = await startServices({ PUBLIC_URL: gate.url, APP_URL: gate.url, LOG_LEVEL: 'warn' })
const database = openAsSuperuser(services.superuserUrl)
const sandbox = sandboxAt(services.sandboxUrl)
try {
  await bench(await serverProcesses(services, { webPorts, workers }))
} finally {
  await database.close()
  gate.close()
  await services.stop()
}

async function bench(processes: readonly ServerProcess[]): Promise<void> {
  console.log(`seed             ${values.seed}`)
  await Promise.all(processes.map((each) => each.start()))
  const clock = steppedClock(sandbox)
  const maker = await openAlertMaker(services.databaseUrl, clock.now)
  const context = { product: services, gate, database, sandbox }
  await keepContents(database)
  const stores = await openShops(context, values.store)
  const [notified, importer] = [await signUp(gate.url), await signUp(gate.url)]
  const readers = []
  for (let n = 0; n < READERS; n++) readers.push(await signUp(gate.url))
  const shop = {
    merchantId: notified.id,
    outboxes: await switchOn(notified, services.sandboxUrl),
    variants: await maker.stock(notified.id, PRODUCTS),
  }
  const works = [
    await importing(importer, database),
    alerting([shop], { maker, database, clock }),
    selling(context, stores.store),
  ]
  const reads = keepReading([...readers, stores.store.merchant, notified])
  const idle = await measure(reads, 'nothing else')
  const work = keepWorking(works, PAUSE_MS)
  const quiet = await measure(reads, 'all processes')
  const failedBefore = gate.failed.length

  const advance = () => insist(() => clock.advance(CLOCK_MINUTES))
  const faults = values.kill ? await killAll(processes, advance) : await replaceAll(processes, advance)
  const busy = reads.take()
  console.log(`reads            p99 ${busy.p99Ms.toFixed(0)} ms of ${busy.count} meanwhile`)
  const failures = await reads.stop()
  console.log(`worked           ${(await work.stop()).join(', ')}`)
  if (values.kill && busy.p99Ms > MOST_TIMES_QUIET * quiet)
    faults.push(`the p99 of reads is ${(busy.p99Ms / quiet).toFixed(1)} times that of all processes`)
  console.log(`                 ${(busy.p99Ms / idle).toFixed(1)} times that of nothing else`)
  faults.push(...judgeRequests(failedBefore, failures))

  for (const store of [stores.store, stores.probe]) await untilQuiet(context, store)
  for (const each of works) faults.push(...(await each.judge()))
  const merchants = [importer.id, notified.id, stores.store.merchantId]
  faults.push(...(await judgeForecasts(database, merchants)))
  await maker.close()
  for (const each of processes) await each.end('SIGTERM')
  for (const fault of faults) console.log(`FAILED  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log('No request failed that could be answered, nothing was lost, and nothing was done twice.')
}

async function measure(reads: Reads, beside: string): Promise<number> {
  reads.take()
  await sleep(Number(values.quiet) * 1000)
  const { count, p99Ms } = reads.take()
  console.log(`reads            p99 ${p99Ms.toFixed(0)} ms of ${count} beside ${beside}`)
  return p99Ms
}

/** Stops each process in turn and starts it again, as a deployment does. */
async function replaceAll(
  processes: readonly ServerProcess[],
  advance: () => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = []
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const each of processes) {
      const stopped = await each.end('SIGTERM')
      const from = performance.now()
      await each.start()
      const back = ((performance.now() - from) / 1000).toFixed(1)
      console.log(
        `${`${round}.`.padEnd(5)} ${each.name.padEnd(9)}  stopped in ${stopped.seconds.toFixed(1)} s with ${stopped.code}, ready after ${back} s`,
      )
      faults.push(...judgeStop(each, stopped))
      await advance()
      await sleep(SETTLE_MS)
    }
  }
  return faults
}

function judgeStop({ name }: ServerProcess, { seconds, code }: Stopped): string[] {
  return code === 0 && seconds <= MOST_STOP_SECONDS
    ? []
    : [`${name} stopped in ${seconds.toFixed(1)} s with ${code}`]
}

/** Kills one process after the other in random order, and starts each again at once. */
async function killAll(
  processes: readonly ServerProcess[],
  advance: () => Promise<unknown>,
): Promise<string[]> {
  const [everyMs, until] = [Number(values.every) * 1000, performance.now() + Number(values.minutes) * 60_000]
  let kills = 0
  for (let at = performance.now(); at < until; at += everyMs) {
    const victim = processes[Math.floor(random() * processes.length)]!
    await victim.end('SIGKILL')
    const from = performance.now()
    await victim.start()
    kills++
    console.log(
      `${`${kills}.`.padEnd(5)} ${victim.name.padEnd(9)}  ready after ${((performance.now() - from) / 1000).toFixed(1)} s`,
    )
    await advance()
    await sleep(Math.max(0, at + everyMs - performance.now()))
  }
  return []
}

/** Only requests that a killed process had taken may fail. */
function judgeRequests(failedBefore: number, failures: readonly string[]): string[] {
  const failed = gate.failed.slice(failedBefore)
  const inFlight = failed.filter(({ wasInFlight }) => wasInFlight)
  console.log(
    `requests         ${gate.requests()}, ${failed.length} failed, ${inFlight.length} of them in flight; longest ${(gate.longestMs() / 1000).toFixed(1)} s`,
  )
  const unexpected = values.kill ? failed.filter(({ wasInFlight }) => !wasInFlight) : failed
  const counted = Map.groupBy(unexpected, ({ what }) => what)
  const faults = [...counted].map(([what, some]) => `${some.length} × ${what}`)
  if (!values.kill) faults.push(...failures.map((failure) => `a read failed: ${failure}`))
  return faults
}
