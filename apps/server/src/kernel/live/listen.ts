import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

export interface ListenTimes {
  firstPauseMs: number
  longestPauseMs: number
  /** How often an open connection is checked for an answer. */
  checkEveryMs: number
  answerWithinMs: number
}

const usualTimes: ListenTimes = {
  firstPauseMs: 100,
  longestPauseMs: 2000,
  checkEveryMs: 10_000,
  answerWithinMs: 5000,
}

export interface ListenArgs {
  /** Must reach PostgreSQL without a pooler that changes sessions between transactions. */
  directUrl: string
  /** What the connection is for, in logs and in `pg_stat_activity`. */
  name: string
  channels: readonly string[]
  log: Log
  onMessage: (channel: string, payload: string) => void
  /** Called when it listens again after an interruption, during which messages were lost. */
  onReconnect: () => void
  /** Prepares each new session before it counts as open. */
  onSession?: (session: pg.Client) => Promise<void>
  times?: ListenTimes
}

/**
 * Listens on `channels` until it is stopped, on one connection at a time. After a failure it closes the old
 * connection first, then opens the next one, with growing pauses. Rejects when the first connection fails.
 */
export async function listen(args: ListenArgs): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const first = await openConnection(args, stopping.signal)
  const loop = keepListening(args, first, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await loop
    },
  }
}

async function keepListening(args: ListenArgs, first: Connection, signal: AbortSignal): Promise<void> {
  const { firstPauseMs, longestPauseMs } = args.times ?? usualTimes
  let failures = 0
  let connection: Connection | null = first
  while (!signal.aborted) {
    try {
      if (connection === null) {
        connection = await openConnection(args, signal)
        args.onReconnect()
      }
      failures = 0
      await connection.lost
    } catch (error) {
      args.log.warn({ err: error }, `${args.name} connection`)
    }
    connection?.close()
    connection = null
    const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures++)
    // The pause is randomized, so that many processes do not return to the database at the same moment.
    await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
  }
}

interface Connection {
  /** Resolves when the connection has ended or was closed; rejects when it failed. */
  lost: Promise<void>
  close(): void
}

async function openConnection(args: ListenArgs, signal: AbortSignal): Promise<Connection> {
  const times = args.times ?? usualTimes
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: args.directUrl,
    application_name: `stockcast ${args.name}`,
    connectionTimeoutMillis: times.answerWithinMs,
    keepAlive: true,
    stream: () => socket,
  })
  const { promise: lost, resolve, reject } = Promise.withResolvers<void>()
  lost.catch(() => undefined)
  client.on('notification', ({ channel, payload }) => args.onMessage(channel, payload ?? ''))
  client.on('error', reject)
  client.on('end', resolve)
  const stop = new AbortController()
  const close = () => {
    stop.abort()
    socket.destroy()
    resolve()
  }
  signal.addEventListener('abort', close, { signal: stop.signal })
  try {
    if (signal.aborted) throw signal.reason
    await client.connect()
    await within(times.answerWithinMs, client.query(args.channels.map((name) => `listen ${name}`).join(';')))
    await args.onSession?.(client)
  } catch (error) {
    close()
    throw error
  }
  void checkAnswers(client, times, stop.signal).catch(reject)
  return { lost, close }
}

/** Rejects when the connection stays silent: a network that drops packets does not end a connection. */
async function checkAnswers(client: pg.Client, times: ListenTimes, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(times.checkEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (!signal.aborted) await within(times.answerWithinMs, client.query('select 1'))
  }
}

async function within(ms: number, query: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error(`the database did not answer within ${ms} ms`)
  })
  late.catch(() => undefined)
  // The query that loses the race may still fail later, once the connection is closed.
  query.catch(() => undefined)
  try {
    await Promise.race([query, late])
  } finally {
    done.abort()
  }
}
