import type { ReplayFile } from '@stockcast/forecasting'
import { Piscina } from 'piscina'
import type { ReplayAnswer } from './run-in-thread.ts'

/** Replays on a thread of its own, one shop at a time, so that forecasts never wait for it. */
export interface ReplayPool {
  replay(file: ReplayFile, signal?: AbortSignal): Promise<ReplayAnswer>
  close(): Promise<void>
}

const idleMs = 30_000

/** The thread starts with the first replay and ends when idle. */
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
