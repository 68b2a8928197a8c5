import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Kernel } from '../../kernel.ts'
import type { RefreshProjection } from '../projection/index.ts'
import type { FittedShop } from './fit-shop.ts'
import { type ShopHistory, transferList } from './shop-history.ts'

/** Fits on other threads, so that the event loop stays free for heartbeats and requests. */
export interface ForecastPool {
  /**
   * Fits a shop. The buffers of `history` move to the thread, so the caller must not use it again. An abort
   * ends the thread.
   */
  fitShop(history: ShopHistory, signal?: AbortSignal): Promise<FittedShop>
  close(): Promise<void>
}

const IDLE_MS = 30_000
const DEFAULT_THREADS = 2

/** Creates the pool. Threads start with the first fit and end when idle. */
export function createForecastPool(threads: number | null): ForecastPool {
  let pool: Piscina | null = null
  const open = () => {
    pool ??= new Piscina({
      filename: new URL('./fit-shop.ts', import.meta.url).href,
      name: 'fitShop',
      minThreads: 0,
      maxThreads: threads ?? Math.min(DEFAULT_THREADS, availableParallelism()),
      idleTimeout: IDLE_MS,
    })
    return pool
  }
  return {
    fitShop: (history, signal) =>
      open().run(history, { transferList: transferList(history), ...(signal ? { signal } : {}) }),
    close: async () => {
      await pool?.destroy()
      pool = null
    },
  }
}

/** What the forecast functions need. */
export interface ForecastKernel extends Kernel {
  pool: ForecastPool
  refresh: RefreshProjection
}
