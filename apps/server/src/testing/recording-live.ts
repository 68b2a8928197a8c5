import type { LiveEvent } from '@stockcast/contract'
import type { LiveEvents } from '../kernel/live/live-events.ts'

export interface RecordingLive extends LiveEvents {
  published: { merchantId: number; event: LiveEvent }[]
  listenerCount(): number
}

/** Records what is published and calls subscribers of this process at once. */
export function recordingLive(): RecordingLive {
  const published: RecordingLive['published'] = []
  const listeners = new Set<{ merchantId: number; listener: (event: LiveEvent) => void }>()
  return {
    published,
    listenerCount: () => listeners.size,
    publish: async (_tx, merchantId, event) => {
      published.push({ merchantId, event })
      for (const entry of listeners) if (entry.merchantId === merchantId) entry.listener(event)
    },
    subscribe: (merchantId, listener) => {
      const entry = { merchantId, listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    onClock: () => undefined,
    onReconnect: () => undefined,
    stop: async () => undefined,
  }
}
