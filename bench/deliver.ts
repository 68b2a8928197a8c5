// Checks that every alert is delivered once, whatever is killed and whatever fails.
// npm run -s bench:deliver -- [--alerts 1000] [--merchants 10] [--rounds 20]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAlertMaker } from './deliver/alerts.ts'
import { type Outboxes, PROVIDERS, setFault, switchOn } from './deliver/outboxes.ts'
import { reportMessages } from './deliver/report.ts'
import { keepContents } from './deliver/sent-contents.ts'
import { steppedClock } from './deliver/stepped-clock.ts'
import { drain, untilForecast } from './deliver/waits.ts'
import { type VisitTimes, visitByTurns } from './faults/visitor.ts'
import { openAsSuperuser } from './product/database.ts'
import { type Merchant, signUp } from './product/merchant.ts'
import { quantile } from './product/quantiles.ts'
import { randomNumbers } from './product/random-numbers.ts'
import { sandboxAt } from './product/sandbox.ts'
import { startServices } from './product/start-services.ts'

const KINDS = {
  slack: ['429', '5xx', 'hang', 'half_body'],
  mail: ['421', '451', 'hang'],
  twilio: ['429', '5xx', 'hang', 'half_body'],
} as const
const SHARE_BROKEN = 0.6
const ROUND_MS = 6000
const DOWN_MINUTES = 300
const MOST_SLOWDOWN = 1.5

const { values } = parseArgs({
  options: {
    alerts: { type: 'string', default: '1000' },
    merchants: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '20' },
  },
})
const random = randomNumbers(11)
const services = await startServices({}, { track_commit_timestamp: 'on' })
/** An equal product without load, for comparison on the same machine. */
const calm = await startServices()
const clock = steppedClock(sandboxAt(services.sandboxUrl))

interface Shop {
  merchant: Merchant
  outboxes: Outboxes
  variants: number[]
}

try {
  await services.superviseServer('web')
  const worker = await services.superviseServer('worker')
  for (const role of ['web', 'worker'] as const) await calm.superviseServer(role)
  const database = openAsSuperuser(services.superuserUrl)
  await keepContents(database)
  const maker = await openAlertMaker(services.databaseUrl, clock.now)
  const shops: Shop[] = []
  for (let n = 0; n < Number(values.merchants); n++) {
    const merchant = await signUp(services.url)
    const outboxes = await switchOn(merchant, services.sandboxUrl)
    const count = Math.ceil(Number(values.alerts) / Number(values.merchants))
    shops.push({ merchant, outboxes, variants: await maker.stock(merchant.id, count) })
  }
  await untilForecast(database, shops.length)
  const neighbours = { beside: await signUp(services.url), without: await signUp(calm.url) }
  const ending = new AbortController()
  const visits = visitByTurns(neighbours, ending.signal)
  const start = performance.now()
  const kills = await storm(shops, { sellOut: maker.sellOut, workerPid: worker.pid })
  const stormMs = performance.now() - start
  await failEveryProvider()
  ending.abort()
  const times = await visits
  await drain(database, clock)
  await maker.close()
  const notified = shops.map(({ merchant, outboxes, variants }) => ({
    merchantId: merchant.id,
    outboxes,
    alerts: variants.length,
  }))
  const isDelivered = await reportMessages(notified, { database, offsetsMs: clock.offsetsMs, stormMs, kills })
  const isUnharmed = reportNeighbour(times)
  if (!isDelivered || !isUnharmed) {
    console.log('FAILED')
    process.exitCode = 1
  }
  await database.close()
} finally {
  await calm.stop()
  await services.stop()
}

/** Opens alerts gradually while providers fail and the worker is killed. */
async function storm(
  shops: readonly Shop[],
  context: { sellOut(merchantId: number, variantIds: readonly number[]): Promise<void>; workerPid(): number },
): Promise<number> {
  const rounds = Number(values.rounds)
  let kills = 0
  for (let round = 0; round < rounds; round++) {
    await breakProviders()
    for (const { merchant, variants } of shops) {
      const share = Math.ceil(variants.length / rounds)
      const due = variants.slice(round * share, (round + 1) * share)
      if (due.length > 0) await context.sellOut(merchant.id, due)
    }
    await sleep(random() * ROUND_MS)
    if (kill(context.workerPid())) kills++
    await sleep(ROUND_MS)
    await clock.advance(1 + Math.floor(random() * 20))
  }
  return kills
}

/** Kills a process. Returns false while it is being restarted. */
function kill(pid: number): boolean {
  if (pid <= 1) return false
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

async function breakProviders(): Promise<void> {
  for (const provider of Object.values(PROVIDERS)) {
    const kinds = KINDS[provider]
    const kind = random() < 0.8 ? (kinds[Math.floor(random() * kinds.length)] ?? 'none') : 'none'
    await setFault(services.sandboxUrl, { provider, kind, ratio: SHARE_BROKEN })
  }
}

/** Makes every provider fail for five hours. */
async function failEveryProvider(): Promise<void> {
  for (const provider of Object.values(PROVIDERS)) {
    await setFault(services.sandboxUrl, { provider, kind: provider === 'mail' ? '421' : '5xx' })
  }
  for (let minutes = 0; minutes < DOWN_MINUTES; minutes += 60) {
    await clock.advance(60)
    await sleep(2000)
  }
  for (const provider of Object.values(PROVIDERS)) {
    await setFault(services.sandboxUrl, { provider, kind: 'none' })
  }
}

/**
 * Returns false if another merchant's load slowed the screens too much, compared with an equal product
 * without it.
 */
function reportNeighbour({ beside, without }: VisitTimes): boolean {
  const [slow, normal] = [quantile(beside, 0.95), quantile(without, 0.95)]
  const [slowHalf, normalHalf] = [quantile(beside, 0.5), quantile(without, 0.5)]
  console.log(
    `a neighbour  p95 ${slow.toFixed(0)} ms, ${normal.toFixed(0)} ms without the storm (${(slow / normal).toFixed(2)} ×); ` +
      `median ${slowHalf.toFixed(0)} and ${normalHalf.toFixed(0)} ms of ${beside.length}`,
  )
  return slow <= MOST_SLOWDOWN * normal
}
