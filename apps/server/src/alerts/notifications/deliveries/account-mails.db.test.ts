import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Delivery, type DeliveryList, HOUR_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { beforeEach, describe, expect, it } from 'vitest'
import { isReadOnly } from '../../../kernel/access/access.ts'
import { mailContent } from '../../../providers/mail/mail-content.ts'
import { withTestApp } from '../../../testing/index.ts'
import { messageContext, TAKEN } from '../../../testing/message-context.ts'
import { contactHash } from '../channels/contact-hash.ts'
import { queueMail } from '../queue-mail.ts'
import { deliver } from './deliver.task.ts'
import { createSenders } from './senders.ts'

const NOW = '2026-11-20T10:00:00Z'

let server: SMTPServer
/** The mail server's answer to the next mails, until it accepts them. */
const refusals = { code: 0, isOver: true }
const seen: { id: string; to: string; subject: string }[] = []
const taken: string[] = []

const app = withTestApp(async ({ closeLater }) => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
        const to = session.envelope.rcptTo[0]?.address ?? ''
        seen.push({ id: header('Message-ID'), to, subject: header('Subject') })
        if (!refusals.isOver) return done(Object.assign(new Error('no'), { responseCode: refusals.code }))
        taken.push(header('Message-ID'))
        done()
      })
    },
  })
  closeLater(() => server.close())
  server.on('error', () => undefined)
  server.server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { env: { SMTP_URL: `smtp://127.0.0.1:${port}` } }
})

beforeEach(() => {
  app.kernel.clock.set(NOW)
  Object.assign(refusals, { code: 0, isOver: true })
  seen.length = 0
  taken.length = 0
})

const mail = (subject: string) => mailContent({ subject, paragraphs: ['Hello.'] })

async function merchantWith(
  ...mails: { subject: string; usefulUntil?: Date; kind?: 'account' | 'billing' }[]
) {
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const queue = ({ subject, kind = 'account', ...more }: (typeof mails)[number]) =>
    app.kernel.db.withTenant(merchantId, (tx) =>
      queueMail(app.kernel, tx, { merchantId, kind, content: mail(subject), ...more }),
    )
  for (const each of mails) await queue(each)
  const senders = createSenders(app.kernel)
  const provider = messageContext(app.kernel, async () => TAKEN, { senders, isReadOnly })
  return {
    ...merchant,
    queue,
    run: () =>
      deliver(provider, { merchantId, channel: 'email', lane: 'account' }, new AbortController().signal),
    log: async (): Promise<Delivery[]> => (await merchant.ask<DeliveryList>('/api/deliveries')).deliveries,
  }
}

const hoursLater = (hours: number) => app.kernel.clock.advance(hours * HOUR_MS)
const failures = async () =>
  (
    await sql<{ kind: string; outcome: string; count: number }>`
      select kind, outcome, count from mail_failures order by 1, 2`.execute(app.kernel.db.directory)
  ).rows

describe('a mail about the account', () => {
  it.each([421, 451])(
    'is tried through two days of %i, arrives once, and has one Message-ID in every try',
    async (code) => {
      const merchant = await merchantWith({ subject: 'Receipt for $10', kind: 'billing' })
      Object.assign(refusals, { code, isOver: false })
      for (let hour = 0; hour < 48; hour += 4) {
        await merchant.run()
        hoursLater(4)
      }
      expect((await merchant.log())[0]).toMatchObject({ kind: 'billing', status: 'retrying', attempts: 12 })
      refusals.isOver = true
      for (let n = 0; n < 3; n++) await merchant.run()
      expect(new Set(seen.map(({ id }) => id)).size).toBe(1)
      expect(seen.map(({ to }) => to)).toEqual(seen.map(() => merchant.email))
      expect(taken).toHaveLength(1)
      expect((await merchant.log())[0]).toMatchObject({ status: 'sent', summary: 'Receipt for $10' })
    },
  )

  it('fails after three days, visible in the log and to the operator, and is sent on request', async () => {
    const merchant = await merchantWith({ subject: 'Receipt for $20', kind: 'billing' })
    Object.assign(refusals, { code: 451, isOver: false })
    await merchant.run()
    hoursLater(73)
    await merchant.run()
    const [entry] = await merchant.log()
    expect(entry).toMatchObject({ status: 'failed', canRetry: true, reason: 'given_up' })
    expect(await failures()).toContainEqual({ kind: 'billing', outcome: 'given_up', count: 1 })

    refusals.isOver = true
    const answer = await merchant.request(`/api/deliveries/${entry!.id}/retry`, { method: 'POST' })
    expect(answer.status).toBe(200)
    await merchant.run()
    expect(taken).toHaveLength(1)
    expect((await merchant.log())[0]).toMatchObject({ status: 'sent', canRetry: false })
  })

  it('fails at once when the server refuses it permanently', async () => {
    const merchant = await merchantWith({ subject: 'Refused' })
    Object.assign(refusals, { code: 554, isOver: false })
    await merchant.run()
    expect((await merchant.log())[0]).toMatchObject({ status: 'failed', attempts: 1 })
    expect(await failures()).toContainEqual({ kind: 'account', outcome: 'refused', count: 1 })
  })

  it('is not sent once its link has expired, and the log says so', async () => {
    const usefulUntil = new Date(Date.parse(NOW) + HOUR_MS)
    const merchant = await merchantWith({ subject: 'Choose a new password', usefulUntil })
    hoursLater(2)
    await merchant.run()
    expect(seen).toEqual([])
    expect((await merchant.log())[0]).toMatchObject({
      status: 'left_out',
      canRetry: false,
      reason: 'outdated',
      providerWords: 'Not sent: it would have arrived too late to be useful.',
    })
    expect(await failures()).toContainEqual({ kind: 'account', outcome: 'outdated', count: 1 })
  })

  it('does not wait for another one that is retried later', async () => {
    const merchant = await merchantWith({ subject: 'Welcome' })
    Object.assign(refusals, { code: 451, isOver: false })
    await merchant.run()
    refusals.isOver = true
    await merchant.queue({ subject: 'Choose a new password' })
    await merchant.run()
    expect(seen.map(({ subject }) => subject)).toEqual(['Welcome', 'Choose a new password'])
    expect((await merchant.log()).map(({ status }) => status)).toEqual(['sent', 'retrying'])
  })

  it('is deleted with the account', async () => {
    const merchant = await merchantWith({ subject: 'Never sent' })
    await sql`select erase_tenant(${merchant.merchantId})`.execute(app.kernel.db.directory)
    await merchant.run()
    expect(seen).toEqual([])
  })

  it('waits when its mailbox was sent two hundred within a day, however many accounts sent them', async () => {
    const merchant = await merchantWith({ subject: 'The last one' }, { subject: 'One too many' })
    const contact = { channel: 'every-email', target: merchant.email } as const
    const { config, clock, db } = app.kernel
    const key = await contactHash(config, db.directory, contact)
    const counted = { key, times: [clock.now()], uses: 199, forget_at: clock.now() }
    await db.directory.insertInto('limit_counts').values(counted).execute()
    await merchant.run()
    expect(seen.map(({ subject }) => subject)).toEqual(['The last one'])
    hoursLater(25)
    await merchant.run()
    expect(seen.map(({ subject }) => subject)).toEqual(['The last one', 'One too many'])
  })
})
