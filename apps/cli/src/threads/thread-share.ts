import {
  answerTask,
  getParts,
  type LearningStep,
  type ShopKnowledge,
  type TrainedSeries,
} from '@stockcast/forecasting/forecast'
import { type Chunk, type ChunkRows, forecastChunk } from '../forecast-chunk.ts'
import { SeriesRows, type SeriesSource } from '../series-at.ts'

/** What one thread needs to begin. Plain data. */
export interface ShareOfSales {
  sales: SeriesSource
  /** Rows of the series that are learned from. */
  learned: Uint32Array
  /** Days of the longest history. */
  longest: number
  thread: number
  threads: number
  horizonDays: number
}

/** The parts of a shop that belong to one of n threads: every n-th block of its series. */
export class ThreadShare {
  readonly #series: SeriesRows
  readonly #parts: ReturnType<typeof getParts>
  readonly #horizonDays: number
  #knowledge: ShopKnowledge | null = null
  readonly #trained: (TrainedSeries | undefined)[] = []

  constructor({ sales, learned, horizonDays, ...one }: ShareOfSales) {
    this.#series = new SeriesRows(sales)
    this.#parts = getParts(this.#series, learned, one)
    this.#horizonDays = horizonDays
  }

  /** Answers for the parts of this thread, or does the tasks that it is given. */
  learn(step: LearningStep): unknown[] {
    if ('tasks' in step) return step.tasks.map(answerTask)
    return this.#parts.map(({ part }) => part.answer(step.ofEachPart))
  }

  /** Takes what was learned, before the first chunk. */
  know(knowledge: ShopKnowledge): void {
    this.#knowledge = knowledge
    for (const { part, rows } of this.#parts) {
      rows.forEach((row, i) => {
        this.#trained[row] = part.trained[i]
      })
    }
  }

  forecast(chunk: Chunk): ChunkRows {
    if (!this.#knowledge) throw new Error('nothing was learned yet')
    const from = { horizonDays: this.#horizonDays, trained: this.#trained }
    return forecastChunk(chunk, this.#series, this.#knowledge, from)
  }
}
