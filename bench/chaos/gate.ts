import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Opens a proxy that passes each connection to the next of these ports that accepts one, as a load balancer does. */
export async function openGate(ports: readonly number[]) {
  const clients = new Set<Socket>()
  let turn = 0
  const server = createServer({ pauseOnConnect: true }, (client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
    const first = turn++ % ports.length
    pass(client, [...ports.slice(first), ...ports.slice(0, first)])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const client of clients) client.destroy()
      server.close()
    },
  }
}

function pass(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy()
  const upstream = connect(port, '127.0.0.1')
  upstream.once('error', () => pass(client, others))
  upstream.once('connect', () => {
    upstream.removeAllListeners('error').on('error', () => client.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
}
