import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import type { Kernel } from '../../../kernel/kernel.ts'
import { createSenders } from './senders.ts'

/** Returns a fake Twilio that records what it is asked to send. */
async function twilio() {
  const forms: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    forms.push(new URLSearchParams(await text(request)))
    response.writeHead(201).end('{"sid":"SM1"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { forms, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('W-05 an SMS names its merchant and its series of tries to Twilio, for the later status report', async () => {
  const { forms, url } = await twilio()
  const sms = { mode: 'sandbox', url, accountSid: 'AC1', authTokens: ['token'], from: '+14155550100' }
  const mail = { mode: 'sandbox', url: 'smtp://127.0.0.1:1', from: 'a@b.example' }
  const config = { sms, mail, publicUrl: 'https://stockcast.example' }
  const giveUpAt = new Date('2026-11-23T10:00:00Z')
  // An SMS needs nothing else of the kernel.
  const sender = createSenders({ config } as unknown as Kernel).sms
  const outcome = await sender({
    merchantId: 7,
    target: '+14155552671',
    attempt: {
      deliveryId: 12,
      kind: 'alerts',
      number: 1,
      messageKey: 'key',
      content: { channel: 'sms', body: 'Cups run out.' },
      repeats: null,
      giveUpAt,
    },
  })
  expect(outcome).toMatchObject({ kind: 'sent', providerId: 'SM1' })
  const callback = new URL(forms[0]!.get('StatusCallback')!)
  expect(callback.pathname).toBe('/webhooks/twilio/status')
  expect(Object.fromEntries(callback.searchParams)).toEqual({
    merchant: '7',
    delivery: '12',
    until: String(giveUpAt.getTime()),
  })
})
