// Is every alert delivered once, whatever is killed and whatever fails?
// npm run -s bench:deliver -- [--alerts 1000] [--merchants 10] [--rounds 20]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAlertMaker } from './deliver/alerts.ts'
import { CHANNELS, type Channel, type Outboxes, PROVIDERS, setFault, switchOn } from './deliver/outboxes.ts'
import { type Database, openAsSuperuser } from './product/database.ts'
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
const CALM_MS = 10_000
const DOWN_MINUTES = 300
const MOST_SLOWDOWN = 1.5
const DRAIN_TURNS = 200
const FORECAST_PATIENCE_MS = 120_000

const { values } = parseArgs({
  options: {
    alerts: { type: 'string', default: '1000' },
    merchants: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '20' },
  },
})
const random = randomNumbers(11)
const services = await startServices()
const sandbox = sandboxAt(services.sandboxUrl)
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)

interface Shop {
  merchant: Merchant
  outboxes: Outboxes
  variants: number[]
}

try {
  await services.superviseServer('web')
  const worker = await services.superviseServer('worker')
  const database = openAsSuperuser(services.superuserUrl)
  const maker = await openAlertMaker(services.databaseUrl, now)
  const shops: Shop[] = []
  for (let n = 0; n < Number(values.merchants); n++) {
    const merchant = await signUp(services.url)
    const outboxes = await switchOn(merchant, services.sandboxUrl)
    const count = Math.ceil(Number(values.alerts) / Number(values.merchants))
    shops.push({ merchant, outboxes, variants: await maker.stock(merchant.id, count) })
  }
  await untilForecast(database, shops.length)
  const neighbour = await signUp(services.url)
  const calm = await visit(neighbour, AbortSignal.timeout(CALM_MS))
  const ending = new AbortController()
  const visits = visit(neighbour, ending.signal)
  const kills = await storm(shops, { sellOut: maker.sellOut, workerPid: worker.pid })
  await down()
  ending.abort()
  const stormy = await visits
  await drain(database)
  await maker.close()
  await report(shops, { database, calm, stormy, kills })
  await database.close()
} finally {
  await services.stop()
}

/** Alerts open by and by, while providers break and the worker is killed. */
async function storm(
  shops: readonly Shop[],
  world: { sellOut(merchantId: number, variantIds: readonly number[]): Promise<void>; workerPid(): number },
): Promise<number> {
  const rounds = Number(values.rounds)
  let kills = 0
  for (let round = 0; round < rounds; round++) {
    await breakProviders()
    for (const { merchant, variants } of shops) {
      const share = Math.ceil(variants.length / rounds)
      const due = variants.slice(round * share, (round + 1) * share)
      if (due.length > 0) await world.sellOut(merchant.id, due)
    }
    await sleep(random() * ROUND_MS)
    if (kill(world.workerPid())) kills++
    await sleep(ROUND_MS)
    await advance(1 + Math.floor(random() * 20))
  }
  return kills
}

/** False while it is being started again. */
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

async function untilForecast(database: Database, count: number): Promise<void> {
  const until = performance.now() + FORECAST_PATIENCE_MS
  while (performance.now() < until) {
    const [done] = await database.rows<{ count: number }>(
      'select count(*)::int as count from merchants where forecast_as_of is not null',
    )
    if (done?.count === count) return
    await sleep(200)
  }
  throw new Error('the forecasts were not made in time')
}

/** Every provider is down for five hours. */
async function down(): Promise<void> {
  for (const provider of Object.values(PROVIDERS)) {
    await setFault(services.sandboxUrl, { provider, kind: provider === 'mail' ? '421' : '5xx' })
  }
  for (let minutes = 0; minutes < DOWN_MINUTES; minutes += 60) {
    await advance(60)
    await sleep(2000)
  }
  for (const provider of Object.values(PROVIDERS)) {
    await setFault(services.sandboxUrl, { provider, kind: 'none' })
  }
}

async function advance(minutes: number): Promise<void> {
  const clock = (await sandbox.advance(minutes)) as { offsetMs: number }
  offsetMs = clock.offsetMs
}

/** Lets time pass until nothing waits: SMS go on the next day when five were sent. */
async function drain(database: Database): Promise<void> {
  for (let turn = 0; turn < DRAIN_TURNS; turn++) {
    const [open] = await database.rows<{ count: number }>(
      `select (select count(*) from alert_notices where status in ('waiting', 'assigned'))::int as count`,
    )
    if (open?.count === 0) return
    await advance(turn < 20 ? 20 : 240)
    await sleep(1500)
  }
}

interface Row {
  merchant_id: number
  channel: Channel
  content: { text?: string; body?: string }
}

async function report(
  shops: readonly Shop[],
  found: { database: Database; calm: number[]; stormy: number[]; kills: number },
): Promise<void> {
  const { database } = found
  const notices = await database.rows<{ status: string; count: number }>(
    `select concat_ws(': ', status, reason) as status, count(*)::int as count from alert_notices group by 1 order by 1`,
  )
  const rows = await database.rows<Row>(
    `select merchant_id, channel, content from deliveries where status = 'sent' and kind = 'alerts'`,
  )
  const wanted = shops.reduce((sum, { variants }) => sum + variants.length, 0) * CHANNELS.length
  const result = { messages: 0, lost: 0, twice: 0, markedTwice: 0, copies: 0, unknown: 0 }
  for (const { merchant, outboxes } of shops) {
    for (const channel of CHANNELS) {
      const told = rows.filter((row) => Number(row.merchant_id) === merchant.id && row.channel === channel)
      const texts = told.map(({ content }) => plain(content.body ?? content.text ?? ''))
      const arrived = await outboxes.list(channel)
      for (const text of texts) {
        const same = arrived.filter(({ content }) => plain(content) === text)
        result.messages++
        if (same.length === 0) result.lost++
        if (same.length > 1) result.twice++
        if (same.length > 1 && same.filter(({ isMarkedRepeated }) => !isMarkedRepeated).length === 1) {
          result.markedTwice++
        }
        result.copies += same.reduce((sum, { copies }) => sum + copies - 1, 0)
      }
      result.unknown += arrived.filter(({ content }) => !texts.includes(plain(content))).length
    }
  }
  const [tries] = await database.rows<{ tries: number; most: number }>(
    `select sum(attempts)::int as tries, max(attempts)::int as most from deliveries where kind = 'alerts'`,
  )
  console.log(
    `notices      ${notices.map(({ status, count }) => `${count} ${status}`).join(', ')} of ${wanted}`,
  )
  console.log(
    `messages     ${result.messages} in ${tries?.tries} tries, at most ${tries?.most} for one; ${found.kills} kills of the worker`,
  )
  console.log(`lost         ${result.lost}`)
  console.log(`twice        ${result.twice}, of them marked as repeated ${result.markedTwice}`)
  console.log(`same mail    ${result.copies} times again with its Message-ID, shown once`)
  console.log(`unknown      ${result.unknown}`)
  const [before, during] = [quantile(found.calm, 0.95), quantile(found.stormy, 0.95)]
  console.log(
    `a neighbour  p95 ${before.toFixed(0)} ms calm, ${during.toFixed(0)} ms in the storm (${(during / before).toFixed(2)} ×) of ${found.stormy.length}`,
  )
  const isSettled = notices.length === 1 && notices[0]?.status === 'sent' && notices[0].count === wanted
  if (isSettled && result.lost + result.unknown + result.twice - result.markedTwice === 0) {
    if (during <= MOST_SLOWDOWN * before) return
  }
  console.log('FAILED')
  process.exitCode = 1
}

/** Mails end with a line break that the outbox may show otherwise. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Looks at the dashboard again and again, as an open page would. */
async function visit(merchant: Merchant, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const start = performance.now()
    await merchant.get('/api/dashboard')
    times.push(performance.now() - start)
    await sleep(100, undefined, { signal }).catch(() => undefined)
  }
  return times
}
