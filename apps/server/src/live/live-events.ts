import { type LiveEvent, liveEventSchema } from '@stockcast/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Tx } from '../database/app-database.ts'
import type { Log } from '../log.ts'

const channel = 'live_events'
const reconnectMs = 1000
const messageSchema = z.object({ merchantId: z.number(), event: liveEventSchema })

type Listener = (event: LiveEvent) => void

/** Hints from any process to the open pages of a merchant, over LISTEN/NOTIFY. Lost ones cost only freshness. */
export interface LiveEvents {
  /** Heard when the transaction commits. */
  publish(tx: Tx, merchantId: number, event: LiveEvent): Promise<void>
  subscribe(merchantId: number, listener: Listener): () => void
  /** Calls back when the sandbox clock was moved by any process. */
  onClock(listener: (offsetMs: number) => void): void
  stop(): Promise<void>
}

export async function publishLive(tx: Tx, merchantId: number, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ merchantId, event })})`.execute(tx)
}

export const CLOCK_CHANNEL = 'clock_offset'

/** One listening connection a process; it reconnects by itself. */
export async function startLiveEvents(args: { databaseUrl: string; log: Log }): Promise<LiveEvents> {
  const listeners = new Map<number, Set<Listener>>()
  const clockListeners = new Set<(offsetMs: number) => void>()
  let client: pg.Client | null = null
  let isStopped = false

  const deliver = (payload: string) => {
    const parsed = messageSchema.safeParse(JSON.parse(payload))
    if (!parsed.success) return
    for (const listener of listeners.get(parsed.data.merchantId) ?? []) listener(parsed.data.event)
  }
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: args.databaseUrl,
      application_name: 'stockcast-live',
      keepAlive: true,
    })
    next.on('notification', (message) => {
      if (message.channel === CLOCK_CHANNEL)
        for (const listener of clockListeners) listener(Number(message.payload))
      else if (message.payload) deliver(message.payload)
    })
    next.on('error', (error) => args.log.warn({ err: error }, 'live events connection'))
    next.on('end', () => {
      client = null
      if (!isStopped) setTimeout(() => void reconnect(), reconnectMs)
    })
    await next.connect()
    await next.query(`listen ${channel}; listen ${CLOCK_CHANNEL}`)
    client = next
  }
  const reconnect = async (): Promise<void> => {
    if (isStopped) return
    await connect().catch((error) => {
      args.log.warn({ err: error }, 'live events reconnect')
      setTimeout(() => void reconnect(), reconnectMs)
    })
  }

  await connect()
  return {
    publish: publishLive,
    subscribe: (merchantId, listener) => {
      const set = listeners.get(merchantId) ?? new Set()
      set.add(listener)
      listeners.set(merchantId, set)
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(merchantId)
      }
    },
    onClock: (listener) => void clockListeners.add(listener),
    stop: async () => {
      isStopped = true
      await client?.end()
    },
  }
}
