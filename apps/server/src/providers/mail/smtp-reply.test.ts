import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attemptMail } from './attempt-mail.ts'
import { createMailer } from './mailer.ts'

const mail = {
  id: '8a1d3a33-6d1f-4e0e-9d4c-0d3f4c0b5a11',
  to: 'merchant@shop.example',
  subject: 'Low stock',
  text: 'text',
  html: '<p>text</p>',
}

type Stage = 'greeting' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'body'

/**
 * Starts a mail server that accepts everything, except that at one stage it answers as the test says; without
 * a reply it closes the connection.
 */
async function serverThat(stage: Stage, reply: string | null): Promise<string> {
  const server = createServer((socket) => {
    const say = (at: Stage | null, usual: string) => {
      if (at !== stage) return void socket.write(`${usual}\r\n`)
      if (reply === null) return void socket.destroy()
      socket.write(`${reply.replaceAll('\n', '\r\n')}\r\n`)
    }
    converse(socket, say)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `smtp://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`
}

function converse(socket: Socket, say: (at: Stage | null, usual: string) => void): void {
  let isBody = false
  let rest = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isBody && line !== '.') continue
      if (isBody) {
        isBody = false
        say('body', '250 2.0.0 taken')
      } else if (/^EHLO/i.test(line)) say(null, '250-mail.example\r\n250 AUTH PLAIN')
      else if (/^AUTH/i.test(line)) say('AUTH', '235 2.7.0 welcome')
      else if (/^MAIL FROM/i.test(line)) say('MAIL FROM', '250 2.1.0 ok')
      else if (/^RCPT TO/i.test(line)) say('RCPT TO', '250 2.1.5 ok')
      else if (/^DATA/i.test(line)) {
        isBody = true
        say('DATA', '354 go on')
      } else say(null, '221 2.0.0 bye')
    }
  })
  say('greeting', '220 mail.example ESMTP')
}

async function closedPort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const attemptAt = (url: string) =>
  attemptMail(
    createMailer({ url, from: 'Stockcast <hello@stockcast.example>' }),
    mail,
    new Date('2026-11-20T10:00:00Z'),
  )
const getOutcome = async (stage: Stage, reply: string | null) => attemptAt(await serverThat(stage, reply))

const later = { kind: 'retry', isUncertain: false }
const message = { kind: 'refused', because: 'message' }
const target = { kind: 'refused', because: 'target' }

describe('the answer of a mail server', () => {
  it.each<[Stage, string]>([
    ['RCPT TO', '550 5.1.1 <merchant@shop.example>: Recipient address rejected: User unknown'],
    ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 See more'],
    ['RCPT TO', '550 No such user here'],
    ['RCPT TO', '551 User not local'],
    ['RCPT TO', '553 5.1.3 The recipient address is not a valid address'],
    ['RCPT TO', '550 5.1.2 Host unknown'],
    ['RCPT TO', '551 5.1.6 The mailbox has moved'],
    ['RCPT TO', '556 5.1.10 Recipient address has null MX'],
    ['RCPT TO', '550 5.2.1 The mailbox is disabled'],
    ['body', '550 5.1.1 User unknown'],
  ])('G-04 marks an address as gone: %s, %s', async (stage, reply) => {
    expect(await getOutcome(stage, reply)).toMatchObject(target)
  })

  it.each<[Stage, string]>([
    ['RCPT TO', '450 4.2.0 <merchant@shop.example>: Recipient address rejected: Greylisted'],
    ['RCPT TO', '451 4.7.1 Greylisting in action, please come back later'],
    ['RCPT TO', '450 4.1.1 Recipient not known yet'],
    ['RCPT TO', '452 4.2.2 Mailbox full'],
    ['greeting', '421 4.3.2 Too many connections'],
    ['body', '451 4.3.0 Try again'],
  ])('asks for a later try: %s, %s', async (stage, reply) => {
    expect(await getOutcome(stage, reply)).toMatchObject(later)
  })

  it.each<[Stage, string]>([
    ['greeting', '554 5.7.1 No SMTP service here for you'],
    ['greeting', '521 Host does not accept mail'],
    ['AUTH', '535 5.7.8 Authentication credentials invalid'],
    ['MAIL FROM', '530 5.7.0 Authentication required'],
    ['MAIL FROM', '550 5.7.1 Sender address rejected'],
    ['MAIL FROM', '553 5.1.8 Domain of sender address does not exist'],
  ])('is a fault of our configuration, and retried meanwhile: %s, %s', async (stage, reply) => {
    expect(await getOutcome(stage, reply)).toMatchObject(later)
  })

  it.each<[Stage, string]>([
    ['RCPT TO', '554 5.7.1 Relay access denied'],
    ['RCPT TO', '550 5.7.1 Service unavailable; client host [192.0.2.1] blocked using a list'],
    ['RCPT TO', '550 relay not permitted'],
    ['RCPT TO', '550 Rejected: 192.0.2.1 is listed at a block list'],
    ['RCPT TO', '553 sorry, that domain is not in my list of allowed rcpthosts'],
    ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied'],
    ['RCPT TO', '552 5.2.2 Mailbox full'],
    ['RCPT TO', '554 Transaction failed'],
    ['MAIL FROM', '552 5.3.4 Message size exceeds the limit'],
    ['body', '550 5.7.26 This mail is unauthenticated: SPF and DKIM did not pass'],
    ['body', '550 5.7.1 Message rejected as spam'],
    ['body', '550 Administrative prohibition'],
    ['body', '554 5.6.0 Message content rejected'],
  ])('refuses this mail and leaves the address valid: %s, %s', async (stage, reply) => {
    expect(await getOutcome(stage, reply)).toMatchObject(message)
  })

  it('W-05 is uncertain when the server closes the connection after a whole mail, and not before', async () => {
    expect(await getOutcome('body', null)).toMatchObject({ kind: 'retry', isUncertain: true })
    expect(await attemptAt(`smtp://127.0.0.1:${await closedPort()}`)).toMatchObject(later)
    expect(await getOutcome('greeting', '220 ok')).toMatchObject({ kind: 'sent' })
  })
})
