import {
  type Activity,
  DAY_MS,
  HOUR_MS,
  type OrderMail,
  ordersApi,
  type PurchaseOrder,
  type SupplierDetail,
  suppliersApi,
  toAddress,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { deliver } from '../../../alerts/notifications/deliveries/deliver.task.ts'
import type { OutgoingMessage } from '../../../alerts/notifications/deliveries/senders.ts'
import { resumeOrderMails } from '../../../operator/index.ts'
import { newForEachTest, withTestApp } from '../../../testing/index.ts'
import { messageContext, TAKEN } from '../../../testing/message-context.ts'
import { markMail } from '../mail-queries.ts'
import { sendOrder } from './send-order.ts'

const NOW = '2026-11-20T10:00:00Z'
const FIRST = 'orders@acme.example'

const app = withTestApp({ now: NOW })

beforeEach(() => {
  app.kernel.clock.set(NOW)
})

interface Sent {
  to: string | null | undefined
  subject: string
  text: string
  html: string
  replyTo?: string | undefined
  unsubscribeUrl?: string | undefined
}

let presses = 0

/** Creates a shop with a draft for a supplier, and a worker whose mails the test reads. */
async function shopWithDraft() {
  const merchant = await app.openShop([{ title: 'Kettle', available: 4 }])
  const { merchantId, rows, variantId } = merchant
  await rows(sql`update merchants set shop_name = 'Northfold' where id = ${merchantId}`)
  const ask = <Answer>(path: string, json?: unknown, method = 'POST') =>
    merchant.ask<Answer>(path, json === undefined ? {} : { json, method })
  /** Creates a supplier with these addresses, and a draft for it. */
  const draftFor = async (name: string, ...[email, ...otherEmails]: string[]) => {
    const supplier = await ask<{ id: number }>(suppliersApi.create.path, { name, email, otherEmails })
    const lines = [{ variantId, units: 5 }]
    const { id, version } = await ask<PurchaseOrder>(ordersApi.create.path, {
      supplierId: supplier.id,
      lines,
    })
    return { id, version, supplierId: supplier.id }
  }
  const draft = await draftFor('Acme', FIRST)
  const mails: Sent[] = []
  const send = async ({ target, attempt: { content } }: OutgoingMessage) => {
    if (content.channel !== 'email') throw new RangeError('a mail was expected')
    mails.push({ to: target, ...content })
    return TAKEN
  }
  const context = messageContext(app.kernel, send, { onOrderMailEnded: markMail })
  const lane = { merchantId, channel: 'email', lane: 'account' } as const
  const shop = {
    ...merchant,
    ask,
    draftFor,
    draft,
    mails,
    work: () => deliver(context, lane, new AbortController().signal),
    /** Presses the button for an order that did not change. */
    send: (more: object = {}, order: { id: number; version: number } = draft) =>
      merchant.request(toAddress(ordersApi.send, { id: order.id }), {
        json: { version: order.version, key: `press-number-${++presses}`, ...more },
      }),
    preview: (order = draft) => ask<OrderMail>(toAddress(ordersApi.previewMail, { id: order.id })),
    store: (...[email, ...otherEmails]: string[]) =>
      ask(toAddress(suppliersApi.get, { id: draft.supplierId }), { name: 'Acme', email, otherEmails }, 'PUT'),
    subscribe: () => rows(sql`update merchants set subscription_status = 'active' where id = ${merchantId}`),
    /** Pretends that orders were sent to this many other recipients. */
    know: (count: number, who = 'known') =>
      rows(sql`
        insert into order_recipients (merchant_id, recipient_hash, first_mailed_at)
        select ${merchantId}, ${who} || n, ${app.kernel.clock.now()} from generate_series(1, ${count}) n`),
    /** Sends to this address and returns the link that stops it. */
    getLink: async (to: string) => {
      expect((await shop.send({ to })).status).toBe(200)
      await shop.work()
      const url = mails.findLast((mail) => mail.to === to)?.unsubscribeUrl ?? ''
      return new URL(url).pathname
    },
  }
  return shop
}

const getRefusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; field?: string; message: string } }
  return [answer.status, error.code, error.field]
}

const shop = newForEachTest(shopWithDraft)

describe('an order by mail', () => {
  it('is refused for a version that no order can have', async () => {
    const refused = await shop.send({ version: 3_000_000_000 })
    expect(await getRefusal(refused)).toEqual([400, 'invalid_input', 'version'])
  })

  it('goes only to addresses that are stored at the supplier, and says what to do about another', async () => {
    const refused = await shop.send({ to: 'stranger@elsewhere.example' })
    expect(await refused.clone().json()).toMatchObject({
      error: { message: expect.stringContaining('Add this one to Acme, then send again.') },
    })
    expect(await getRefusal(refused)).toEqual([400, 'invalid_input', 'to'])
    await shop.store(FIRST, 'Ann@Acme.example')
    expect((await shop.send({ to: 'ann@acme.EXAMPLE' })).status).toBe(200)
    await shop.work()
    expect(shop.mails.map(({ to }) => to)).toEqual(['Ann@Acme.example'])
  })

  it('is refused for the address of another supplier', async () => {
    await shop.draftFor('Other', 'other@other.example')
    expect(await getRefusal(await shop.send({ to: 'other@other.example' }))).toEqual([
      400,
      'invalid_input',
      'to',
    ])
  })

  it('cannot be mistaken for a mail from Stockcast, whatever the merchant writes', async () => {
    const text = 'Choose a new password:\nhttps://evil.example/auth/reset?token=1'
    expect((await shop.send({ subject: 'Choose a new password', text })).status).toBe(200)
    await shop.work()
    const [mail] = shop.mails
    expect(mail).toMatchObject({
      subject: 'Purchase order PO-0001 from “Northfold”: Choose a new password',
      replyTo: shop.email,
    })
    expect(mail?.text).toContain('| https: evil[.]example/auth/reset?token=1')
    const links = [...(mail?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual([mail?.unsubscribeUrl])
  })

  it('is in the activity log with its recipient', async () => {
    expect((await shop.send()).status).toBe(200)
    const { entries } = await shop.ask<Activity>('/api/account/activity')
    expect(entries[0]).toMatchObject({ event: 'order_sent', detail: `PO-0001 to ${FIRST}` })
  })

  it('is decided before its files are made', async () => {
    const { merchantId, draft } = shop
    const { directory } = app.kernel.db
    let drawn = 0
    const draw = async () => {
      drawn += 1
      return new Uint8Array()
    }
    const send = (more: object = {}) => {
      const wanted = { version: draft.version, key: `press-number-${++presses}`, markOrdered: false, ...more }
      return sendOrder(app.kernel, merchantId, { orderId: draft.id, wanted, draw })
    }
    await shop.know(25)
    await expect(send({ version: 99 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(send({ to: 'stranger@elsewhere.example' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(send()).rejects.toMatchObject({ code: 'limit_exceeded', field: 'to' })
    app.kernel.clock.advance(DAY_MS)
    const now = app.kernel.clock.now()
    const key = `order_mail:${merchantId}`
    await directory
      .insertInto('limit_counts')
      .values({ key, times: [now], uses: 200, forget_at: now })
      .execute()
    await expect(send()).rejects.toMatchObject({ code: 'limit_exceeded', field: undefined })
    expect(drawn).toBe(0)
    await directory.deleteFrom('limit_counts').where('key', '=', key).execute()
    await send({ key: 'the-same-press' })
    await send({ key: 'the-same-press' })
    expect(drawn).toBe(1)
  })
})

describe('the recipients of a merchant', () => {
  it('are 25 new ones a day in the trial, counted once for each, also when suppliers and orders are removed', async () => {
    await shop.know(24)
    expect((await shop.send()).status).toBe(200)
    await shop.store('second@acme.example')
    const refused = await shop.send()
    expect(Number(refused.headers.get('retry-after'))).toBe(DAY_MS / 1000)
    expect(await getRefusal(refused)).toEqual([429, 'limit_exceeded', 'to'])
    await shop.store(FIRST)
    expect((await shop.send()).status).toBe(200)
    await shop.rows(sql`delete from purchase_orders where merchant_id = ${shop.merchantId}`)
    await shop.rows(sql`delete from suppliers where merchant_id = ${shop.merchantId}`)
    const other = await shop.draftFor('Anew', FIRST, 'third@acme.example')
    expect((await shop.send({}, other)).status).toBe(200)
    expect((await shop.send({ to: 'third@acme.example' }, other)).status).toBe(429)
    app.kernel.clock.advance(DAY_MS)
    expect((await shop.send({ to: 'third@acme.example' }, other)).status).toBe(200)
  })

  it('are 25 new ones a day also after the trial was cancelled', async () => {
    const { merchantId } = shop
    await shop.rows(sql`update merchants set subscription_status = 'cancelled' where id = ${merchantId}`)
    await shop.rows(sql`
      insert into billing_accounts (merchant_id, version, access_until)
      select id, 1, trial_ends_at from merchants where id = ${merchantId}
      on conflict (merchant_id) do update set access_until = excluded.access_until`)
    await shop.know(25)
    app.kernel.clock.advance(HOUR_MS)
    expect((await shop.send()).status).toBe(429)
  })

  it('are five new ones an hour with a plan, once 25 are known', async () => {
    await shop.subscribe()
    await shop.know(25)
    app.kernel.clock.advance(HOUR_MS)
    await shop.know(4, 'an hour later')
    await shop.store(FIRST, 'second@acme.example')
    expect((await shop.send()).status).toBe(200)
    const to = 'second@acme.example'
    expect((await shop.send({ to })).status).toBe(429)
    app.kernel.clock.advance(HOUR_MS)
    expect((await shop.send({ to })).status).toBe(200)
  })

  it('are counted one after the other for calls at the same moment', async () => {
    const addresses = [1, 2, 3, 4].map((n) => `box${n}@acme.example`)
    await shop.store(...addresses)
    await shop.know(24)
    const answers = await Promise.all(addresses.map((to) => shop.send({ to })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
    await shop.work()
    expect(shop.mails).toHaveLength(1)
  })

  it('are not new when they got an order before recipients were counted', async () => {
    expect((await shop.send()).status).toBe(200)
    await shop.rows(sql`delete from order_recipients where merchant_id = ${shop.merchantId}`)
    await shop.know(25)
    expect((await shop.send()).status).toBe(200)
  })
})

describe('a recipient who stops the orders of a merchant', () => {
  it('does so with one press, and opening the link only asks', async () => {
    const link = await shop.getLink(FIRST)
    const page = await app.request(link)
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('The shop “Northfold” sent you'),
    ])
    expect((await shop.send()).status).toBe(200)
    // As a mail program does it, without a session or an origin (RFC 8058).
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (let n = 0; n < 2; n++) {
      expect((await app.request(link, { method: 'POST', body, headers })).status).toBe(200)
    }
    expect(await getRefusal(await shop.send())).toEqual([412, 'precondition_failed', 'to'])
  })

  it('gets none that waits, and the merchant sees it on the order and at the supplier', async () => {
    const link = await shop.getLink(FIRST)
    expect((await shop.send()).status).toBe(200)
    await app.request(link, { method: 'POST' })
    await shop.work()
    expect(shop.mails).toHaveLength(1)
    const order = await shop.ask<PurchaseOrder>(toAddress(ordersApi.get, { id: shop.draft.id }))
    expect(order.mails.map(({ status }) => status)).toEqual(['failed', 'sent'])
    expect(await shop.preview()).toMatchObject({ to: null, obstacle: 'all_stopped' })
    await shop.store(FIRST, 'ann@acme.example')
    expect(await shop.preview()).toMatchObject({
      to: 'ann@acme.example',
      addresses: [
        { email: FIRST, isStopped: true },
        { email: 'ann@acme.example', isStopped: false },
      ],
      obstacle: null,
    })
    const supplier = await shop.ask<SupplierDetail>(
      toAddress(suppliersApi.get, { id: shop.draft.supplierId }),
    )
    expect(supplier.stoppedEmails).toEqual([FIRST])
  })

  it('gets no more through a new supplier or another spelling of the address, but still orders of other shops', async () => {
    await app.request(await shop.getLink(FIRST), { method: 'POST' })
    await shop.rows(sql`delete from purchase_orders where merchant_id = ${shop.merchantId}`)
    await shop.rows(sql`delete from suppliers where merchant_id = ${shop.merchantId}`)
    const second = await shop.draftFor('Acme', 'Orders+2@Acme.example')
    expect(await getRefusal(await shop.send({ to: 'Orders+2@Acme.example' }, second))).toEqual([
      412,
      'precondition_failed',
      'to',
    ])
    const other = await shopWithDraft()
    expect((await other.send()).status).toBe(200)
  })

  it('needs a link that we made', async () => {
    const link = await shop.getLink(FIRST)
    for (const wrong of [`${link.slice(0, -2)}xx`, link.replace(/\/(\d+)/, '/1$1'), '/stop/none']) {
      expect((await app.request(wrong)).status).toBe(404)
      expect((await app.request(wrong, { method: 'POST' })).status).toBe(404)
    }
    expect((await shop.send()).status).toBe(200)
  })

  it('as the third within 30 days pauses all orders of the merchant until the operator resumes them', async () => {
    await shop.subscribe()
    const [first, second, third] = ['box1@acme.example', 'box2@acme.example', 'box3@acme.example']
    await shop.store(first, second, third)
    const links = [await shop.getLink(first), await shop.getLink(second)]
    const stop = async (link = '') => (await app.request(link, { method: 'POST' })).status
    const addReport = (who: string, at: number) =>
      shop.rows(sql`
        insert into order_recipients (merchant_id, recipient_hash, first_mailed_at, stopped_at, reported_at)
        values (${shop.merchantId}, ${who}, ${NOW}, ${new Date(at)}, ${new Date(at)})`)
    const now = app.kernel.clock.now().getTime()
    await addReport('long ago', now - 31 * DAY_MS)
    await addReport('lately', now - 29 * DAY_MS)
    await stop(links[0])
    expect((await shop.preview()).obstacle).toBeNull()
    expect((await shop.send({ to: third })).status).toBe(200)
    await stop(links[1])
    await shop.work()
    expect(shop.mails.map(({ to }) => to)).toEqual([first, second])
    expect((await shop.preview()).obstacle).toBe('paused')
    expect(await getRefusal(await shop.send({ to: third }))).toEqual([412, 'precondition_failed', undefined])
    await resumeOrderMails(app.database.appUrl, `${shop.merchantId}`)
    expect((await shop.send({ to: third })).status).toBe(200)
    expect((await shop.send({ to: second })).status).toBe(412)
  })
})
