import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpServer, serve } from './serve.ts'

const MANY = 30_000

const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>()
app.get('/*', (c) => c.text('not read'))
app.post('/refused', (c) => c.text('not read', 400))
app.post('/*', async (c) => {
  let pieces = 0
  let text = ''
  for await (const piece of c.env.incoming) {
    pieces += 1
    text += String(piece)
    if (c.req.path === '/large') await sleep(1)
  }
  return c.json({ pieces, text })
})

let server: HttpServer

beforeAll(async () => {
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: (incoming, env) => app.fetch(incoming, env as object),
  })
})

afterAll(() => server.stop(0))

const numbers = Array.from({ length: MANY }, (_, n) => String(n % 10)).join('')
const chunks = [...numbers].map((digit) => `1\r\n${digit}\r\n`).join('')

/** Sends requests with bodies of one byte per chunk over one connection, and returns what came back. */
async function sendPieces(heads: readonly string[]): Promise<string> {
  const socket = net.connect(Number(new URL(server.address).port), '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += String(data)
    if (text.split('HTTP/1.1 ').length > heads.length && /[}d]$/.test(text)) socket.end()
  })
  for (const head of heads) {
    socket.write(`${head} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
  }
  await once(socket, 'close')
  return text
}

describe('joinPieces', () => {
  it('passes on a body that arrives one byte at a time, in order and in few pieces', async () => {
    const answer = await sendPieces(['POST /count'])
    const { pieces, text } = JSON.parse(answer.slice(answer.indexOf('{')))
    expect(text).toBe(numbers)
    expect(pieces).toBeLessThan(MANY / 100)
  })

  it('lets the next request of a connection proceed when nobody reads the body of the one before', async () => {
    const answers = await sendPieces(['GET /first', 'POST /refused', 'GET /last'])
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400', 'HTTP/1.1 200'])
  })

  it('passes on a body of large pieces whole, even when it is read slowly', async () => {
    const agent = new Agent({ keepAlive: true })
    const sending = request(`${server.address}/large`, { method: 'POST', agent })
    const piece = 'x'.repeat(100_000)
    for (let sent = 0; sent < 20; sent++) sending.write(piece)
    sending.end()
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    agent.destroy()
    expect(JSON.parse(text).text.length).toBe(2_000_000)
  })
})
