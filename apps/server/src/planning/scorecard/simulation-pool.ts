import type { SimulationFile } from '@stockcast/forecasting'
import { Piscina } from 'piscina'
import { THREAD_LIMITS } from '../forecasts/forecast-pool.ts'
import type { SimulationAnswer } from './run-in-thread.ts'

/**
 * Runs historical simulations on a separate thread, one shop at a time, so that forecasts never wait for
 * them.
 */
export interface SimulationPool {
  simulate(file: SimulationFile, signal?: AbortSignal): Promise<SimulationAnswer>
  close(): Promise<void>
}

const IDLE_MS = 30_000

/** Starts the thread with the first simulation and ends it when idle. */
export function createSimulationPool(): SimulationPool {
  let pool: Piscina | null = null
  const open = () => {
    pool ??= new Piscina({
      filename: new URL('./run-in-thread.ts', import.meta.url).href,
      name: 'simulateFromFile',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: THREAD_LIMITS,
    })
    return pool
  }
  return {
    simulate: (file, signal) => open().run(file, signal ? { signal } : {}),
    close: async () => {
      await pool?.destroy()
      pool = null
    },
  }
}
