import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Kernel } from '../../kernel/kernel.ts'
import type { RefreshProjection } from '../projection/create-projection.ts'
import type { FitRequest, FittedForecast, FittedShop } from './fit-shop.ts'
import { type ShopHistory, transferList } from './shop-history.ts'

/** Fits on other threads, so that the event loop stays free for heartbeats and requests. */
export interface ForecastPool {
  /**
   * Fits a shop. The buffers of `history` move to the thread, so the caller must not use it again. An abort
   * ends the thread. Returns what was learned of the whole shop, once `store` has taken all forecasts.
   */
  fitShop(history: ShopHistory, options: FitOptions): Promise<FittedShop>
  /** Runs work for the same merchant one after the other. */
  takeTurns: <Result>(merchantId: number, work: () => Promise<Result>) => Promise<Result>
  close(): Promise<void>
}

export interface FitOptions {
  /** Takes the forecasts part by part; the next part waits until it resolves. When it rejects, so does the fit. */
  store: (forecasts: FittedForecast[]) => Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * A thread keeps the memory of a large shop until it ends. The projections that follow a fit take as much again, so it
 * ends first; between shops that are fitted one after the other it stays.
 */
const IDLE_MS = 1000
const DEFAULT_THREADS = 2

/** Creates the pool. Threads start with the first fit and end when idle. */
export function createForecastPool(threads: number | null): ForecastPool {
  let pool: Piscina<FitRequest, FittedShop> | null = null
  const last = new Map<number, Promise<unknown>>()
  const open = () => {
    pool ??= new Piscina<FitRequest, FittedShop>({
      filename: new URL('./fit-shop.ts', import.meta.url).href,
      name: 'fitShop',
      minThreads: 0,
      maxThreads: threads ?? Math.min(DEFAULT_THREADS, availableParallelism()),
      idleTimeout: IDLE_MS,
      resourceLimits: THREAD_LIMITS,
    })
    return pool
  }
  return {
    fitShop: (history, options) => fitInThread(open(), history, options),
    takeTurns: async (merchantId, work) => {
      const before = last.get(merchantId) ?? Promise.resolve()
      const own = before.then(work, work)
      last.set(merchantId, own)
      return own.finally(() => last.get(merchantId) === own && last.delete(merchantId))
    },
    close: async () => {
      await pool?.destroy()
      pool = null
    },
  }
}

async function fitInThread(
  pool: Piscina<FitRequest, FittedShop>,
  history: ShopHistory,
  { store, signal }: FitOptions,
): Promise<FittedShop> {
  const { port1: own, port2: port } = new MessageChannel()
  const failure = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  let storing = Promise.resolve()
  own.on('message', (forecasts: FittedForecast[]) => {
    storing = storing.then(() => store(forecasts)).then(() => own.postMessage('stored'))
    storing.catch((error: unknown) => failure.abort(error))
  })
  try {
    return await pool.run({ history, port }, { transferList: [...transferList(history), port], signal: stop })
  } catch (error) {
    throw stop.aborted ? stop.reason : error
  } finally {
    await storing.catch(() => undefined)
    own.close()
  }
}

/** What the forecast functions need. */
export interface ForecastKernel extends Kernel {
  pool: ForecastPool
  refresh: RefreshProjection
}

/**
 * Limits of the JavaScript memory of a thread that computes, megabytes. Fits and simulations allocate short-lived
 * objects, so a larger young generation would use more memory and save no time. The largest shops use a fraction of the old
 * generation. Without a limit, V8 postpones garbage collection until the heap is several times as large as the live objects.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 }
