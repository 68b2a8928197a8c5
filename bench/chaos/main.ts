// Runs webhooks, imports, alerts, forecasts and billing together while web, worker, PostgreSQL and launcher
// are killed. At the end nothing that was acknowledged may be missing or stored twice.
// npm run -s bench:chaos -- --kills 200 [--seed N] [--store chaos]
import { parseArgs } from 'node:util'
import { openAsSuperuser } from '../launch/database.ts'
import { signUp } from '../launch/merchant.ts'
import { untilQuiet } from '../launch/quiet.ts'
import { randomNumbers } from '../launch/random-numbers.ts'
import { sandboxAt } from '../launch/sandbox.ts'
import { alerting } from './alerting.ts'
import { openAlertMaker } from './alerts.ts'
import { importing } from './imports.ts'
import { type ChaosKill, killOne, plannedKills } from './kills.ts'
import { launchProduct } from './launch-product.ts'
import { switchOn } from './outboxes.ts'
import { paying } from './paying.ts'
import { keepContents } from './sent-contents.ts'
import { steppedClock } from './stepped-clock.ts'
import { judgeForecasts, openShops, selling } from './stores.ts'
import { openWebhookGate } from './webhook-gate.ts'
import { insist, keepWorking } from './work.ts'

const MOST_BACK_SECONDS = 10
const PAUSE_MS = 1500
const ALERTS_A_KILL = 2
const PAYING = 4
const CLOCK_MINUTES = 2

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    // A name that begins with tiny- makes a small store.
    store: { type: 'string', default: 'chaos' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
})
const count = Number(values.kills)
const random = randomNumbers(Number(values.seed))
console.log(`seed         ${values.seed}`)
const start = performance.now()
const front = { port: 0 }
const gate = await openWebhookGate(front)
const product = await launchProduct({ PUBLIC_URL: gate.url })
front.port = Number(new URL(product.url).port)
const database = openAsSuperuser(product.superuserUrl)
const sandbox = sandboxAt(product.sandboxUrl)
try {
  await bench()
} finally {
  await database.close()
  await product.stop()
  gate.close()
}

async function bench(): Promise<void> {
  const clock = steppedClock(sandbox)
  const maker = await openAlertMaker(product.databaseUrl, clock.now)
  const context = { product, gate, database, sandbox }
  await keepContents(database)
  const stores = await openShops(context, values.store)
  const [notified, importer] = [await signUp(gate.url), await signUp(gate.url)]
  const payers = []
  for (let n = 0; n < PAYING; n++) payers.push(await signUp(gate.url))
  const shop = {
    merchantId: notified.id,
    outboxes: await switchOn(notified, product.sandboxUrl),
    variants: await maker.stock(notified.id, Math.max(20, count * ALERTS_A_KILL)),
  }
  const works = [
    await importing(importer, database),
    alerting([shop], { maker, database, clock }),
    paying({ merchants: payers, sandboxUrl: product.sandboxUrl, database, random }),
    selling(context, stores.store),
  ]
  const work = keepWorking(works, PAUSE_MS)
  const kills: ChaosKill[] = []
  for (const part of plannedKills(count, random)) {
    const kill = await killOne(product, {
      part,
      random,
      probed: { ...context, url: gate.url, probe: stores.probe },
    })
    kills.push(kill)
    console.log(
      `${`${kills.length}.`.padEnd(5)} ${part.padEnd(9)} back after ${kill.backSeconds.toFixed(1)} s`,
    )
    await insist(() => clock.advance(CLOCK_MINUTES))
  }
  console.log(`worked       ${(await work.stop()).join(', ')}`)
  for (const store of [stores.store, stores.probe]) await untilQuiet(context, store)
  const faults = kills
    .filter(({ backSeconds }) => backSeconds > MOST_BACK_SECONDS)
    .map(({ part, backSeconds }) => `back only ${backSeconds.toFixed(1)} s after the ${part} was killed`)
  for (const each of works) faults.push(...(await each.judge()))
  faults.push(...(await judgeForecasts(database, [importer.id, notified.id, stores.store.merchantId])))
  await maker.close()
  report(kills, faults)
}

function report(kills: readonly ChaosKill[], faults: readonly string[]): void {
  const times = kills.map(({ backSeconds }) => backSeconds).sort((a, b) => a - b)
  const middle = times[times.length >> 1] ?? 0
  console.log(
    `back         median ${middle.toFixed(1)} s, longest ${times.at(-1)?.toFixed(1)} s of ${kills.length}`,
  )
  console.log(`took         ${((performance.now() - start) / 60_000).toFixed(1)} minutes`)
  for (const fault of faults) console.log(`FAILED  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log('Nothing was lost, and nothing was done twice.')
}
