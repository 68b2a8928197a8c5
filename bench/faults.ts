// Each fault of Shopify in turn, for one shop and for all: npm run -s bench:faults -- [--minutes 0.5]
// Options: --minutes 5 --kinds 429,hang --scopes shop,all
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sessionSchema } from '../packages/contract/src/index.ts'
import { firstMessage, type Told } from './faults/messages.ts'
import { visit } from './faults/visitor.ts'
import { reconcileNow, type Store, untilQuiet } from './in-step/quiet.ts'
import { compareStore } from './product/compare-store.ts'
import { openAsSuperuser } from './product/database.ts'
import { connectStore, type Merchant, signUp, waitForRun } from './product/merchant.ts'
import { quantile } from './product/quantiles.ts'
import { sandboxAt } from './product/sandbox.ts'
import { startServices } from './product/start-services.ts'

const KINDS = '429,5xx,hang,slow,half_body,graphql_errors,forbidden,bulk_refused,token_revoked'
const NORMAL_SECONDS = 15
const RECOVERY_SECONDS = 20
const BURST_EVENTS = 20
const BURST_EVERY_MS = 5000
const MOST_SLOWER = 1.5
const MOST_STORM = 2
/** Requests are given up after 30 s and tried five times; before that nobody can know. */
const MESSAGE_MINUTES = 3
/** Nothing is wrong for the merchant: what can't be had in bulk is read page by page. */
const WITHOUT_MESSAGE = new Set(['bulk_refused'])

interface Phase {
  p95: number
  /** Requests at the sandbox in the busiest second. */
  most: number
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '0.5' },
    kinds: { type: 'string', default: KINDS },
    scopes: { type: 'string', default: 'shop,all' },
  },
})
const minutes = Number(values.minutes)
const services = await startServices()
const database = openAsSuperuser(services.superuserUrl)
const sandbox = sandboxAt(services.sandboxUrl)
let seed = 0
try {
  await services.superviseServer('web')
  await services.superviseServer('worker')
  const broken = await openStore('tiny-broken')
  const other = await openStore('tiny-other')
  const cases = values.scopes
    .split(',')
    .flatMap((scope) => values.kinds.split(',').map((kind) => ({ kind, scope })))
  for (const { kind, scope } of cases) await bench({ kind, scope, broken, other })
} finally {
  await database.close()
  await services.stop()
}

interface OpenStore {
  merchant: Merchant
  store: Store
}

interface Case {
  kind: string
  scope: string
  broken: OpenStore
  other: OpenStore
}

async function bench({ kind, scope, broken, other }: Case): Promise<void> {
  const { merchant, store } = broken
  await startSync(broken)
  const before = await phase({ broken, other }, NORMAL_SECONDS)
  await untilQuiet({ sandbox, database }, store)
  await sandbox.setFault(kind, scope === 'shop' ? store.shop : undefined)
  await startSync(broken)
  const end = AbortSignal.timeout(minutes * 60_000)
  const told = firstMessage(merchant, end)
  const during = await phase({ broken, other }, minutes * 60)
  await sandbox.setFault('none')
  await reconnectLost([broken, other])
  const after = await phase({ broken, other }, RECOVERY_SECONDS)
  report({ kind, scope, before, during, after, told: await told })
  for (const each of [broken, other]) await judgeState(each)
}

/** Asks for a sync, which may be under way or refused by now. */
async function startSync({ merchant }: OpenStore): Promise<void> {
  await merchant
    .post('/functions/shopify-sync-inventory', { merchant_id: merchant.id })
    .catch(() => undefined)
}

/** Both stores sell and the other merchant looks at the screens for so long. */
async function phase({ broken, other }: Pick<Case, 'broken' | 'other'>, seconds: number): Promise<Phase> {
  const end = AbortSignal.timeout(seconds * 1000)
  const times = visit(other.merchant, end)
  while (!end.aborted) {
    for (const { store } of [broken, other]) await sandbox.burst(store.shop, BURST_EVENTS, ++seed)
    await sleep(BURST_EVERY_MS, undefined, { signal: end }).catch(() => undefined)
  }
  const { most } = await sandbox.requests(Math.ceil(seconds))
  return { p95: quantile(await times, 0.95), most }
}

async function reconnectLost(stores: readonly OpenStore[]): Promise<void> {
  for (const { merchant, store } of stores) {
    const { connection } = sessionSchema.parse(await merchant.get('/api/session'))
    if (connection?.status !== 'connected')
      await connectStore(merchant, { url: services.url, shop: store.shop })
  }
}

async function openStore(shop: string): Promise<OpenStore> {
  const merchant = await signUp(services.url)
  await connectStore(merchant, { url: services.url, shop })
  await waitForRun(merchant, ({ phase: at }) => at === 'done')
  return { merchant, store: { merchantId: merchant.id, shop } }
}

function report(result: {
  kind: string
  scope: string
  before: Phase
  during: Phase
  after: Phase
  told: Told | null
}): void {
  const { kind, scope, before, during, after, told } = result
  const phases = [before, during, after]
  const p95 = phases.map((each) => each.p95.toFixed(0)).join(' / ')
  const most = phases.map((each) => each.most).join(' / ')
  console.log(`${kind} for ${scope === 'shop' ? 'one shop' : 'all shops'}`)
  print('other merchant, p95 ms', `${p95}  before / during / after`)
  print('requests, busiest second', `${most}  before / during / after`)
  print('message', told ? `after ${told.afterSeconds.toFixed(0)} s: ${told.message}` : 'none')
  if (during.p95 > MOST_SLOWER * before.p95)
    fail(`the other merchant is ${(during.p95 / before.p95).toFixed(2)} × slower`)
  if (after.most > MOST_STORM * before.most) fail(`${after.most} requests in a second after the fault`)
  if (!told && !WITHOUT_MESSAGE.has(kind) && minutes >= MESSAGE_MINUTES) fail('no message')
}

async function judgeState({ store }: OpenStore): Promise<void> {
  const seconds = await untilQuiet({ sandbox, database }, store)
  await reconcileNow({ sandbox, database }, store)
  await untilQuiet({ sandbox, database }, store)
  const { faults } = await compareStore(services, database, store)
  print(
    `${store.shop} afterwards`,
    faults.length === 0 ? `equal, quiet after ${seconds.toFixed(0)} s` : 'differs',
  )
  for (const fault of faults) fail(`${store.shop}: ${fault}`)
}

function fail(fault: string): void {
  console.log(`FAILED  ${fault}`)
  process.exitCode = 1
}

function print(what: string, value: string): void {
  console.log(`  ${what.padEnd(26)} ${value}`)
}
