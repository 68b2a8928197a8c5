import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebhookPoster } from './post-webhook.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(answerAfterMs: number): Promise<string> {
  const server = createServer((_request, response) => setTimeout(() => response.end(), answerAfterMs))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function posterWith(deadlines: { connectMs: number; totalMs: number }): WebhookPoster {
  const poster = new WebhookPoster(4, deadlines)
  closing.push(() => poster.close())
  return poster
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('a webhook post', () => {
  it('counts a connection that was made while the process was blocked', async () => {
    const uri = await listen(0)
    const post = posterWith({ connectMs: 30, totalMs: 10_000 }).post({ uri, headers: {}, body: '{}' })
    setImmediate(() => block(100))
    expect(await post).toEqual({ isAccepted: true, answer: '200' })
  })

  it('gives up without an answer in time', async () => {
    const uri = await listen(5000)
    const answer = await posterWith({ connectMs: 1000, totalMs: 20 }).post({ uri, headers: {}, body: '{}' })
    expect(answer).toEqual({ isAccepted: false, answer: 'no answer within 20 ms' })
  })
})
