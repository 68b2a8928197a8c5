import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createMailer, type Mail } from './mailer.ts'

const at = new Date('2026-11-20T10:00:00Z')
const from = 'Stockcast <hello@stockcast.localhost>'
const mail: Mail = {
  id: '8a1d3a33-6d1f-4e0e-9d4c-0d3f4c0b5a11',
  to: 'merchant@example.com',
  subject: 'Grüße',
  text: 'plain text',
  html: '<p>marked up</p>',
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function getPort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function smtpServer(options: SMTPServerOptions = {}) {
  const received: { to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        received.push({ to, source: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  closers.push(() => server.close())
  return { received, url: `smtp://127.0.0.1:${await getPort(server.server)}` }
}

const refusing = (responseCode: number) =>
  smtpServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('refused'), { responseCode })),
  })

describe('mailer', () => {
  it('delivers text and HTML, with the date of the given clock and one id for every try', async () => {
    const { received, url } = await smtpServer()
    await createMailer({ url, from }).send(mail, at)
    expect(received).toHaveLength(1)
    const [{ to, source } = { to: [], source: '' }] = received
    expect(to).toEqual(['merchant@example.com'])
    expect(source).toContain(`Message-ID: <${mail.id}@stockcast.localhost>`)
    expect(source).toContain('Date: Fri, 20 Nov 2026 10:00:00 +0000')
    expect(source).toContain('plain text')
    expect(source).toContain('<p>marked up</p>')
  })

  it('sends nothing to another machine that offers no encryption, whatever the address says', async () => {
    // 0.0.0.0 is this machine, and does not count as it.
    const { received, url } = await smtpServer()
    for (const more of ['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true']) {
      const other = `${url.replace('127.0.0.1', '0.0.0.0')}${more}`
      await expect(createMailer({ url: other, from }).send(mail, at)).rejects.toMatchObject({
        retryable: true,
      })
    }
    expect(received).toEqual([])
  })

  it('carries the link that stops mails with one press, and says that it is automatic only when nobody wrote it', async () => {
    const { received, url } = await smtpServer()
    const unsubscribeUrl = 'https://stockcast.example/stop/7.abc.def'
    await createMailer({ url, from }).send({ ...mail, unsubscribeUrl, replyTo: 'ann@acme.example' }, at)
    await createMailer({ url, from }).send({ ...mail, unsubscribeUrl }, at)
    for (const { source } of received) {
      expect(source).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
      expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    }
    expect(received.map(({ source }) => source.includes('Auto-Submitted'))).toEqual([false, true])
    expect(received[0]?.source).toContain('Reply-To: ann@acme.example')
  })

  it.each([
    [450, true],
    [550, false],
  ])('reports a refusal with %i as retryable: %s', async (code, retryable) => {
    const { url } = await refusing(code)
    const sent = createMailer({ url, from }).send(mail, at)
    await expect(sent).rejects.toMatchObject({ code: 'upstream_failed', retryable })
  })

  it('gives up on a server that never answers, and asks for a later try', async () => {
    const silent = createServer((socket) => void closers.push(() => socket.destroy()))
    const url = `smtp://127.0.0.1:${await getPort(silent)}`
    closers.push(() => silent.close())
    const sent = createMailer({ url, from, deadlineMs: 50 }).send(mail, at)
    await expect(sent).rejects.toMatchObject({ code: 'upstream_failed', retryable: true })
  })

  it('gives up when no server listens, and asks for a later try', async () => {
    const gone = createServer()
    const url = `smtp://127.0.0.1:${await getPort(gone)}`
    gone.close()
    const sent = createMailer({ url, from }).send(mail, at)
    await expect(sent).rejects.toMatchObject({ code: 'upstream_failed', retryable: true })
  })
})
