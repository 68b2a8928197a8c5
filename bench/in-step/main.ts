// Checks that the product has the store's data despite lost webhooks and killed processes:
// npm run -s bench:in-step
// Options: --events 10000 --kills 0 --database-kills 0 --seed 1
// --alone: no sync or comparison while events arrive; then a single comparison must repair what was lost
import { parseArgs } from 'node:util'
import { type Probe, probeOf } from '../chaos/back.ts'
import { lostWebhooks, openWebhookGate } from '../chaos/webhook-gate.ts'
import { compareStore } from '../launch/compare-store.ts'
import { openAsSuperuser } from '../launch/database.ts'
import { connectStore, type Merchant, signUp, waitForRun } from '../launch/merchant.ts'
import {
  compareNow,
  countRuns,
  reconcileNow,
  type Store,
  stopComparing,
  untilQuiet,
} from '../launch/quiet.ts'
import { randomNumbers } from '../launch/random-numbers.ts'
import { FAITHFUL, sandboxAt } from '../launch/sandbox.ts'
import { startServices } from '../launch/start-services.ts'
import { type Kill, type KillContext, killWithin, type Victim } from './kills.ts'

const BAD_DELIVERY = { duplicateRatio: 0.2, dropRatio: 0.05, shuffleWindow: 200 }
const EVENTS_AT_ONCE = 500
const TASKS = ['apply-webhooks', 'sync-shop', 'reconcile-shop', 'read-changes'] as const
const MOST_BACK_SECONDS = 10

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '0' },
    'database-kills': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    alone: { type: 'boolean', default: false },
  },
})
const random = randomNumbers(Number(values.seed))
const victims = plannedKills()
const product = { port: 0 }
const gate = await openWebhookGate(product)
const services = await startServices({ PUBLIC_URL: gate.url })
product.port = Number(new URL(services.url).port)
const database = openAsSuperuser(services.superuserUrl)
const sandbox = sandboxAt(services.sandboxUrl)
try {
  await bench()
} finally {
  await database.close()
  await services.stop()
  gate.close()
}

async function bench(): Promise<void> {
  const web = await services.superviseServer('web')
  const worker = await services.superviseServer('worker')
  const { merchant, store } = await openStore('in-step')
  const probe = await openProbe()
  await sandbox.setDelivery(store.shop, BAD_DELIVERY)
  const context = { services, web, worker, sandbox, database, probe, random }
  if (values.alone) await stopComparing(database)
  const runsBefore = await countRuns(database, store.merchantId)
  const kills = await disturb(context, { merchant, store })
  const clock = values.alone ? 'stands' : 'goes on'
  print('quiet after', `${(await untilQuiet(context, store, clock)).toFixed(1)} s`)
  print('webhooks acknowledged', `${gate.acknowledged.size}`)
  await sandbox.setDelivery(store.shop, FAITHFUL)
  const runsBetween = (await countRuns(database, store.merchantId)) - runsBefore
  const { faults: lost } = await compareStore(services, database, store)
  print('before the comparison', lost.length === 0 ? 'equal' : `${lost.length} tables differ`)
  const run = await reconcileNow(context, store)
  print('the comparison found', `${JSON.stringify(run.differences)} (${run.kind})`)
  if (values.alone) judgeAlone({ runsBetween, differences: run.differences })
  await untilQuiet(context, store)
  await judge(store, kills)
}

/** Checks that there were differences before the single comparison, and that it repaired them. */
function judgeAlone({ runsBetween, differences }: { runsBetween: number; differences: object }): void {
  const found = Object.values(differences).reduce((sum: number, each: number) => sum + each, 0)
  print('syncs and comparisons between', `${runsBetween}`)
  if (runsBetween > 0) fail('something else read the store while the events came')
  if (found === 0) fail('the comparison found nothing to repair, so that it proves nothing')
}

async function openStore(shop: string): Promise<{ merchant: Merchant; store: Store }> {
  const merchant = await signUp(gate.url)
  await connectStore(merchant, { url: gate.url, shop })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  const store = { merchantId: merchant.id, shop }
  await untilQuiet({ sandbox, database }, store)
  return { merchant, store }
}

async function openProbe(): Promise<Probe> {
  const { store } = await openStore('tiny-probe')
  return probeOf(sandbox, store)
}

/** Returns the processes to kill in random order. */
function plannedKills(): Victim[] {
  const plan = [
    ...Array.from({ length: Number(values.kills) }, (_, n): Victim => (n % 2 === 0 ? 'worker' : 'web')),
    ...Array.from({ length: Number(values['database-kills']) }, (): Victim => 'database'),
  ]
  return plan
    .map((victim) => ({ victim, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ victim }) => victim)
}

/** Sends the events in bursts. With kills, one happens within each burst, during a sync or a comparison. */
async function disturb(context: KillContext, { merchant, store }: { merchant: Merchant; store: Store }) {
  const kills: Kill[] = []
  const bursts = Math.max(victims.length, Math.ceil(Number(values.events) / EVENTS_AT_ONCE))
  const events = Math.ceil(Number(values.events) / bursts)
  for (let burst = 0; burst < bursts; burst++) {
    const victim = victims[burst]
    const task = TASKS[burst % TASKS.length]!
    if (victim && task === 'sync-shop') {
      await merchant.post('/functions/shopify-sync-inventory', { merchant_id: store.merchantId })
    } else if (victim && task === 'reconcile-shop') await compareNow({ sandbox, database })
    await sandbox.burst(store.shop, events, burst + Number(values.seed) * 1000)
    if (!victim) continue
    const kill = await killWithin(context, { victim, task, store })
    kills.push(kill)
    print(`${kills.length}. ${victim} killed`, `${kill.backSeconds.toFixed(1)} s  ${kill.during.join(', ')}`)
  }
  return kills
}

async function judge(store: Store, kills: readonly Kill[]): Promise<void> {
  const { rows, faults } = await compareStore(services, database, store)
  for (const [table, count] of Object.entries(rows)) print(`  ${table}`, `${count} rows in the store`)
  faults.push(...(await lostWebhooks(database, gate)))
  const slow = kills.filter((kill) => kill.backSeconds > MOST_BACK_SECONDS)
  for (const { victim, backSeconds } of slow) {
    faults.push(`back ${backSeconds.toFixed(1)} s after the ${victim} was killed`)
  }
  if (kills.length > 0) {
    const times = kills.map((kill) => kill.backSeconds).sort((a, b) => a - b)
    const middle = times[times.length >> 1] ?? 0
    print('back after a kill', `median ${middle.toFixed(1)} s, longest ${times.at(-1)?.toFixed(1)} s`)
  }
  for (const fault of faults) fail(fault)
  if (faults.length === 0) console.log('The product holds what the store has, row for row.')
}

function fail(fault: string): void {
  console.log(`FAILED  ${fault}`)
  process.exitCode = 1
}

function print(what: string, value: string): void {
  console.log(`${what.padEnd(26)} ${value}`)
}
