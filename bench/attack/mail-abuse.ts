// Looks for a way to mail words or addresses of one's own from a trial: npm run -s bench:mail-abuse [-- --tries 1000]
// A trial account tries to reach strangers through every route that leads to a mail, then a recipient stops it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/server/src/database/app-database.ts'
import { insertCatalog } from '../../apps/server/src/testing/insert-catalog.ts'
import { DAY_MS, paths, routes } from '../../packages/contract/src/index.ts'
import { accessToken, signUp } from '../launch/merchant.ts'
import { startServices } from '../launch/start-services.ts'

/** New recipients of a trial in a day. */
const MOST_STRANGERS = 25
const AT_ONCE = 4
const WAIT_MS = 300
/** What only the attacker writes. */
const WORDS = 'free-prize'
const LINK = `https://${WORDS}.evil.example/reset`
/** Mails of ours that anybody may cause, a few a day, in our words alone. */
const OWN_SUBJECTS = new Set([
  'Confirm this address for stock alerts',
  'Confirm your new email address',
  'A change of your email address was requested',
  'Welcome to Stockcast',
  'Choose a new password',
])

interface Mail {
  to: string[]
  subject: string
  text: string
  html: string | null
  unsubscribe: string | null
}

const { values } = parseArgs({ options: { tries: { type: 'string', default: '1000' } } })
const tries = Number(values.tries)
const services = await startServices()
const db = openDatabase(services.databaseUrl, { poolSize: 2, onError: () => undefined })
const faults: string[] = []
try {
  await services.superviseServer('web')
  await services.superviseServer('worker')
  const merchant = await signUp(services.url)
  const answers = new Map<string, number>()
  /** Calls as the attacker, and counts the answers by route. */
  const call = async (
    name: string,
    path: string,
    init: { method?: string; json?: unknown; body?: string } = {},
  ) => {
    const response = await fetch(`${services.url}${path}`, {
      method: init.method ?? 'POST',
      headers: {
        origin: services.url,
        cookie: merchant.cookie,
        'content-type': init.body === undefined ? 'application/json' : 'text/csv',
        authorization: `Bearer ${await accessToken(services.url, merchant.cookie)}`,
      },
      ...(init.method === 'GET' ? {} : { body: init.body ?? JSON.stringify(init.json ?? {}) }),
      signal: AbortSignal.timeout(60_000),
    })
    const key = `${name}: ${response.status}`
    answers.set(key, (answers.get(key) ?? 0) + 1)
    return { status: response.status, json: (await response.json().catch(() => null)) as unknown }
  }
  const stranger = (n: number) => `stranger-${n}@elsewhere-${n % 7}.example`

  await db.withTenant(merchant.id, (tx) =>
    tx
      .updateTable('merchants')
      .set({ shop_name: `Stockcast” ${LINK}` })
      .where('id', '=', merchant.id)
      .execute(),
  )
  const [variantId] = await insertCatalog(
    { db, clock: { now: () => new Date(), setOffset: () => undefined } },
    { merchantId: merchant.id, firstId: 1_000_000, variants: [{ title: `Product ${WORDS}`, available: 5 }] },
  )
  const fields = { name: `Supplier ${WORDS}`, currency: 'USD' }
  const supplier = (await merchant.post(routes.suppliers(), { ...fields, email: stranger(0) })) as {
    id: number
  }
  const draft = (await merchant.post(routes.purchaseOrders(), {
    supplierId: supplier.id,
    lines: [{ variantId, units: 1 }],
    note: LINK,
  })) as { id: number; version: number }
  const send = (name: string, to: string) =>
    call(name, routes.sendOrder(draft.id), {
      json: {
        version: draft.version,
        key: randomUUID(),
        to,
        subject: `Choose a new password ${LINK}\r\nBcc: all@evil.example`,
        text: `Somebody, probably you, asked for a new password.\n\n${LINK}\n\nStockcast`,
      },
    })

  await inParallel(tries, async (n) => {
    await send('order to an address that is not stored', stranger(n + 1_000_000))
  })
  for (let n = 0; n < tries / 2; n += 10) {
    const emails = Array.from({ length: 10 }, (_, i) => stranger(n + i))
    const json = { ...fields, email: emails[0], otherEmails: emails.slice(1) }
    await call('addresses saved at the supplier', routes.supplier(supplier.id), { method: 'PUT', json })
    await inParallel(emails.length, async (i) => {
      await send('order to an address that was just stored', emails[i]!)
    })
  }
  for (let n = 0; n < tries / 10; n++) {
    const email = stranger(n + 2_000_000)
    const body = `Supplier,Email\n${fields.name},${email}\n`
    await call('addresses imported', `${paths.supplierImportApply}?kind=suppliers`, { body })
    await send('order to an address that was imported', email)
  }
  for (let n = 0; n < 20; n++) {
    const email = stranger(n + 3_000_000)
    const stored = await call('channels read', '/api/notifications', { method: 'GET' })
    const channels = stored.json as Record<string, object>
    const json = {
      slack: channels.slack,
      email: { ...channels.email, isOn: true, address: email },
      sms: { ...channels.sms, phone: null, hasConsent: false },
    }
    await call('address for alerts', '/api/notifications', { method: 'PUT', json })
    await call('test of a channel', routes.testChannel('email'))
    await call('confirmation again', paths.confirmNotificationEmail)
    await call('change of the address', paths.accountEmail, { json: { email, password: 'unknown to us' } })
    await call('welcome mail', '/functions/send-welcome-email', { json: { email, name: WORDS } })
    await call('reset of a password', '/api/auth/request-password-reset', { json: { email } })
  }
  const mails = await drained(merchant)
  const orders = mails.filter(({ subject }) => subject.startsWith('Purchase order PO-0001 from “'))
  judge(mails, orders, merchant.email)

  const first = orders.at(-1)
  const url = /<([^>]+)>/.exec(first?.unsubscribe ?? '')?.[1] ?? services.url
  const stopped = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  if (stopped.status !== 200) faults.push(`the link that stops was answered with ${stopped.status}`)
  const to = first?.to[0] ?? ''
  await call('addresses saved at the supplier', routes.supplier(supplier.id), {
    method: 'PUT',
    json: { ...fields, email: to },
  })
  const refused = await send('order to one who stopped', to)
  if (refused.status !== 412)
    faults.push(`an order to ${to}, who stopped, was answered with ${refused.status}`)

  for (const [answer, count] of answers) console.log(`${String(count).padStart(6)}  ${answer}`)
  console.log(
    `${mails.length} mails left, ${orders.length} of them orders, to ${new Set(orders.flatMap((mail) => mail.to)).size} recipients:`,
  )
  for (const [subject, same] of Map.groupBy(mails, (mail) => mail.subject)) {
    console.log(`  ${same.length} × ${subject}`)
    console.log(`    ${same.flatMap((mail) => mail.to).join(', ')}`)
  }
} finally {
  await db.close()
  await services.stop()
}
for (const fault of faults) console.error(`FAULT: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

/** Finds mails to addresses or with words that should not have left. */
function judge(mails: readonly Mail[], orders: readonly Mail[], own: string): void {
  const strangers = new Set(orders.flatMap(({ to }) => to))
  if (orders.length === 0) faults.push('no order left at all, so nothing was tried')
  if (strangers.size > MOST_STRANGERS)
    faults.push(`orders left to ${strangers.size} strangers within ${DAY_MS} ms`)
  for (const { to, subject, text, html, unsubscribe } of mails) {
    const links = [...text.matchAll(/\w+:\/\/\S+/g), ...(html ?? '').matchAll(/href="([^"]*)"/g)].map(
      (link) => link[1] ?? link[0],
    )
    const outside = links.filter((link) => new URL(link).port !== new URL(services.url).port || !isHere(link))
    if (outside.length > 0) faults.push(`the mail to ${to} has the link ${outside[0]}`)
    if (/[\p{Cc}\p{Cf}]/u.test(subject)) faults.push(`the subject to ${to} has hidden characters`)
    if (orders.some((mail) => mail.subject === subject)) {
      if (!text.includes('The text in the frame is theirs, not ours'))
        faults.push(`the order to ${to} has no frame`)
      if (!unsubscribe?.includes('/stop/')) faults.push(`the order to ${to} cannot be stopped`)
      const framed = text.split('\n').filter((line) => line.includes('asked for a new password'))
      if (!framed.every((line) => line.startsWith('| '))) faults.push(`the words to ${to} left their frame`)
    } else if (!to.includes(own) && (!OWN_SUBJECTS.has(subject) || text.includes(WORDS))) {
      faults.push(`"${subject}" went to ${to}`)
    }
  }
}

/** Returns whether a link leads to this product, under either name of this machine. */
function isHere(link: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(link).hostname)
}

/** Returns all mails that left, once none waits any more. */
async function drained(merchant: { get(path: string): Promise<unknown> }): Promise<Mail[]> {
  for (;;) {
    const open = (await merchant.get('/api/deliveries?status=open')) as { total: number }
    if (open.total === 0) break
    await sleep(WAIT_MS)
  }
  return (await (await fetch(`${services.sandboxUrl}/outbox/mail`)).json()) as Mail[]
}

async function inParallel(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
