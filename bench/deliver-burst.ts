// Checks that a channel sends at most one message a minute while 1,000 products run out within an hour.
// npm run -s bench:deliver-burst -- [--products 1000] [--minutes 60] [--step 15]
// The clock moves by `step` seconds whenever all due messages have been sent.
import { parseArgs } from 'node:util'
import { openAlertMaker } from './deliver/alerts.ts'
import { CHANNELS, type Channel, type Message, switchOn } from './deliver/outboxes.ts'
import { steppedClock } from './deliver/stepped-clock.ts'
import { drain, untilForecast, untilSent } from './deliver/waits.ts'
import { type Database, openAsSuperuser } from './product/database.ts'
import { signUp } from './product/merchant.ts'
import { sandboxAt } from './product/sandbox.ts'
import { startServices } from './product/start-services.ts'

const MINUTE_MS = 60_000
/** Minutes to wait at the end: the last alerts are sent within one. */
const AFTERWARDS_MINUTES = 2

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '60' },
    step: { type: 'string', default: '15' },
  },
})
const productCount = Number(values.products)
const minutes = Number(values.minutes)

const services = await startServices()
const clock = steppedClock(sandboxAt(services.sandboxUrl))
try {
  await services.superviseServer('web')
  await services.superviseServer('worker')
  const database = openAsSuperuser(services.superuserUrl)
  const maker = await openAlertMaker(services.databaseUrl, clock.now)
  const merchant = await signUp(services.url)
  const outboxes = await switchOn(merchant, services.sandboxUrl)
  const products = await maker.stock(merchant.id, productCount)
  await untilForecast(database, 1)
  const start = clock.now().getTime()
  const passedMinutes = () => (clock.now().getTime() - start) / MINUTE_MS
  let soldOut = 0
  while (passedMinutes() < minutes + AFTERWARDS_MINUTES) {
    const due = Math.min(productCount, Math.ceil((productCount * passedMinutes()) / minutes))
    if (due > soldOut) await maker.sellOut(merchant.id, products.slice(soldOut, due))
    soldOut = due
    await untilSent(database, clock, soldOut * CHANNELS.length)
    await clock.advance(Number(values.step) / 60)
  }
  console.log(`${soldOut} products ran out within ${minutes} minutes`)
  await drain(database, clock)
  for (const channel of CHANNELS) {
    judge(channel, await outboxes.list(channel), await notifiedOn(database, channel))
  }
  await maker.close()
  await database.close()
} finally {
  await services.stop()
}

interface Notified {
  /** In messages that were sent. */
  alerts: number
  waitedMinutes: number
}

async function notifiedOn(database: Database, channel: Channel): Promise<Notified> {
  const [notified] = await database.rows<{ alerts: number; waited: number }>(
    `select count(distinct n.alert_id)::int as alerts,
       (extract(epoch from max(d.sent_at - n.created_at)) / 60)::float as waited
     from pending_notifications n join deliveries d on d.merchant_id = n.merchant_id and d.id = n.delivery_id
     where n.channel = $1 and n.status = 'sent' and d.status = 'sent'`,
    [channel],
  )
  return { alerts: notified?.alerts ?? 0, waitedMinutes: notified?.waited ?? 0 }
}

function judge(channel: Channel, messages: readonly Message[], { alerts, waitedMinutes }: Notified): void {
  const times = messages.map(({ at }) => at.getTime()).toSorted((a, b) => a - b)
  const gaps = times.slice(1).map((time, n) => time - times[n]!)
  const least = Math.min(...gaps) / 1000
  console.log(
    `${channel.padEnd(6)} ${messages.length} messages tell ${alerts} alerts, ${least.toFixed(1)} s apart at least; ` +
      `the longest wait ${waitedMinutes.toFixed(1)} minutes`,
  )
  if (alerts === productCount && gaps.every((gap) => gap >= MINUTE_MS)) return
  console.log('FAILED')
  process.exitCode = 1
}
