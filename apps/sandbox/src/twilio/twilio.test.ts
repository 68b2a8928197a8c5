import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import twilio from 'twilio'
import { describe, expect, it } from 'vitest'
import { MachineClock, openSandbox, postJson, temporaryFolder } from '../testing/open-sandbox.ts'
import { listen, serve } from '../testing/serve.ts'
import { ACCOUNT_SID, SENDER } from './twilio.ts'

const TOKEN = 'sandbox-secret'
const PHONE = '+14155550123'

/** The official library, pointed at the sandbox. */
async function getClient(sandbox: ReturnType<typeof openSandbox>, token = TOKEN) {
  const client = twilio(ACCOUNT_SID, token, { autoRetry: false })
  client.api.baseUrl = `${await serve(sandbox)}/twilio`
  return client
}

/** Starts an app that records what Twilio tells it. */
async function openReceiver() {
  const received: { form: Record<string, string>; isSigned: boolean }[] = []
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const signature = String(request.headers['x-twilio-signature'])
    const url = `${address}${request.url}`
    received.push({ form, isSigned: twilio.validateRequest(TOKEN, signature, url, form) })
    response.writeHead(204).end()
  })
  const address = await listen(server)
  return { received, address }
}

describe('Twilio, called through its own library,', () => {
  it('sends messages and lists them by phone number', async () => {
    const clock = new MachineClock()
    const sandbox = openSandbox(temporaryFolder(), clock)
    const { messages } = await getClient(sandbox)
    const sent = await messages.create({ to: PHONE, from: SENDER, body: 'Order 792 by Nov 24' })
    expect(sent).toMatchObject({
      to: PHONE,
      from: SENDER,
      status: 'queued',
      errorCode: null,
    })
    expect(sent.dateCreated.getTime()).toBe(clock.time)
    clock.time += 60_000
    await messages.create({ to: PHONE, from: SENDER, body: 'é'.repeat(161) })
    await sandbox.twilio.settled()
    expect(sandbox.twilio.list().map(({ status }) => status)).toEqual(['delivered', 'delivered'])
    const bodies = async (filter: object) => (await messages.list(filter)).map(({ body }) => body.slice(0, 5))
    expect(await bodies({ to: PHONE })).toEqual(['ééééé', 'Order'])
    expect(await bodies({ to: '+14155550199' })).toEqual([])
  })

  it.each([
    [{ to: '555' }, 400, 21211],
    [{ to: '+15005550001' }, 400, 21211],
    [{ to: '+15005550004' }, 400, 21610],
    [{ to: '+15005550009' }, 400, 21614],
    [{ from: '+14155550000' }, 400, 21606],
    [{ body: 'x'.repeat(1601) }, 400, 21617],
    [{ statusCallback: 'nowhere' }, 400, 21609],
  ])('refuses %j with status %i and code %i', async (part, status, code) => {
    const { messages } = await getClient(openSandbox())
    const sent = messages.create({ to: PHONE, from: SENDER, body: 'x', ...part })
    await expect(sent).rejects.toMatchObject({ status, code })
  })

  it('refuses another token', async () => {
    const { messages } = await getClient(openSandbox(), 'another')
    await expect(messages.create({ to: PHONE, from: SENDER, body: 'x' })).rejects.toMatchObject({
      status: 401,
      code: 20003,
    })
  })

  it.each([
    [PHONE, ['sent', 'delivered'], undefined],
    ['+14155530003', ['sent', 'undelivered'], '30003'],
  ])('reports each status of a message to %s in a signed request', async (to, statuses, errorCode) => {
    const sandbox = openSandbox()
    const { received, address } = await openReceiver()
    const { messages } = await getClient(sandbox)
    await messages.create({ to, from: SENDER, body: 'x', statusCallback: `${address}/status?delivery=7` })
    await sandbox.twilio.settled()
    expect(received.map(({ form }) => form.MessageStatus)).toEqual(statuses)
    expect(received.every(({ isSigned }) => isSigned)).toBe(true)
    expect(received.at(-1)?.form.ErrorCode).toBe(errorCode)
  })

  it('tells the app of STOP in a signed request, and refuses the number until START, even after a restart', async () => {
    const folder = temporaryFolder()
    const { received, address } = await openReceiver()
    const open = () => openSandbox(folder, new MachineClock(), { APP_URL: address })
    const sandbox = open()
    const reply = await postJson(sandbox, '/api/sms/reply', { from: PHONE, body: ' stop ' })
    expect(await reply.json()).toEqual({ app: 'notified' })
    expect(received).toMatchObject([
      { form: { From: PHONE, To: SENDER, Body: ' stop ', OptOutType: 'STOP' }, isSigned: true },
    ])
    const reopened = open()
    const { messages } = await getClient(reopened)
    const send = () => messages.create({ to: PHONE, from: SENDER, body: 'x' })
    await expect(send()).rejects.toMatchObject({ code: 21610 })
    await postJson(reopened, '/api/sms/reply', { from: PHONE, body: 'Start' })
    await expect(send()).resolves.toMatchObject({ status: 'queued' })
  })
})

describe('faults of Twilio', () => {
  it.each([
    ['429', 429, 20429],
    ['5xx', 500, 20500],
    ['forbidden', 401, 20003],
  ])('%s answers with status %i and code %i, and takes no message', async (kind, status, code) => {
    const sandbox = openSandbox()
    await postJson(sandbox, '/api/faults', { provider: 'twilio', kind })
    const { messages } = await getClient(sandbox)
    const sent = messages.create({ to: PHONE, from: SENDER, body: 'x' })
    await expect(sent).rejects.toMatchObject({ status, code })
    expect(sandbox.twilio.list()).toEqual([])
  })
})
