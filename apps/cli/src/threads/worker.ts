import { parentPort } from 'node:worker_threads'
import type { LearningStep, ShopKnowledge } from '@stockcast/forecasting/forecast'
import type { Chunk } from '../forecast-chunk.ts'
import { type ShareOfSales, ThreadShare } from './thread-share.ts'

/** Messages from the main thread to another one; each has one answer. */
export type Request =
  | { begin: ShareOfSales }
  | { learn: LearningStep }
  | { know: ShopKnowledge }
  | { forecast: Chunk }

let share: ThreadShare | null = null

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)))

function answer(request: Request): unknown {
  if ('begin' in request) {
    share = new ThreadShare(request.begin)
    return null
  }
  if (!share) throw new Error('a thread was asked before it had the sales')
  if ('learn' in request) return share.learn(request.learn)
  if ('know' in request) return share.know(request.know)
  return share.forecast(request.forecast)
}
