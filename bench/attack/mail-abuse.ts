// Looks for ways in which a trial could mail its own words, or to addresses of its choice, beyond what it may send:
// npm run -s bench:mail-abuse -- [--tries 300]
import { randomUUID } from 'node:crypto'
import { insertCatalog } from '../../apps/server/src/testing/insert-catalog.ts'
import { accountApi, ordersApi, suppliersApi, toAddress } from '../../packages/contract/src/index.ts'
import { fail, insistOn, print, readOptions, until } from '../launch/figures.ts'
import { openKernel } from '../launch/kernel.ts'
import { type Merchant, signUp } from '../launch/merchant.ts'
import { type Services, withServices } from '../launch/services.ts'

/** New recipients of a trial in a day. */
const MAX_STRANGERS = 25
/** What only the attacker writes. */
const WORDS = 'free-prize'
const LINK = `https://${WORDS}.evil.example/reset`
const PHISHING = 'asked for a new password'

interface Mail {
  to: string[]
  subject: string
  text: string
  html: string | null
  unsubscribe: string | null
}

const supplier = (email: string) => ({ name: `Supplier ${WORDS}`, currency: 'USD', email })

const { tries } = readOptions({ tries: 300 })
await withServices(bench)

async function bench(services: Services): Promise<void> {
  const { url, sandbox } = services
  await services.startServer('web')
  await services.startServer('worker')
  const merchant = await signUp(url)
  const answers = new Map<string, number>()
  /** Counts the answers; refusals are what should come. */
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    const status = await work().then(
      () => 'accepted',
      (error: Error) => /: (\d{3}) /.exec(error.message)?.[1] ?? error.message,
    )
    answers.set(`${what}: ${status}`, (answers.get(`${what}: ${status}`) ?? 0) + 1)
    return status
  }
  const send = await draftOrder(services, merchant)
  const path = toAddress(suppliersApi.get, { id: send.supplierId })
  const save = (email: string) => () => merchant.put(path, supplier(email))
  for (let n = 0; n < tries; n++) {
    await attempt('order to an address that is not stored', () => send.to(`unknown-${n}@elsewhere.example`))
    const email = `stranger-${n}@elsewhere-${n % 7}.example`
    await attempt('address saved at the supplier', save(email))
    await attempt('order to it', () => send.to(email))
    const ask = (what: string, path: string, more = {}) =>
      attempt(what, () => merchant.post(path, { email, ...more }))
    await ask('address for the account', accountApi.changeEmail.path, { password: 'unknown to us' })
    await ask('welcome mail', '/functions/send-welcome-email', { name: WORDS })
    await ask('reset of a password', '/api/auth/request-password-reset')
  }
  const open = async () => (await merchant.get<{ total: number }>('/api/deliveries?status=open')).total
  await until('all mails have left', async () => (await open()) === 0)
  const mails = await sandbox.outbox<Mail>('mail')
  const orders = mails.filter(({ subject }) => subject.startsWith('Purchase order PO-0001 from “'))
  for (const mail of mails) judge(mail, { isOrder: orders.includes(mail), url, own: merchant.email })
  const strangers = new Set(orders.flatMap(({ to }) => to))
  for (const [answer, count] of answers) print(answer, `${count} ×`)
  print('recipients of orders', `${strangers.size}, ${MAX_STRANGERS} allowed, ${tries} tried`)
  insistOn(orders.length > 0, 'no order left at all, so nothing was tried')
  insistOn(strangers.size <= MAX_STRANGERS, `orders left to ${strangers.size} strangers within a day`)
  const [first] = orders
  if (!first) return
  const stop = /<([^>]+)>/.exec(first.unsubscribe ?? '')?.[1] ?? url
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  insistOn((await fetch(stop, { method: 'POST', body })).ok, 'the link that stops orders does not work')
  await attempt('address of one who stopped', save(first.to[0]!))
  const status = await attempt('order to one who stopped', () => send.to(first.to[0]!))
  insistOn(status === '412', `an order to one who stopped was answered with ${status}`)
}

/** Makes an order whose every text is the attacker's, and returns a function that sends it to an address. */
async function draftOrder(services: Services, merchant: Merchant) {
  const kernel = await openKernel(services)
  const variants = [{ title: `Product ${WORDS}`, available: 5 }]
  const [variantId] = await insertCatalog(kernel, { merchantId: merchant.id, firstId: 1_000_000, variants })
  await services.database.rows('update merchants set shop_name = $1', [`Stockcast” ${LINK}`])
  await kernel.close()
  const fields = supplier('stranger@elsewhere.example')
  const { id: supplierId } = await merchant.post<{ id: number }>(suppliersApi.create.path, fields)
  const order = { supplierId, lines: [{ variantId, units: 1 }], note: LINK }
  const draft = await merchant.post<{ id: number; version: number }>(ordersApi.create.path, order)
  const subject = `Choose a new password ${LINK}\r\nBcc: all@evil.example`
  const text = `Somebody, probably you, ${PHISHING}.\n\n${LINK}\n\nStockcast`
  const mail = { version: draft.version, subject, text }
  const path = toAddress(ordersApi.send, { id: draft.id })
  const to = (address: string) => merchant.post(path, { ...mail, key: randomUUID(), to: address })
  return { supplierId, to }
}

function judge(mail: Mail, { isOrder, url, own }: { isOrder: boolean; url: string; own: string }): void {
  const { to, subject, text, html, unsubscribe } = mail
  const links = [...text.matchAll(/\w+:\/\/\S+/g), ...(html ?? '').matchAll(/href="([^"]*)"/g)]
  const outside = links.map((link) => link[1] ?? link[0]).find((link) => !isOurs(link, url))
  if (outside) fail(`the mail to ${to} has the link ${outside}`)
  if (/[\p{Cc}\p{Cf}]/u.test(subject)) fail(`the subject to ${to} has hidden characters`)
  if (!isOrder) {
    if (!to.includes(own) && text.includes(WORDS)) fail(`"${subject}" went to ${to}`)
    return
  }
  const isFramed = text.split('\n').every((line) => !line.includes(PHISHING) || line.startsWith('| '))
  if (!isFramed || !text.includes('The text in the frame is theirs'))
    fail(`the words to ${to} left their frame`)
  if (!unsubscribe?.includes('/stop/')) fail(`the order to ${to} cannot be stopped`)
}

/** Returns whether a link leads to this product, under either name of this machine. */
function isOurs(link: string, url: string): boolean {
  const { port, hostname } = new URL(link)
  return port === new URL(url).port && ['localhost', '127.0.0.1'].includes(hostname)
}
