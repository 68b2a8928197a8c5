import type { KnownBlock } from '@slack/types'
import { describe, expect, it } from 'vitest'
import { MachineClock, NOW, openSandbox, postJson, temporaryFolder } from '../testing/open-sandbox.ts'
import { serve } from '../testing/serve.ts'
import type { SlackMessage } from './slack.ts'

const WEBHOOK = 'T0AAAAAAA/B0BBBBBBB/abcDEF123'
type Setup = ReturnType<typeof openSandbox>

const post = (sandbox: Setup, payload: unknown, webhook = WEBHOOK) =>
  postJson(sandbox, `/slack/services/${webhook}`, payload)
const outbox = async (sandbox: Setup, webhook = WEBHOOK) =>
  (await (await sandbox.http.request(`/outbox/slack?webhook=${webhook}`)).json()) as SlackMessage[]

async function getAnswer(answer: Response | Promise<Response>) {
  const { status, body } = { status: (await answer).status, body: await (await answer).text() }
  return [status, body]
}

const blocks: KnownBlock[] = [
  { type: 'header', text: { type: 'plain_text', text: '3 products need an order' } },
  { type: 'section', text: { type: 'mrkdwn', text: '*House Espresso*' } },
  { type: 'divider' },
  { type: 'context', elements: [{ type: 'mrkdwn', text: 'Runs out Nov 29' }] },
  {
    type: 'actions',
    elements: [
      { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://stockcast.example/alerts' },
    ],
  },
]

describe('Slack', () => {
  it('takes a message with blocks and answers ok', async () => {
    const sandbox = openSandbox()
    const answer = await post(sandbox, { text: '3 products', blocks })
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await getAnswer(answer)).toEqual([200, 'ok'])
    expect(await outbox(sandbox)).toEqual([
      { id: 1, at: new Date(NOW).toISOString(), webhook: WEBHOOK, text: '3 products', blocks },
    ])
    expect(await outbox(sandbox, 'T1/B1/x')).toEqual([])
  })

  it.each([
    ['not JSON', 'invalid_payload'],
    [[], 'invalid_payload'],
    [{}, 'no_text'],
    [{ text: 7 }, 'invalid_payload'],
    [{ text: 'x', attachments: Array.from({ length: 101 }, () => ({})) }, 'too_many_attachments'],
    [{ text: 'x', blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }, 'invalid_blocks'],
    [{ text: 'x', blocks: [{ type: 'carousel' }] }, 'invalid_blocks'],
    [{ text: 'x', blocks: [{ type: 'section' }] }, 'invalid_blocks'],
    [
      { text: 'x', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3001) } }] },
      'invalid_blocks',
    ],
    [
      { text: 'x', blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }] },
      'invalid_blocks',
    ],
  ])('refuses %j with %s', async (payload, word) => {
    const sandbox = openSandbox()
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const answer = sandbox.http.request(`/slack/services/${WEBHOOK}`, { method: 'POST', body })
    expect(await getAnswer(answer)).toEqual([400, word])
    expect(await outbox(sandbox)).toEqual([])
  })

  it.each([
    ['T0/B0/no_service', 404, 'no_service'],
    ['T0/B0/channel_is_archived', 410, 'channel_is_archived'],
    ['T0/B0/action_prohibited', 403, 'action_prohibited'],
    ['T0/B0/invalid_token', 403, 'invalid_token'],
    ['nowhere', 404, 'no_service'],
  ])('answers for the dead webhook %s: %i %s', async (webhook, status, word) => {
    expect(await getAnswer(post(openSandbox(), { text: 'x' }, webhook))).toEqual([status, word])
  })

  it('takes three messages at once, then one a second, for each webhook', async () => {
    const clock = new MachineClock()
    const sandbox = openSandbox(temporaryFolder(), clock)
    for (let n = 0; n < 3; n++) expect((await post(sandbox, { text: 'x' })).status).toBe(200)
    const refused = await post(sandbox, { text: 'x' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await post(sandbox, { text: 'x' }, 'T0/B0/other')).status).toBe(200)
    clock.time += 1000
    expect((await post(sandbox, { text: 'x' })).status).toBe(200)
    expect((await post(sandbox, { text: 'x' })).status).toBe(429)
  })

  it('keeps its messages through a restart', async () => {
    const folder = temporaryFolder()
    await post(openSandbox(folder), { text: 'before' })
    const reopened = openSandbox(folder)
    await post(reopened, { text: 'after' })
    expect((await outbox(reopened)).map(({ id, text }) => [id, text])).toEqual([
      [2, 'after'],
      [1, 'before'],
    ])
  })
})

describe('faults of Slack', () => {
  const broken = async (kind: string) => {
    const sandbox = openSandbox()
    const answer = await postJson(sandbox, '/api/faults', { provider: 'slack', kind })
    expect(answer.status).toBe(200)
    return sandbox
  }

  it.each([
    ['429', 429, 'rate_limited'],
    ['5xx', 500, 'rollup_error'],
    ['forbidden', 403, 'action_prohibited'],
    ['gone', 410, 'channel_is_archived'],
  ])('%s answers %i %s, and takes no message', async (kind, status, word) => {
    const sandbox = await broken(kind)
    expect(await getAnswer(post(sandbox, { text: 'x' }))).toEqual([status, word])
    expect(await outbox(sandbox)).toEqual([])
  })

  it.each([
    ['hang', 0],
    ['silence', 1],
  ])('%s never answers and has taken %i messages', async (kind, taken) => {
    const sandbox = await broken(kind)
    const address = await serve(sandbox)
    const signal = AbortSignal.timeout(100)
    const body = JSON.stringify({ text: 'x' })
    await expect(
      fetch(`${address}/slack/services/${WEBHOOK}`, { method: 'POST', body, signal }),
    ).rejects.toThrow()
    expect(await outbox(sandbox)).toHaveLength(taken)
  })

  it('half_body takes the message, says so in the status, and breaks off in the body', async () => {
    const sandbox = await broken('half_body')
    const address = await serve(sandbox)
    const body = JSON.stringify({ text: 'x' })
    const answer = await fetch(`${address}/slack/services/${WEBHOOK}`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect(await outbox(sandbox)).toHaveLength(1)
  })
})
