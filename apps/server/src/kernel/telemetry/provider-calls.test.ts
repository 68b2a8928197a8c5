import { describe, expect, it } from 'vitest'
import { createMailer } from '../../providers/mail/mailer.ts'
import { postJson } from '../../providers/shopify/client/http.ts'
import { postSlackMessage } from '../../providers/slack/post-message.ts'
import { createClient } from '../../providers/stripe/client.ts'
import { serve } from '../http/serve.ts'
import { onProviderCall, type ProviderCall } from './provider-calls.ts'

/** Returns the outcomes of the calls that `work` makes, by provider. */
async function getCalls(work: () => Promise<unknown>): Promise<string[]> {
  const calls: ProviderCall[] = []
  const stop = onProviderCall((call) => void calls.push(call))
  await work().catch(() => undefined)
  stop()
  for (const { seconds } of calls) expect(seconds).toBeGreaterThanOrEqual(0)
  return calls.map(({ provider, outcome }) => `${provider} ${outcome}`)
}

const answering = (status: number) => async () => new Response('{}', { status })
const NOBODY = 'http://127.0.0.1:9'
const statuses: [number, string][] = [
  [200, 'ok'],
  [400, 'refused'],
  [429, 'throttled'],
  [503, 'failed'],
]

describe('a call to a provider is reported with its outcome', () => {
  it.each(statuses)('when Shopify answers %i', async (status, outcome) => {
    const tools = { fetch: answering(status), sleep: async () => undefined, random: () => 0.5 }
    const request = { url: 'https://shop.example/x', body: {}, deadlineMs: 1000 }
    const calls = await getCalls(() => postJson(tools, request))
    expect(new Set(calls)).toEqual(new Set([`store ${outcome}`]))
    expect(calls).toHaveLength(status === 429 || status === 503 ? 5 : 1)
  })

  it.each(statuses)('when Stripe answers %i', async (status, outcome) => {
    const config = { mode: 'live', secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'] } as const
    const stripe = createClient({ ...config, priceId: 'price_1', sandboxOrigin: null }, answering(status))
    const calls = await getCalls(() => stripe.customers.retrieve('cus_1'))
    expect(new Set(calls)).toEqual(new Set([`stripe ${outcome}`]))
  })

  it.each(statuses)('when Slack answers %i', async (status, outcome) => {
    const server = await serve({ host: '127.0.0.1', port: 0, fetch: answering(status) })
    const config = { mode: 'sandbox', origin: server.address } as const
    const webhook = 'https://hooks.slack.com/services/T0/B0/x'
    const calls = await getCalls(() => postSlackMessage(config, webhook, { text: 'x', blocks: [] }))
    await server.stop(0)
    expect(calls).toEqual([`slack ${outcome}`])
  })

  it('when nobody answers', async () => {
    const config = { mode: 'sandbox', origin: NOBODY } as const
    const webhook = 'https://hooks.slack.com/services/T0/B0/x'
    expect(await getCalls(() => postSlackMessage(config, webhook, { text: 'x', blocks: [] }))).toEqual([
      'slack failed',
    ])
    const mailer = createMailer({ url: 'smtp://127.0.0.1:9', from: 'a@b.example' })
    const mail = { id: 'x', to: 'c@d.example', subject: 'x', text: 'x', html: 'x' }
    expect(await getCalls(() => mailer.send(mail, new Date(0)))).toEqual(['mail failed'])
  })
})
