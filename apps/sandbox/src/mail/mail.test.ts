import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NOW, openSandbox, postJson, temporaryFolder } from '../testing/open-sandbox.ts'
import { type Mail, Outbox } from './outbox.ts'
import { listen } from './smtp.ts'

const mail = {
  at: '2026-11-20T15:00:00.000Z',
  from: 'a@x.example',
  to: ['b@x.example'],
  subject: 's',
  text: 't',
  html: null,
  messageId: null,
  unsubscribe: null,
}

describe('the mail catch-all', () => {
  async function openWithMail() {
    const sandbox = openSandbox()
    const port = await listen(sandbox.smtp, 0, '127.0.0.1')
    onTestFinished(() => new Promise<void>((resolve) => sandbox.smtp.close(() => resolve())))
    const transport = (auth?: { user: string; pass: string }) =>
      createTransport({ host: '127.0.0.1', port, secure: false, ...(auth && { auth }) })
    const inbox = async (to: string) =>
      (await (await sandbox.http.request(`/outbox/mail?to=${encodeURIComponent(to)}`)).json()) as Mail[]
    const fault = (kind: string) => postJson(sandbox, '/api/faults', { provider: 'mail', kind })
    return { transport, inbox, fault, port }
  }

  it.each([421, 451, 550])(
    'refuses with %i during that fault, and accepts the mail afterwards',
    async (code) => {
      const { transport, inbox, fault } = await openWithMail()
      const message = { from: 'a@x.example', to: 'b@x.example', subject: 's', text: 't' }
      await fault(String(code))
      await expect(transport().sendMail(message)).rejects.toMatchObject({ responseCode: code })
      expect(await inbox('b@x.example')).toEqual([])
      await fault('none')
      await transport().sendMail(message)
      expect(await inbox('b@x.example')).toHaveLength(1)
    },
  )

  it('takes no mail while it hangs', async () => {
    const { inbox, fault, port } = await openWithMail()
    await fault('hang')
    const transport = createTransport({ host: '127.0.0.1', port, secure: false, socketTimeout: 100 })
    const message = { from: 'a@x.example', to: 'b@x.example', subject: 's', text: 't' }
    await expect(transport.sendMail(message)).rejects.toThrow('Timeout')
    expect(await inbox('b@x.example')).toEqual([])
  })

  it('accepts a mail in text and HTML for each of its recipients', async () => {
    const { transport, inbox } = await openWithMail()
    await transport().sendMail({
      from: 'Stockcast <alerts@stockcast.example>',
      to: ['Owner@shop.example', 'buyer@shop.example'],
      subject: 'Order 792 – café',
      text: 'Runs out Nov 29 to Dec 4.',
      html: '<p>Runs out <b>Nov 29</b></p>',
    })
    expect(await inbox('owner@shop.example')).toEqual([
      {
        id: 1,
        at: new Date(NOW).toISOString(),
        from: 'alerts@stockcast.example',
        to: ['Owner@shop.example', 'buyer@shop.example'],
        subject: 'Order 792 – café',
        text: expect.stringContaining('Runs out Nov 29 to Dec 4.'),
        html: expect.stringContaining('<b>Nov 29</b>'),
        messageId: expect.stringMatching(/^<.+@.+>$/),
        unsubscribe: null,
        copies: 1,
      },
    ])
    expect(await inbox('buyer@shop.example')).toHaveLength(1)
    expect(await inbox('nobody@shop.example')).toEqual([])
  })

  it('accepts any password', async () => {
    const { transport, inbox } = await openWithMail()
    await transport({ user: 'u', pass: 'p' }).sendMail({
      from: 'a@x.example',
      to: 'b@x.example',
      subject: 's',
      text: 't',
    })
    expect(await inbox('b@x.example')).toHaveLength(1)
  })
})

it('the outbox keeps the last 1,000 mails, newest first, over a restart', () => {
  const path = join(temporaryFolder(), 'mail.jsonl')
  const outbox = new Outbox(path)
  for (let count = 0; count < 2100; count++) outbox.add({ ...mail, subject: String(count) })
  const ids = Array.from({ length: 1000 }, (_, index) => 2100 - index)
  expect(outbox.list().map(({ id }) => id)).toEqual(ids)
  const reopened = new Outbox(path)
  expect(reopened.list().map(({ id }) => id)).toEqual(ids)
  expect(reopened.add(mail).id).toBe(2101)
})
