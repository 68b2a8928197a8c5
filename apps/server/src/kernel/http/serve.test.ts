import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpServer, serve } from './serve.ts'

const PATIENCE_MS = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let server: HttpServer | undefined

afterEach(async () => {
  await server?.stop(0)
  server = undefined
})

async function ask(path = '/'): Promise<{ connection: string | undefined; text: string }> {
  const asked = request(`${server?.address}${path}`, { agent })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { connection: answer.headers.connection, text: await text(answer) }
}

describe('a server that drains', () => {
  it('answers new requests, and has each caller close its connection', async () => {
    server = await serve({ host: '127.0.0.1', port: 0, fetch: () => new Response('done') })
    expect(await ask()).toEqual({ connection: 'keep-alive', text: 'done' })
    server.drain()
    expect(await ask()).toEqual({ connection: 'close', text: 'done' })
  })

  it('answers a request that was running already, and then also closes its connection', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    server = await serve({
      host: '127.0.0.1',
      port: 0,
      fetch: async () => {
        begun.resolve()
        await gate.promise
        return new Response('done')
      },
    })
    const answer = ask()
    await begun.promise
    const stopped = server.stop(PATIENCE_MS)
    gate.resolve()
    expect(await answer).toEqual({ connection: 'close', text: 'done' })
    await stopped
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
  })
})
