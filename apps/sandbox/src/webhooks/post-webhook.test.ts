import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../testing/serve.ts'
import { WebhookPoster } from './post-webhook.ts'

const answering = (afterMs: number) =>
  listen(createServer((_request, response) => setTimeout(() => response.end(), afterMs)))

function posterWith(deadlines: { connectMs: number; totalMs: number }): WebhookPoster {
  const poster = new WebhookPoster(4, deadlines)
  onTestFinished(() => poster.close())
  return poster
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('a webhook post', () => {
  it('counts a connection that was made while the process was blocked', async () => {
    const uri = await answering(0)
    const post = posterWith({ connectMs: 30, totalMs: 10_000 }).post({ uri, headers: {}, body: '{}' })
    setImmediate(() => block(100))
    expect(await post).toEqual({ isAccepted: true, answer: '200' })
  })

  it('gives up without an answer in time', async () => {
    const uri = await answering(5000)
    const answer = await posterWith({ connectMs: 1000, totalMs: 20 }).post({ uri, headers: {}, body: '{}' })
    expect(answer).toEqual({ isAccepted: false, answer: 'no answer within 20 ms' })
  })
})
