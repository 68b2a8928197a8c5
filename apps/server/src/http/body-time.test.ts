import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type BodyTimes, limitBodyTime } from './body-time.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Starts a server that answers with the body's length once all of it has arrived. */
async function listen(times: BodyTimes) {
  const firstBytes = Promise.withResolvers<void>()
  server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      firstBytes.resolve()
    })
    request.on('end', () => response.end(String(bytes)))
  })
  limitBodyTime(server, ['/api/imports'], times)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Opens a request and sends the first half of its body. */
  const halfSent = async (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\nab`)
    await firstBytes.promise
    return socket
  }
  return { halfSent }
}

const LONG = 1_000_000

describe('a request whose body does not arrive', () => {
  it('is cut when its whole body takes too long', async () => {
    const { halfSent } = await listen({ wholeMs: 1, silenceMs: LONG })
    await once(await halfSent('/api/settings'), 'close')
  })

  it('is cut after a silence when it is an upload', async () => {
    const { halfSent } = await listen({ wholeMs: LONG, silenceMs: 20 })
    await once(await halfSent('/api/imports?kind=sales'), 'close')
  })

  it('may take longer than others when it is an upload', async () => {
    const { halfSent } = await listen({ wholeMs: 1, silenceMs: LONG })
    const socket = await halfSent('/api/imports?kind=sales')
    // Any other path's limits would have passed by the time a third connection was cut by them.
    await once(await halfSent('/api/settings'), 'close')
    socket.write('cd')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [\s\S]*4$/)
  })
})
