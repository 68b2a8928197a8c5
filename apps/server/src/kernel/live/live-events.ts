import { type LiveEvent, liveEventSchema } from '@stockcast/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../database/app-database.ts'
import type { Log } from '../log.ts'
import { type ListenTimes, listen } from './listen.ts'

const CHANNEL = 'live_events'
const messageSchema = z.object({ merchantId: z.number(), event: liveEventSchema })

type Listener = (event: LiveEvent) => void

/**
 * Events from any process to the open pages of a merchant, over LISTEN/NOTIFY. When one is lost, pages only
 * show older data.
 */
export interface LiveEvents {
  /** Delivers the event when the transaction commits. */
  publish(tx: Tx, merchantId: number, event: LiveEvent): Promise<void>
  subscribe(merchantId: number, listener: Listener): () => void
  /** Calls the listener when any process moved the sandbox clock. */
  onClock(listener: (offsetMs: number) => void): void
  /**
   * Calls the listener when this process listens again after an interruption, during which events were lost.
   */
  onReconnect(listener: () => void): void
  stop(): Promise<void>
}

export async function publishLive(tx: Tx, merchantId: number, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ merchantId, event })})`.execute(tx)
}

export const CLOCK_CHANNEL = 'clock_offset'

/** Opens the single listening connection of this process, which reconnects by itself. */
export async function startLiveEvents(args: {
  directUrl: string
  log: Log
  times?: ListenTimes
}): Promise<LiveEvents> {
  const listeners = new Map<number, Set<Listener>>()
  const clockListeners = new Set<(offsetMs: number) => void>()
  const reconnectListeners = new Set<() => void>()
  const deliver = (payload: string) => {
    const parsed = messageSchema.safeParse(JSON.parse(payload))
    if (!parsed.success) return
    for (const listener of listeners.get(parsed.data.merchantId) ?? []) listener(parsed.data.event)
  }
  const listening = await listen({
    ...args,
    name: 'live events',
    channels: [CHANNEL, CLOCK_CHANNEL],
    onMessage: (name, payload) => {
      if (name === CLOCK_CHANNEL) for (const listener of clockListeners) listener(Number(payload))
      else if (payload) deliver(payload)
    },
    onReconnect: () => {
      for (const listener of reconnectListeners) listener()
    },
  })
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
    onReconnect: (listener) => void reconnectListeners.add(listener),
    stop: listening.stop,
  }
}
