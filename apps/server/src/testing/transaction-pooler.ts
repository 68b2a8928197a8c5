import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** The answers to a client that connects: no password is needed, and it may send statements. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const SSL_REQUEST = 80_877_103
const TYPE = { query: 0x51, sync: 0x53, terminate: 0x58, ready: 0x5a }
const IDLE = 0x49

interface Session {
  client: pg.Client
  socket: Socket
}

/**
 * Forwards clients to PostgreSQL as a pooler in transaction mode does: clients share `size` sessions, and each
 * transaction gets the one that has been idle for the longest time.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  size: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const all = await Promise.all(Array.from({ length: size }, () => openSession(databaseUrl)))
  const idle = [...all]
  const waiting: ((session: Session) => void)[] = []
  const clients = new Set<Socket>()
  const release = (session: Session) => {
    const next = waiting.shift()
    if (next) next(session)
    else idle.push(session)
  }
  const take = (use: (session: Session) => void) => {
    const session = idle.shift()
    if (session) use(session)
    else waiting.push(use)
  }
  // Answers have several messages: without `noDelay`, each statement would wait 40 ms for an acknowledgement.
  const server = createServer({ noDelay: true }, (client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
    serve(client, { take, release })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://stockcast_app@127.0.0.1:${port}/${new URL(databaseUrl).pathname.slice(1)}`,
    close: async () => {
      for (const client of clients) client.destroy()
      for (const { socket } of all) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function openSession(databaseUrl: string): Promise<Session> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  // The types of the driver leave the connection out.
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
  socket.removeAllListeners('data')
  return { client, socket }
}

interface Sessions {
  take(use: (session: Session) => void): void
  release(session: Session): void
}

/** Serves one client: a session is its own from the first message of a transaction to the end of it. */
function serve(client: Socket, { take, release }: Sessions): void {
  let session: Session | 'asked for' | null = null
  let held: Buffer[] = []
  let unanswered = 0
  const onAnswer = splitter((message) => {
    client.write(message)
    if (message[0] !== TYPE.ready) return
    unanswered--
    if (unanswered > 0 || message[5] !== IDLE || session === null || session === 'asked for') return
    const done = session
    session = null
    done.socket.off('data', onAnswer)
    release(done)
  })
  const forward = (message: Buffer) => {
    if (message[0] === TYPE.terminate) return
    if (message[0] === TYPE.query || message[0] === TYPE.sync) unanswered++
    if (session !== null && session !== 'asked for') return session.socket.write(message)
    held.push(message)
    if (session === 'asked for') return
    session = 'asked for'
    take((taken) => {
      session = taken
      taken.socket.on('data', onAnswer)
      for (const each of held) taken.socket.write(each)
      held = []
    })
  }
  const onMessage = splitter(forward)
  const onStart = (data: Buffer) => {
    if (data.readInt32BE(4) === SSL_REQUEST) return client.write('N')
    client.off('data', onStart)
    client.on('data', onMessage)
    return client.write(WELCOME)
  }
  client.on('data', onStart)
}

/** Returns a listener that calls `onMessage` with each whole message: a type, a length, and the content. */
function splitter(onMessage: (message: Buffer) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      onMessage(message)
    }
  }
}
