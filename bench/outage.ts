// Makes the database unavailable for a minute under load, then kills it. Counts the product's connections,
// and measures the time until the product works again:
// npm run -s bench:outage [-- --seconds 60 --fault refuse|hang]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type DatabaseProxy, startDatabaseProxy } from '../apps/server/src/testing/database-proxy.ts'
import { watchConnections } from './outage/connections.ts'
import { keepAsking } from './outage/load.ts'
import { type Probed, probeOf, until, untilBack } from './product/back.ts'
import { openAsSuperuser } from './product/database.ts'
import { connectStore, type Merchant, signUp, waitForRun } from './product/merchant.ts'
import { sandboxAt } from './product/sandbox.ts'
import { startServices } from './product/start-services.ts'

const NORMAL_MS = 10_000
const MOST_TIMES_NORMAL = 2
const MOST_BACK_SECONDS = 5
const MERCHANTS = 4
const SHOP = 'tiny-outage'
/** A store of another merchant, so that the backlog of the first one is not measured. */
const PROBE_SHOP = 'tiny-probe'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, fault: { type: 'string', default: 'refuse' } },
})
if (values.fault !== 'refuse' && values.fault !== 'hang') throw new Error('--fault is refuse or hang')
const { fault } = values
let proxy: DatabaseProxy | undefined
const services = await startServices(async (databaseUrl) => {
  proxy = await startDatabaseProxy(databaseUrl)
  return { DATABASE_URL: proxy.url }
})
const database = openAsSuperuser(services.superuserUrl)
const sandbox = sandboxAt(services.sandboxUrl)
try {
  if (!proxy) throw new Error('the proxy was not started')
  await bench(proxy)
} finally {
  await database.close()
  await services.stop()
  await proxy?.close()
}

async function bench(between: DatabaseProxy): Promise<void> {
  const web = await services.superviseServer('web')
  const worker = await services.superviseServer('worker')
  const merchants: Merchant[] = []
  for (let n = 0; n < MERCHANTS; n++) merchants.push(await signUp(services.url))
  const [first, second] = merchants
  if (!first || !second) return
  for (const [merchant, shop] of [
    [first, SHOP],
    [second, PROBE_SHOP],
  ] as const) {
    await connectStore(merchant, { url: services.url, shop })
    await waitForRun(merchant, ({ phase }) => phase === 'done')
  }
  const probe = await probeOf(sandbox, { merchantId: second.id, shop: PROBE_SHOP })
  const probed: Probed = { url: services.url, sandbox, database, probe }
  const pids = [web.pid(), worker.pid()]

  const connections = watchConnections(between)
  const load = keepAsking({ url: services.url, merchants, sandbox, shop: SHOP })
  await sleep(NORMAL_MS)
  const normal = connections.most()
  print('connections', `${normal} under load`)

  between.setFault(fault)
  between.cut()
  await sleep(Number(values.seconds) * 1000)
  const tries = connections.triesASecond()
  between.setFault('none')
  if (fault === 'hang') between.cut()
  const backFromOutage = await untilBack(probed)
  print(`away for ${values.seconds} s (${fault})`, `back ${backFromOutage.toFixed(1)} s after it`)
  print('  new connections tried', `${tries.toFixed(1)} a second`)

  await sleep(NORMAL_MS)
  process.kill(services.databasePid(), 'SIGKILL')
  await until('answering', async () => (await database.rows('select 1')).length === 1)
  const backFromRestart = await untilBack(probed)
  print('killed', `back ${backFromRestart.toFixed(1)} s after it answered`)
  await sleep(NORMAL_MS)

  const answers = await load.stop()
  connections.stop()
  for (const line of connections.overTime()) console.log(`  ${line}`)
  const most = connections.most()
  print('connections at most', `${most}, ${(most / normal).toFixed(1)} × normal`)
  print('answers', answers.map(([status, count]) => `${count} × ${status}`).join(', '))
  require(most <= MOST_TIMES_NORMAL * normal, 'too many connections were open at once')
  require(backFromOutage <= MOST_BACK_SECONDS, 'the product came back too late after the outage')
  require(backFromRestart <= MOST_BACK_SECONDS, 'the product came back too late after the restart')
  require(answers.some(([status]) => status === '503'), 'no answer said that the product is unavailable')
  const wrong = answers
    .filter(([status]) => status === '401' || /^5/.test(status))
    .filter(([s]) => s !== '503')
  require(wrong.length === 0, 'a lost database was told as another failure')
  require(`${[web.pid(), worker.pid()]}` === `${pids}`, 'a process ended and was started again')
}

function require(holds: boolean, otherwise: string): void {
  if (holds) return
  console.log(`FAILED  ${otherwise}`)
  process.exitCode = 1
}

function print(what: string, value: string): void {
  console.log(`${what.padEnd(28)} ${value}`)
}
