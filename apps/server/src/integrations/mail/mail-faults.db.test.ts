import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../config.ts'
import { type AppDatabase, openDatabase } from '../../database/app-database.ts'
import { migrate } from '../../database/migrate.ts'
import { type JobQueue, startJobQueue } from '../../jobs/job-queue.ts'
import type { TaskDefinition } from '../../jobs/task.ts'
import { createMailer } from './mailer.ts'
import { createMailTasks, sendMail } from './tasks.ts'

const log = pino({ level: 'silent' })
const at = new Date('2026-11-20T10:00:00Z')
/** What the mail server does with each address, and how often it is asked. */
const faults = new Map<string, number | 'hang'>()
const asked = new Map<string, number>()
const delivered: string[] = []

let database: TestDatabase
let db: AppDatabase
let jobs: JobQueue
let server: SMTPServer

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.ownerUrl)
  db = openDatabase(database.appUrl, { poolSize: 2, onError: () => undefined })
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      asked.set(address, (asked.get(address) ?? 0) + 1)
      const fault = faults.get(address)
      if (fault === 'hang') return
      done(fault === undefined ? null : Object.assign(new Error('refused'), { responseCode: fault }))
    },
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        delivered.push(...session.envelope.rcptTo.map((recipient) => recipient.address))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  const from = 'Stockcast <hello@stockcast.localhost>'
  const definitions = [sendMail as TaskDefinition<object>]
  jobs = await startJobQueue({ databaseUrl: database.appUrl, definitions, log, supervise: true })
  const config = { mail: { mode: 'live', url, from } } as Config
  const kernel = { config, clock: { now: () => at, setOffset: () => undefined }, log }
  await jobs.work(createMailTasks(kernel, createMailer({ url, from, deadlineMs: 1500 })))
})

afterAll(async () => {
  await jobs?.stop()
  server?.close()
  await db?.close()
  await database?.drop()
})

const send = (to: string) =>
  jobs.send(sendMail, {
    id: crypto.randomUUID(),
    to,
    subject: 'Low stock',
    text: 'text',
    html: '<p>text</p>',
  })

/** Lets the mails that wait for their next try be tried now. */
const retryNow = () => db.pool.query(`update jobs.job set start_after = now() where state = 'retry'`)

const openMails = async () => {
  const found = await db.pool.query(
    `select data ->> 'to' as to from jobs.job
     where name in ('send-mail', 'send-mail-dead') and state <> 'completed' order by 1`,
  )
  return found.rows.map((row: { to: string }) => row.to)
}

describe('a mail server that fails', () => {
  it.each([
    [421, 'is away'],
    [451, 'has no room'],
    ['hang', 'never answers'],
  ] as const)(
    '%s: the mail comes once it %s no longer, and meanwhile the mails of others come',
    async (fault, _condition) => {
      const [one, other] = [`${fault}@example.com`, `beside-${fault}@example.com`]
      faults.set(one, fault)
      await send(one)
      await vi.waitFor(() => expect(asked.get(one)).toBe(1), { timeout: 5000, interval: 20 })
      await send(other)
      await vi.waitFor(() => expect(delivered).toContain(other), { timeout: 5000, interval: 20 })
      await vi.waitFor(
        async () => {
          await retryNow()
          expect(asked.get(one)).toBeGreaterThan(1)
        },
        { timeout: 9000, interval: 50 },
      )
      expect(delivered).not.toContain(one)
      expect(await openMails()).toEqual([one])
      faults.delete(one)
      await vi.waitFor(
        async () => {
          await retryNow()
          expect(await openMails()).toEqual([])
        },
        { timeout: 9000, interval: 50 },
      )
      expect(delivered.filter((to) => to === one)).toEqual([one])
    },
  )

  it('550: the mail is given up at once, is no dead letter, and mails of others come', async () => {
    faults.set('gone@example.com', 550)
    await send('gone@example.com')
    await send('here@example.com')
    await vi.waitFor(() => expect(delivered).toContain('here@example.com'), { timeout: 5000, interval: 20 })
    await vi.waitFor(async () => expect(await openMails()).toEqual([]), { timeout: 5000, interval: 20 })
    expect(asked.get('gone@example.com')).toBe(1)
  })
})
