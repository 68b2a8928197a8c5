import type { ReplayFile } from '@stockcast/forecasting'
import { Piscina } from 'piscina'
import type { ReplayAnswer } from './run-in-thread.ts'

/**
 * Runs historical simulations on a separate thread, one shop at a time, so that forecasts never wait for
 * them.
 */
export interface ReplayPool {
  replay(file: ReplayFile, signal?: AbortSignal): Promise<ReplayAnswer>
  close(): Promise<void>
}

const idleMs = 30_000

/** Starts the thread with the first simulation and ends it when idle. */
export function createReplayPool(): ReplayPool {
  let pool: Piscina | null = null
  const open = () => {
    pool ??= new Piscina({
      filename: new URL('./run-in-thread.ts', import.meta.url).href,
      name: 'replayFromFile',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
    })
    return pool
  }
  return {
    replay: (file, signal) => open().run(file, signal ? { signal } : {}),
    close: async () => {
      await pool?.destroy()
      pool = null
    },
  }
}
