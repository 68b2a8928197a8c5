import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `refuse` closes each new connection at once; `hang` accepts connections and forwards nothing. */
export type DatabaseFault = 'none' | 'refuse' | 'hang'

export interface DatabaseProxy {
  /** The given address, through this proxy. */
  url: string
  /** Returns the connections that clients hold open now. */
  open(): number
  /** Returns the connections that clients have tried to open since the start. */
  tried(): number
  /** Applies to everything from now on, on open connections too. */
  setFault(fault: DatabaseFault): void
  /** Breaks every open connection, as a restart of PostgreSQL does. */
  cut(): void
  close(): Promise<void>
}

/** Forwards TCP connections to PostgreSQL, so that a test can make the database unavailable. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const clients = new Set<Socket>()
  let fault: DatabaseFault = 'none'
  let tried = 0
  const server = createServer((client) => {
    tried++
    client.on('error', () => undefined)
    if (fault === 'refuse') return client.destroy()
    clients.add(client)
    const upstream = connectTo(databaseUrl)
    const isPassing = () => fault !== 'hang'
    client.on('data', (data) => isPassing() && upstream.write(data))
    upstream.on('data', (data) => isPassing() && client.write(data))
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => {
      clients.delete(client)
      upstream.destroy()
    })
    return client
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const client of clients) client.destroy()
  }
  return {
    url: throughPort(databaseUrl, (server.address() as AddressInfo).port),
    open: () => clients.size,
    tried: () => tried,
    setFault: (next) => {
      fault = next
    },
    cut,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function connectTo(databaseUrl: string): Socket {
  const url = new URL(databaseUrl)
  const folder = url.searchParams.get('host')
  return folder ? connect(`${folder}/.s.PGSQL.${url.port}`) : connect(Number(url.port), url.hostname)
}

function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = `${port}`
  return url.href
}
