import { type LiveEvent, MINUTE_MS } from '@stockcast/contract'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'

export interface StreamTimes {
  heartbeatMs: number
  longestMs: number
}

export const STREAMS_PER_MERCHANT = 20
/** Within this time the readers of a process that stops come back, each at a random moment. */
export const RETRY_MS = { first: 500, last: 3000 }
export const streamTimes: StreamTimes = { heartbeatMs: 15_000, longestMs: 10 * MINUTE_MS }

export interface EventStreams {
  /**
   * Opens a server-sent event stream. It ends after `longestMs`, when `isWanted` returns false, or when the
   * reader leaves.
   */
  open(merchantId: number, isWanted: () => Promise<boolean>): ReadableStream<Uint8Array>
  tellAll(event: LiveEvent): void
  count(): number
  /** Ends all streams, and asks their readers to come back after a while. */
  close(): void
}

interface Stream {
  merchantId: number
  push(event: LiveEvent): void
  /** `farewell` is written before the end. */
  end(farewell?: string): void
}

/** Manages the open event streams of this process, at most twenty for each merchant. */
export function createEventStreams(kernel: Pick<Kernel, 'live'>, times = streamTimes): EventStreams {
  const streams = new Set<Stream>()
  const ofMerchant = (merchantId: number) => [...streams].filter((stream) => stream.merchantId === merchantId)
  return {
    open: (merchantId, isWanted) => {
      if (ofMerchant(merchantId).length >= STREAMS_PER_MERCHANT) {
        throw new AppError('limit_exceeded', 'Too many open pages: close some and reload.')
      }
      return openStream({ kernel, times, merchantId, isWanted, streams })
    },
    tellAll: (event) => {
      for (const stream of streams) stream.push(event)
    },
    count: () => streams.size,
    close: () => {
      for (const stream of [...streams]) stream.end(`retry: ${retryMs()}\n\n`)
    },
  }
}

function retryMs(): number {
  return Math.round(RETRY_MS.first + Math.random() * (RETRY_MS.last - RETRY_MS.first))
}

function openStream(args: {
  kernel: Pick<Kernel, 'live'>
  times: StreamTimes
  merchantId: number
  isWanted: () => Promise<boolean>
  streams: Set<Stream>
}): ReadableStream<Uint8Array> {
  const { kernel, times, merchantId, isWanted, streams } = args
  const encoder = new TextEncoder()
  // A reader that does not keep up gets the newest event of each type, never a growing queue.
  const waiting = new Map<string, string>([['hello', ': hello\n\n']])
  let controller: ReadableStreamDefaultController<Uint8Array>
  let wake = () => {}
  const push = (key: string, text: string) => {
    waiting.set(key, text)
    wake()
  }
  const stream: Stream = {
    merchantId,
    push: (event) => {
      push(event.type, `data: ${JSON.stringify(event)}\n\n`)
      // Its reader may no longer belong to the shop.
      if (event.type === 'team') check()
    },
    end: (farewell) => {
      if (!release()) return
      if (farewell !== undefined) controller.enqueue(encoder.encode(farewell))
      controller.close()
      wake()
    },
  }
  const unsubscribe = kernel.live.subscribe(merchantId, stream.push)
  const check = () =>
    void isWanted()
      .catch(() => true)
      .then((wanted) => wanted || stream.end())
  const beat = setInterval(() => {
    push('heartbeat', ': heartbeat\n\n')
    check()
  }, times.heartbeatMs)
  const last = setTimeout(() => stream.end(), times.longestMs)
  const release = (): boolean => {
    clearInterval(beat)
    clearTimeout(last)
    unsubscribe()
    return streams.delete(stream)
  }
  streams.add(stream)
  return new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
      },
      pull: async () => {
        if (waiting.size === 0) await new Promise<void>((resolve) => (wake = resolve))
        const [first] = waiting
        if (!first || !streams.has(stream)) return
        waiting.delete(first[0])
        controller.enqueue(encoder.encode(first[1]))
      },
      cancel: () => void release(),
    },
    { highWaterMark: 0 },
  )
}
