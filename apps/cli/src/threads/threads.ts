import { Worker } from 'node:worker_threads'
import {
  type CalendarEvent,
  getLongest,
  type LearningStep,
  learnedRows,
  learnInSteps,
  type ShopKnowledge,
  type ToldEvent,
} from '@stockcast/forecasting/forecast'
import type { Chunk, ChunkRows } from '../forecast-chunk.ts'
import { SeriesRows, type SeriesSource } from '../series-at.ts'
import { ThreadShare } from './thread-share.ts'
import type { Request } from './worker.ts'

/** Chunks that another thread is asked for before the first of them is taken. */
const CHUNKS_AHEAD = 2

interface LearnedFrom {
  /** Last day of data, epoch day. */
  origin: number
  horizonDays: number
  events: readonly CalendarEvent[]
  shopEvents: readonly ToldEvent[]
}

/**
 * The main thread and further ones, which learn from a shop and forecast it together. Each has its own blocks of
 * series, whichever thread is faster; what they answer is put in order here, so that the result does not depend on
 * their number.
 */
export class Threads {
  readonly #others: OtherThread[]
  #own: ThreadShare | null = null

  /** Starts the further threads, which get ready while the input is read. */
  constructor(count: number) {
    this.#others = Array.from({ length: count - 1 }, () => new OtherThread())
  }

  /** Learns what all series share. */
  async learn(sales: SeriesSource, shop: LearnedFrom): Promise<void> {
    const { origin, horizonDays, events, shopEvents } = shop
    const series = new SeriesRows(sales)
    const learned = learnedRows(series)
    const threads = this.#count
    const longest = getLongest(series)
    const getShare = (thread: number) => ({ sales, learned, longest, thread, threads, horizonDays })
    const begun = this.#others.map((other, i) => other.ask({ begin: getShare(i + 1) }))
    const own = new ThreadShare(getShare(0))
    this.#own = own
    const steps = learnInSteps({
      origin,
      horizonDays: Math.max(30, horizonDays),
      expectsFirstSales: true,
      events,
      shopEvents,
      longest,
      series: learned.length,
    })
    await Promise.all(begun)
    let next = steps.next()
    while (!next.done) next = steps.next(await this.#answers(own, next.value))
    const knowledge: ShopKnowledge = next.value
    own.know(knowledge)
    await Promise.all(this.#others.map((other) => other.ask({ know: knowledge })))
  }

  /** Yields the forecasts of the chunks, in their order. */
  async *forecast(chunks: readonly Chunk[]): AsyncGenerator<ChunkRows> {
    const threads = this.#count
    const asked = new Map<number, Promise<ChunkRows>>()
    const ask = (index: number) => {
      const other = this.#others[(index % threads) - 1]
      const chunk = chunks[index]
      if (other && chunk) asked.set(index, other.ask({ forecast: chunk }) as Promise<ChunkRows>)
    }
    for (let index = 0; index < CHUNKS_AHEAD * threads; index++) ask(index)
    for (const [index, chunk] of chunks.entries()) {
      if (index % threads === 0) yield (this.#own as ThreadShare).forecast(chunk)
      else {
        const rows = await (asked.get(index) as Promise<ChunkRows>)
        asked.delete(index)
        ask(index + CHUNKS_AHEAD * threads)
        yield rows
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#others.map((other) => other.close()))
  }

  get #count(): number {
    return this.#others.length + 1
  }

  /** Returns the answers of all parts or tasks, each by the thread it belongs to. */
  async #answers(own: ThreadShare, step: LearningStep): Promise<unknown[]> {
    const threads = this.#count
    const getShare = (thread: number): LearningStep =>
      'tasks' in step ? { tasks: step.tasks.filter((_, i) => i % threads === thread) } : step
    const others = this.#others.map((other, i) => other.ask({ learn: getShare(i + 1) }))
    const all = [own.learn(getShare(0)), ...((await Promise.all(others)) as unknown[][])]
    const count = all.reduce((sum, answers) => sum + answers.length, 0)
    return Array.from({ length: count }, (_, i) => all[i % threads]?.[Math.floor(i / threads)])
  }
}

/** A worker thread, which answers in the order in which it is asked. */
class OtherThread {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url))
  #waiting: PromiseWithResolvers<unknown>[] = []
  #failure: unknown = null

  constructor() {
    this.#worker.on('message', (answer: unknown) => this.#waiting.shift()?.resolve(answer))
    this.#worker.on('error', (error) => {
      this.#failure = error
      for (const waiting of this.#waiting) waiting.reject(error)
      this.#waiting = []
    })
  }

  ask(request: Request): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    // A failure is thrown where the answer is awaited, which may be later.
    answer.promise.catch(() => undefined)
    if (this.#failure) answer.reject(this.#failure)
    else {
      this.#waiting.push(answer)
      this.#worker.postMessage(request)
    }
    return answer.promise
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
