import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../kernel/errors.ts'
import { attemptMail } from './mail/attempt-mail.ts'
import { postSlackMessage } from './slack/post-message.ts'
import { findSentSms, isSignedByTwilio, sendSms, type Twilio } from './twilio/twilio.ts'

const webhook = 'https://hooks.slack.com/services/T0AAA/B0BBB/secret'

interface Seen {
  url: string
  body: string
  authorization: string | undefined
}

/** Starts a provider that answers as the test says. */
async function provider(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers
    seen.push({ url: request.url ?? '', body: await text(request), authorization })
    answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function closedPort(): Promise<string> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

const says = (status: number, body: string, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => void response.writeHead(status, headers).end(body)
}
const breaksOff = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-length': '100' })
  response.write('half')
  setImmediate(() => response.destroy())
}
const message = { text: 'x', blocks: [] }
const post = (origin: string, deadlineMs?: number) =>
  postSlackMessage({ mode: 'sandbox', origin }, webhook, message, deadlineMs)

describe('a message to Slack', () => {
  it('is sent to the path of the webhook', async () => {
    const { seen, origin } = await provider(says(200, 'ok'))
    expect(await post(origin)).toEqual({
      kind: 'sent',
      providerId: null,
      reason: 'accepted',
      words: 'Accepted by Slack',
    })
    expect(seen).toMatchObject([{ url: '/services/T0AAA/B0BBB/secret', body: '{"text":"x","blocks":[]}' }])
  })

  it.each([
    [404, 'no_service', 'target'],
    [404, 'invalid_token', 'target'],
    [410, 'channel_is_archived', 'target'],
    [403, 'action_prohibited', 'target'],
    [403, 'something_new', 'target'],
    [400, 'invalid_payload', 'message'],
    [400, 'invalid_blocks', 'message'],
    [400, 'something_new', 'message'],
  ])('fails permanently with %i %s, because of the %3$s', async (status, word, because) => {
    const { origin } = await provider(says(status, word))
    const outcome = await post(origin)
    expect(outcome).toMatchObject({ kind: 'refused', because })
    expect(outcome.words).toContain(word)
  })

  it.each([
    [429, 'rate_limited', 30_000, 'wait'],
    [500, 'rollup_error', null, 'provider_fault'],
    [503, '', null, 'provider_fault'],
    [400, 'rollup_error', null, 'not_accepted'],
  ])('is retried after %i %s, and was not accepted', async (status, word, afterMs, reason) => {
    const { origin } = await provider(says(status, word, afterMs === null ? {} : { 'retry-after': '30' }))
    expect(await post(origin)).toMatchObject({ kind: 'retry', reason, afterMs, isUncertain: false })
  })

  it('W-05 is judged by the status even if the body breaks off', async () => {
    expect(await post((await provider(breaksOff(200))).origin)).toMatchObject({ kind: 'sent' })
    expect(await post((await provider(breaksOff(500))).origin)).toMatchObject({ isUncertain: false })
  })

  it('W-05 is judged by the status before the body has arrived', async () => {
    const { origin } = await provider((response) => void response.writeHead(200).write('o'))
    const long = 600_000
    expect(await post(origin, long)).toMatchObject({ kind: 'sent' })
  })

  it('W-05 is uncertain without an answer, but not without a connection', async () => {
    const silent = await provider(() => undefined)
    const noAnswer = { kind: 'retry', reason: 'no_answer' }
    expect(await post(silent.origin, 50)).toMatchObject({ ...noAnswer, isUncertain: true })
    expect(await post(await closedPort())).toMatchObject({ ...noAnswer, isUncertain: false })
  })

  it('follows no redirect, and no text contains the webhook', async () => {
    const elsewhere = await provider(says(200, 'ok'))
    const { origin } = await provider(says(302, '', { location: `${elsewhere.origin}/services/x` }))
    const outcome = await post(origin)
    expect(outcome.kind).toBe('retry')
    expect(outcome.words).not.toContain('secret')
    expect(elsewhere.seen).toEqual([])
  })

  it('is never sent to a stored address that is not Slack’s', async () => {
    const { seen, origin } = await provider(says(200, 'ok'))
    const elsewhere = postSlackMessage(
      { mode: 'sandbox', origin },
      'https://evil.example/services/x',
      message,
    )
    await expect(elsewhere).rejects.toThrow('does not belong to Slack')
    expect(seen).toEqual([])
  })
})

describe('a message to Twilio', () => {
  const account = (url: string): Twilio => ({
    mode: 'sandbox',
    url,
    accountSid: `AC${'0'.repeat(32)}`,
    authTokens: ['token'],
    from: '+15005550006',
  })
  const sms = { to: '+14155550123', body: 'Order 792', statusCallback: 'http://localhost:3000/status' }

  it('is sent with our credentials', async () => {
    const { seen, origin } = await provider(says(201, '{"sid":"SM1"}'))
    expect(await sendSms(account(origin), sms)).toMatchObject({ kind: 'sent', providerId: 'SM1' })
    const [request] = seen
    expect(request?.url).toBe(`/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`)
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      To: sms.to,
      From: '+15005550006',
      Body: sms.body,
      StatusCallback: sms.statusCallback,
    })
    expect(request?.authorization).toMatch(/^Basic /)
  })

  const fault = (code: number) => JSON.stringify({ code, message: 'words' })
  it.each([
    [400, 21610, { kind: 'refused', reason: 'not_accepted', because: 'target' }],
    [400, 21211, { kind: 'refused', because: 'target' }],
    [400, 21617, { kind: 'refused', because: 'message' }],
    [401, 20003, { kind: 'retry', isUncertain: false }],
    [400, 21606, { kind: 'retry', isUncertain: false }],
    [429, 20429, { kind: 'retry', reason: 'wait', isUncertain: false }],
    [503, 0, { kind: 'retry', reason: 'provider_fault', isUncertain: false }],
  ])('%i with %i is %j', async (status, code, expected) => {
    const { origin } = await provider(says(status, fault(code)))
    expect(await sendSms(account(origin), sms)).toMatchObject(expected)
  })

  it('W-05 is found when it was created although the answer never came', async () => {
    const made = (sid: string, at: string, body = sms.body) => ({ sid, body, date_created: at })
    const messages = [
      made('SM4', 'Fri, 20 Nov 2026 10:00:05 +0000', 'Another text'),
      made('SM3', 'Fri, 20 Nov 2026 10:00:04 +0000'),
      made('SM2', 'Fri, 20 Nov 2026 10:00:03 +0000'),
      made('SM1', 'Fri, 20 Nov 2026 09:00:00 +0000'),
    ]
    const { seen, origin } = await provider(says(200, JSON.stringify({ messages })))
    const since = new Date('2026-11-20T10:00:00Z')
    const find = (known: string[]) =>
      findSentSms(account(origin), { to: sms.to, body: sms.body, since, known })
    expect(await find(['SM3'])).toEqual({ sid: 'SM2' })
    expect(await find(['SM2', 'SM3'])).toEqual({ sid: null })
    expect(seen[0]?.url).toContain('To=%2B14155550123')
  })

  it('W-05 remains uncertain when Twilio does not answer the question about it', async () => {
    const { origin } = await provider(says(503, ''))
    const question = { to: sms.to, body: sms.body, since: new Date(0), known: [] }
    expect(await findSentSms(account(origin), question)).toMatchObject({ kind: 'retry', isUncertain: true })
  })

  it('has a signature that covers address and form', () => {
    const url = 'https://app.example/webhooks/twilio/status?delivery=1'
    const form = { To: '+1', From: '+2', Body: 'STOP' }
    const signature = createHmac('sha1', 'token').update(`${url}BodySTOPFrom+2To+1`).digest('base64')
    const check = (part: object) =>
      isSignedByTwilio({ authTokens: ['new token', 'token'] }, { url, form, signature, ...part })
    expect(check({})).toBe(true)
    expect(check({ url: `${url}2` })).toBe(false)
    expect(check({ form: { ...form, Body: 'START' } })).toBe(false)
    expect(check({ signature: '' })).toBe(false)
  })
})

describe('a mail server', () => {
  const mail = { id: 'a', to: 'a@b.example', subject: 's', text: 't', html: 'h' }
  const attempt = (cause: object) =>
    attemptMail(
      { send: async () => Promise.reject(new AppError('upstream_failed', 'failed', { cause })) },
      mail,
      new Date(0),
    )

  it.each([
    [
      { responseCode: 550, response: '550 no such\nuser', command: 'RCPT TO' },
      { kind: 'refused', reason: 'refused', because: 'target' },
    ],
    [
      { responseCode: 554, response: '554 no' },
      { kind: 'refused', reason: 'refused', because: 'message' },
    ],
    [
      { responseCode: 451, response: '451 later' },
      { kind: 'retry', reason: 'wait', isUncertain: false },
    ],
    [
      { responseCode: 535, code: 'EAUTH' },
      { kind: 'retry', isUncertain: false },
    ],
    [
      { command: 'CONN', code: 'ESOCKET', originalCode: 'ECONNREFUSED', message: 'refused' },
      { kind: 'retry', isUncertain: false },
    ],
    [
      { command: 'DATA', message: 'timeout' },
      { kind: 'retry', isUncertain: true },
    ],
    [{ message: 'no answer within 30000 ms' }, { kind: 'retry', isUncertain: true }],
  ])('%j is %j', async (cause, expected) => {
    expect(await attempt(cause)).toMatchObject(expected)
  })
})
